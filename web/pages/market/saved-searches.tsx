import { useQuery } from '@tanstack/react-query'
import { getRouteApi } from '@tanstack/react-router'
import type { SavedSearch } from '../../../client/api.gen.ts'
import { read } from '../../api/query.ts'
import { useCompany } from '../../api/session.ts'
import { Status } from '../../ui/badge.tsx'
import { LinkButton } from '../../ui/button.tsx'
import { ListPage } from '../../ui/list-page.tsx'
import { EmptyState } from '../../ui/states.tsx'
import type { Column } from '../../ui/table.tsx'
import { Count, Time } from '../../ui/values.tsx'
import { DeleteSearch, OpenSearch, PauseSearch } from './saved-search-actions.tsx'
import { searchesPath } from './saved-search-read.ts'
import { useWishWords } from './wish-words.ts'

/** What the company looks for on the market without looking. */

const page = getRouteApi('/signed-in/c/$company/saved-searches')

export function SavedSearches() {
  const { uuid: tenantUUID, param: company } = useCompany()
  const { page: number = 1 } = page.useSearch()
  const toMarket = (
    <LinkButton to="/c/$company/market" params={{ company }} search={{}}>
      Search the market
    </LinkButton>
  )
  return (
    <ListPage
      title="Saved searches"
      says="You are notified when a matching block comes to the market."
      actions={toMarket}
      query={useQuery(read(searchesPath, { params: { path: { tenantUUID }, query: { page: number } } }))}
      columns={columns}
      rowKey={({ uuid }) => uuid}
      to={({ uuid }) => ({
        to: '/c/$company/saved-searches/$savedSearch',
        params: { company, savedSearch: uuid },
        search: {},
      })}
      empty={
        <EmptyState icon="search" title="No saved searches" action={toMarket}>
          Filter the market for what you need and save the search: we notify you when a matching block appears.
        </EmptyState>
      }
    />
  )
}

const columns: readonly Column<SavedSearch>[] = [
  { title: 'Name', cell: ({ name }) => <span className="break-words">{name}</span> },
  { title: 'Criteria', wide: 'below', cell: (search) => <LooksFor search={search} /> },
  { title: 'Status', wide: 'below', cell: ({ status }) => <Status of={status} /> },
  { title: 'Notified', wide: true, align: 'right', cell: ({ told }) => <Count of={told} /> },
  { title: 'Last notified', wide: true, cell: ({ told_at }) => <Time of={told_at} /> },
  {
    title: 'Actions',
    silent: true,
    wide: 'below',
    align: 'right',
    cell: (search) => (
      <div className="flex gap-2">
        <OpenSearch search={search} small />
        <PauseSearch search={search} small />
        <DeleteSearch search={search} small />
      </div>
    ),
  },
]

function LooksFor({ search: { filters } }: { readonly search: SavedSearch }) {
  return <span className="text-soft">{useWishWords()(filters)}</span>
}
