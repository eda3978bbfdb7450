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
      {data.map(({ area, taken_at, stale }) => (
        <li
          key={area}
          className="flex flex-wrap items-center justify-between gap-x-4 gap-y-1 border-b border-line px-4 py-2.5 text-sm last:border-b-0"
        >
          <span className="font-medium">{areas[area]}</span>
          <span className="flex items-center gap-3 text-soft">
            <span>
              As of <Time of={taken_at} />
            </span>
            {stale ? <Badge tone="warn">Stale</Badge> : <Badge tone="good">Up to date</Badge>}
          </span>
        </li>
      ))}
    </ul>
  )
}
