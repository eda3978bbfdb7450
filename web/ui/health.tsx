import type { ReactNode } from 'react'
import type { PrefixHealth as Health } from '../../client/api.gen.ts'
import { read } from '../api/query.ts'
import { Badge, sentence, Status } from './badge.tsx'
import { Code, CopyButton } from './copy.tsx'
import { cx } from './cx.ts'
import { Icon } from './icons.tsx'
import { Card } from './page.tsx'
import { aspectNames, aspects, levelOf, levelTones, statusLabel, toDos, type Aspect, type ToDo } from './routing.ts'
import { EmptyState } from './states.tsx'
import { Prefix, Time } from './values.tsx'

/** How the routing of a prefix stands, why, and what to do: for leases and for prefixes alike. */

export const healthOf = (tenantUUID: string, notation: string, limit = 100) =>
  read('/nethub-data/{tenantUUID}/prefixes/{notation}/health', {
    params: { path: { tenantUUID, notation }, query: { limit } },
  })

export const levelLabel = (level: string): string => (level === 'ok' ? 'OK' : sentence(level))

export function LevelStatus({ of }: { readonly of: string }) {
  return <Status of={of} tone={levelTones[levelOf(of)]} label={levelLabel(of)} />
}

/** The three judgements side by side. */
export function HealthPanels({ health }: { readonly health: Health }) {
  return (
    <div className="grid gap-4 lg:grid-cols-3">
      {aspects.map((aspect) => (
        <Panel key={aspect} aspect={aspect} health={health} />
      ))}
    </div>
  )
}

function Panel({ aspect, health }: { readonly aspect: Aspect; readonly health: Health }) {
  const { status, level, sentence: why, data } = health[aspect]
  return (
    <Card
      title={aspectNames[aspect]}
      actions={<Badge tone={levelTones[levelOf(level)]}>{statusLabel(aspect, status)}</Badge>}
    >
      <p className="text-sm">{why}</p>
      <div className="mt-3 flex flex-col gap-3">{evidenceOf(aspect, health)}</div>
      <p className="mt-3 text-xs text-faint">
        {data ? (
          <>
            {data.source}, <Time of={data.takenAt} />
            {data.stale && <span className="text-warn"> (stale)</span>}
          </>
        ) : (
          'No data available.'
        )}
      </p>
    </Card>
  )
}

function evidenceOf(aspect: Aspect, { bgp, rpki, irr }: Health): ReactNode {
  if (aspect === 'bgp')
    return (
      <>
        <Evidence title="Announced as expected" good of={bgp.matched} line={seen} />
        <Evidence title="Announced by others" of={bgp.unmatched} line={seen} />
      </>
    )
  if (aspect === 'rpki')
    return (
      <>
        <Evidence title="Matching ROAs" good of={rpki.matched} line={roa} />
        <Evidence title="Non-matching ROAs" of={rpki.unmatched} line={roa} />
      </>
    )
  return (
    <>
      <Evidence title="Matching route objects" good of={irr.matched} line={route} />
      <Evidence title="Other route objects" of={irr.unmatched} line={route} />
      <Evidence title="In conflict with RPKI" of={irr.invalid} line={route} />
    </>
  )
}

type Line = readonly [prefix: string, origin: string, more: string]

const seen = (one: Health['bgp']['matched']['items'][number]): Line => [
  one.notation,
  one.origin,
  one.peersSeeing === null ? '' : `${one.peersSeeing} peers`,
]
const roa = (one: Health['rpki']['matched']['items'][number]): Line => [
  one.notation,
  one.asn,
  `up to /${one.maxLength}`,
]
const route = (one: Health['irr']['matched']['items'][number]): Line => [one.route, one.origin, one.source]

interface EvidenceProps<T> {
  readonly title: string
  readonly good?: boolean
  readonly of: { readonly count: number; readonly items: readonly T[] }
  readonly line: (one: T) => Line
}

function Evidence<T>({ title, good, of: { count, items }, line }: EvidenceProps<T>) {
  if (count === 0) return null
  const rest = count - items.length
  return (
    <div>
      <p className="flex items-center gap-1.5 text-xs text-faint">
        <Icon name={good ? 'check' : 'warning'} className={cx('size-3.5', good ? 'text-good' : 'text-warn')} />
        {title} ({count.toLocaleString('en')})
      </p>
      <ul className="mt-1 flex max-h-40 flex-col gap-0.5 overflow-y-auto text-xs">
        {items.map(line).map(([prefix, origin, more]) => (
          <li key={`${prefix} ${origin} ${more}`} className="flex justify-between gap-3">
            <Prefix of={prefix} />
            <span className="text-soft">
              <span className="font-mono">{origin}</span>
              {more && <span className="text-faint">, {more}</span>}
            </span>
          </li>
        ))}
      </ul>
      {rest > 0 && <p className="mt-1 text-xs text-faint">And {rest.toLocaleString('en')} more.</p>}
    </div>
  )
}

interface ToDoListProps {
  readonly health: Health
  readonly tenantUUID: string
}

/** In the order in which to do it, each with what to paste or to send. */
export function ToDoList({ health, tenantUUID }: ToDoListProps) {
  const work = toDos(
    health.notation,
    health.routingHealth,
    health.rpki.suggestions,
    `${location.origin}/geofeed/${tenantUUID}.csv`,
  )
  return (
    <Card title="What to do" flush>
      {work.length === 0 ? (
        <EmptyState icon="check" title="Nothing to do">
          Announcements, ROAs, route objects and registry records are in order.
        </EmptyState>
      ) : (
        <ol className="divide-y divide-line">
          {work.map((todo, i) => (
            <ToDoItem key={todo.says} todo={todo} number={i + 1} />
          ))}
        </ol>
      )}
    </Card>
  )
}

function ToDoItem({ todo: { says, text, verbatim }, number }: { readonly todo: ToDo; readonly number: number }) {
  return (
    <li className="flex gap-3 px-4 py-3">
      <span className="w-4 pt-0.5 text-right text-sm text-faint tabular-nums">{number}</span>
      <div className="min-w-0 flex-1">
        <div className="flex flex-wrap items-start justify-between gap-x-4 gap-y-2">
          <p className="min-w-0 flex-1 basis-60 pt-0.5 text-sm">{says}</p>
          {!verbatim && <CopyButton text={text} />}
        </div>
        {verbatim && (
          <div className="mt-2">
            <Code label={says}>{text.trimEnd()}</Code>
          </div>
        )}
      </div>
    </li>
  )
}
