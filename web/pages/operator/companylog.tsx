import { useQuery } from '@tanstack/react-query'
import { getRouteApi } from '@tanstack/react-router'
import { read, type AnswerOf } from '../../api/query.ts'
import { usePatchSearch } from '../../search.ts'
import { sentence } from '../../ui/badge.tsx'
import { Card } from '../../ui/page.tsx'
import { EmptyState } from '../../ui/states.tsx'
import { Table, type Column } from '../../ui/table.tsx'
import { Time } from '../../ui/values.tsx'
import { CompanyHead } from './companyhead.tsx'

/** Everything that was done for a company or with it, and by whom. */

const page = getRouteApi('/signed-in/operator/companies/$tenant/log')

function useLog() {
  const { tenant } = page.useParams()
  const { page: number = 1 } = page.useSearch()
  return read('/portal/companies/{tenantUUID}/audit-log', {
    params: { path: { tenantUUID: tenant }, query: { page: number, sort: ['-happened_at'] } },
  })
}

type Entry = AnswerOf<typeof useLog>['data'][number]

export function CompanyLog() {
  const { tenant } = page.useParams()
  const patch = usePatchSearch<{ page: number }>()
  return (
    <>
      <CompanyHead tenant={tenant} />
      <Card flush>
        <Table
          label="Audit log"
          query={useQuery(useLog())}
          columns={columns}
          rowKey={({ uuid }) => uuid}
          onPage={(number) => patch({ page: number })}
          expected={12}
          empty={<EmptyState icon="clock" title="Nothing has happened yet" />}
        />
      </Card>
    </>
  )
}

const kinds: Readonly<Record<string, string>> = { key: 'App key', user: 'Person', system: 'Sublet' }

const columns: readonly Column<Entry>[] = [
  {
    title: 'What',
    cell: ({ action, data }) => (
      <div className="min-w-0">
        <p className="font-medium">{sentence(action.replaceAll('.', ' '))}</p>
        <Details data={data} />
      </div>
    ),
  },
  {
    title: 'By',
    wide: true,
    cell: ({ actor }) => (
      <div>
        <p>{kinds[actor.kind] ?? actor.kind}</p>
        {actor.kind !== 'system' && <p className="font-mono text-xs text-faint">{actor.id.slice(0, 8)}</p>}
      </div>
    ),
  },
  { title: 'When', align: 'right', cell: ({ happened_at }) => <Time of={happened_at} real /> },
]

/** What was written down with it, as names and values. */
function Details({ data }: { readonly data: Readonly<Record<string, unknown>> }) {
  const shown = Object.entries(data).filter(([, value]) => value !== null && value !== '')
  if (shown.length === 0) return null
  return (
    <p className="line-clamp-2 max-w-xl text-xs break-words text-faint">
      {shown.map(([name, value]) => `${name.replaceAll('_', ' ')} ${wordFor(value)}`).join(' · ')}
    </p>
  )
}

const wordFor = (value: unknown): string =>
  typeof value === 'string' || typeof value === 'number' || typeof value === 'boolean'
    ? String(value)
    : JSON.stringify(value)
