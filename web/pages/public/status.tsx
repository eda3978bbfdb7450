import { useQuery } from '@tanstack/react-query'
import type { DataFreshness } from '../../../client/portal.gen.ts'
import { asProblem } from '../../api/problem.ts'
import { read } from '../../api/query.ts'
import { Badge } from '../../ui/badge.tsx'
import { Card, PageHeader } from '../../ui/page.tsx'
import { ErrorNote, Note, Skeleton } from '../../ui/states.tsx'
import { Time } from '../../ui/values.tsx'

/** Whether it works, and how old what is known is: for those who wonder whether it is them. */

const areas: Readonly<Record<DataFreshness['area'], string>> = {
  bgp: 'Routes',
  rpki: 'ROAs',
  irr: 'Routing registries',
  registry: 'Registry delegations',
  geo: 'Geolocation',
  asn: 'AS names',
  list: 'Blocklists and sanctions',
}

export function StatusPage() {
  const { data, error, refetch } = useQuery({ ...read('/portal/status'), refetchInterval: 60_000 })
  const status = data?.data
  return (
    <div className="mx-auto max-w-3xl px-4 py-10 sm:px-6">
      <PageHeader title="Status" says="Of this marketplace, as it is now. This page updates every minute." />
      {error && !status && <ErrorNote problem={asProblem(error)} onRetry={() => void refetch()} />}
      {!status && !error && <Skeleton className="h-80 w-full" />}
      {status && (
        <div className="grid gap-5">
          <Note tone={status.ready ? 'good' : 'warn'}>
            {status.ready
              ? 'Everything is working: orders, payments and changes are accepted.'
              : 'Changes are not accepted at the moment. What is already leased stays as it is.'}
          </Note>
          <Card flush title="Network data" says="What routing health and checks are based on.">
            <Areas data={status.data} />
          </Card>
        </div>
      )}
    </div>
  )
}

function Areas({ data }: { readonly data: readonly DataFreshness[] }) {
  if (data.length === 0) return <p className="px-4 py-6 text-sm text-soft">No network data has been imported yet.</p>
  return (
    <ul>
      {data.map((known) => (
        <li
          key={known.area}
          className="flex flex-wrap items-center justify-between gap-x-4 gap-y-1 border-b border-line px-4 py-2.5 text-sm last:border-b-0"
        >
          <span className="min-w-0">
            <span className="block font-medium">{areas[known.area]}</span>
            <span className="block text-xs text-soft">
              <Age of={known} />
            </span>
          </span>
          <Standing of={known} />
        </li>
      ))}
    </ul>
  )
}

/** What nobody renews is told by its day: how old it may be was never promised. */
function Age({ of: { taken_at, checked_at, fresh_seconds } }: { readonly of: DataFreshness }) {
  if (fresh_seconds === null)
    return (
      <>
        Data of <Time of={taken_at} as="date" real />, imported <Time of={checked_at} real />
      </>
    )
  return (
    <>
      Data of <Time of={taken_at} real />, stale after {spanOf(fresh_seconds)}
    </>
  )
}

/** `6 hours`, `2 days`. */
function spanOf(seconds: number): string {
  const [count, unit] = seconds % 86_400 === 0 ? [seconds / 86_400, 'day'] : [Math.round(seconds / 3_600), 'hour']
  return count === 1 ? `1 ${unit}` : `${count} ${unit}s`
}

function Standing({ of: { stale, fresh_seconds } }: { readonly of: DataFreshness }) {
  if (stale) return <Badge tone="warn">Stale</Badge>
  return fresh_seconds === null ? <Badge>Sample, not renewed</Badge> : <Badge tone="good">Up to date</Badge>
}
