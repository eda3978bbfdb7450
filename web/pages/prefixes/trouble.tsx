import { useQuery } from '@tanstack/react-query'
import { getRouteApi } from '@tanstack/react-router'
import type { TroubledPrefix } from '../../../client/api.gen.ts'
import { read } from '../../api/query.ts'
import { useCompany } from '../../api/session.ts'
import { usePatchSearch } from '../../search.ts'
import { ChoiceFilter, Filters } from '../../ui/filters.tsx'
import { LevelStatus } from '../../ui/health.tsx'
import { ListPage } from '../../ui/list-page.tsx'
import { EmptyState } from '../../ui/states.tsx'
import type { Column } from '../../ui/table.tsx'
import { Described, Prefix, Time } from '../../ui/values.tsx'

/** Every prefix of the company whose routing is not as it should be. */

const page = getRouteApi('/signed-in/c/$company/routing')
type Search = ReturnType<typeof page.useSearch>

const perPage = 25

function useTrouble() {
  const { uuid: tenantUUID } = useCompany()
  const { page: number = 1, severity } = page.useSearch()
  const offset = (number - 1) * perPage
  const query = useQuery(
    read('/nethub-data/{tenantUUID}/health', {
      params: { path: { tenantUUID }, query: { limit: perPage, offset, ...(severity && { severity }) } },
    }),
  )
  if (!query.data) return { ...query, data: undefined }
  const { data, metadata } = query.data
  const total = severity ? metadata[severity] : metadata.critical + metadata.warning
  const meta = {
    current_page: number,
    from: data.length > 0 ? offset + 1 : null,
    to: data.length > 0 ? offset + data.length : null,
    last_page: Math.max(1, Math.ceil(total / perPage)),
    total,
  }
  return { ...query, data: { data, meta } }
}

export function Trouble() {
  const { param: company } = useCompany()
  const { severity } = page.useSearch()
  const patch = usePatchSearch<Search>()
  return (
    <ListPage
      title="Routing issues"
      says="Prefixes you hold or lease whose announcements, ROAs or route objects are not as they should be. The worst first."
      filters={
        <Filters label="Filter issues" onClear={severity ? () => patch({ severity: undefined }) : undefined}>
          <ChoiceFilter
            label="Severity"
            any="Any severity"
            options={[
              { value: 'critical', label: 'Critical' },
              { value: 'warning', label: 'Warning' },
            ]}
            value={severity}
            onChange={(value) => patch({ severity: value })}
          />
        </Filters>
      }
      query={useTrouble()}
      columns={columns}
      rowKey={({ notation }) => notation}
      to={({ notation }) => ({ to: '/c/$company/prefixes/$notation', params: { company, notation } })}
      empty={
        <EmptyState icon="check" title="Nothing is wrong">
          As far as our data goes, every prefix is announced as it should be.
        </EmptyState>
      }
    />
  )
}

const columns: readonly Column<TroubledPrefix>[] = [
  { title: 'Prefix', cell: ({ notation }) => <Prefix of={notation} /> },
  { title: 'Severity', cell: ({ severity }) => <LevelStatus of={severity} /> },
  { title: 'Why', wide: 'below', cell: ({ sentence }) => <Described as={sentence} /> },
  { title: 'Since', wide: true, align: 'right', cell: ({ since }) => <Time of={since} real /> },
]
