import { useQuery } from '@tanstack/react-query'
import { asProblem } from '../../api/problem.ts'
import { useCompany } from '../../api/session.ts'
import { LevelStatus, healthOf } from '../../ui/health.tsx'
import { Icon } from '../../ui/icons.tsx'
import { Card } from '../../ui/page.tsx'
import { aspectNames, aspects, levelTones, statusLabel, statusLevel } from '../../ui/routing.ts'
import { EmptyState, ErrorNote, Skeleton } from '../../ui/states.tsx'
import { Time } from '../../ui/values.tsx'
import { cx } from '../../ui/cx.ts'
import { Lanes, statusOf, type Change, type Stood } from './lanes.tsx'
import type { Tone } from '../../ui/badge.tsx'

/** How the prefix stood before: a lane for each judgement, and every change. */

/** So many changes are drawn and listed; the API keeps all of them. */
const mostChanges = 200

export function History({ notation }: { readonly notation: string }) {
  const { uuid: tenantUUID } = useCompany()
  const { data, error, refetch } = useQuery(healthOf(tenantUUID, notation, mostChanges))
  if (error && !data) return <ErrorNote problem={asProblem(error)} onRetry={() => void refetch()} />
  if (!data) return <Skeleton className="h-64 w-full" />
  const { history } = data.data
  if (history.length === 0)
    return (
      <Card>
        <EmptyState icon="chart" title="No history yet">
          Health is checked after each import of routes, ROAs or route objects; all changes are kept.
        </EmptyState>
      </Card>
    )
  return (
    <div className="flex flex-col gap-4">
      <Card title="Health over time">
        <Lanes history={history} />
      </Card>
      <Card title="Changes" flush>
        <ol className="divide-y divide-line">
          {history.map((change, i) => (
            // oxlint-disable-next-line react/no-array-index-key -- two may be of the same second
            <Changed key={i} change={change} />
          ))}
        </ol>
        {history.length === mostChanges && (
          <p className="px-4 py-2 text-xs text-faint">Earlier changes are available via the API: getPrefixHealth.</p>
        )}
      </Card>
    </div>
  )
}

function Changed({ change: { at, from, to } }: { readonly change: Change }) {
  return (
    <li className="flex flex-wrap items-start gap-x-6 gap-y-1 px-4 py-2.5 text-sm">
      <span className="w-36 shrink-0 text-soft">
        <Time of={at} as="date" />
        <span className="block text-xs text-faint">
          <Time of={at} />
        </span>
      </span>
      {to === null ? (
        <span className="text-soft">No longer monitored</span>
      ) : (
        <div className="flex min-w-0 flex-1 flex-wrap items-center gap-x-5 gap-y-1">
          <span className="w-20">
            <LevelStatus of={to.criticalityStatus} />
          </span>
          {from === null ? <span className="text-soft">First checked</span> : <Differences from={from} to={to} />}
        </div>
      )}
    </li>
  )
}

const inks: Readonly<Record<Tone, string>> = {
  good: 'text-good',
  info: 'text-info',
  plain: 'text-soft',
  warn: 'text-warn',
  bad: 'text-bad',
}

function Differences({ from, to }: { readonly from: Stood; readonly to: Stood }) {
  return aspects
    .filter((aspect) => statusOf(from, aspect) !== statusOf(to, aspect))
    .map((aspect) => (
      <span key={aspect} className="flex items-center gap-1.5">
        <span className="text-xs text-faint">{aspectNames[aspect]}</span>
        <span className="text-soft">{statusLabel(aspect, statusOf(from, aspect))}</span>
        <Icon name="right" className="size-3 text-faint" />
        <span className={cx(inks[levelTones[statusLevel(aspect, statusOf(to, aspect), to.criticalityStatus)]])}>
          {statusLabel(aspect, statusOf(to, aspect))}
        </span>
      </span>
    ))
}
