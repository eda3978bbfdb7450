import { useQuery } from '@tanstack/react-query'
import { getRouteApi } from '@tanstack/react-router'
import type { SavedSearchNow, ToldBlock } from '../../../client/api.gen.ts'
import { asProblem } from '../../api/problem.ts'
import { read } from '../../api/query.ts'
import { useCompany } from '../../api/session.ts'
import { usePatchSearch } from '../../search.ts'
import { Status } from '../../ui/badge.tsx'
import { BackLink, TextLink } from '../../ui/link.tsx'
import { Card, DescriptionList, PageHeader } from '../../ui/page.tsx'
import { EmptyState, ErrorNote, Skeleton } from '../../ui/states.tsx'
import { Table, type Column } from '../../ui/table.tsx'
import { Money, Prefix, Time } from '../../ui/values.tsx'
import { nameOf } from './found.ts'
import { DeleteSearch, OpenSearch, PauseSearch, RenameSearch } from './saved-search-actions.tsx'
import { matchesPath, savedSearch } from './saved-search-read.ts'
import { useWishWords } from './wish-words.ts'

/** One saved search: what fits now, and what it has told of. */

const page = getRouteApi('/signed-in/c/$company/saved-searches/$savedSearch')

export function SavedSearchPage() {
  const { uuid } = useCompany()
  const { savedSearch: searchUUID } = page.useParams()
  const { data, error } = useQuery(savedSearch(uuid, searchUUID))
  if (error && !data) return <ErrorNote problem={asProblem(error)} />
  return (
    <>
      <Head search={data?.data} />
      {data ? (
        <div className="grid grid-cols-1 items-start gap-5 xl:grid-cols-[1fr_24rem]">
          <Told />
          <Now search={data.data} />
        </div>
      ) : (
        <Skeleton className="h-72 w-full" />
      )}
    </>
  )
}

function Head({ search }: { readonly search: SavedSearchNow | undefined }) {
  const { param: company } = useCompany()
  const words = useWishWords()
  return (
    <PageHeader
      title={search?.name ?? 'Saved search'}
      heading={
        search ? (
          <span className="flex flex-wrap items-center gap-x-3 gap-y-1">
            <span className="break-words">{search.name}</span>
            <span className="text-sm font-normal tracking-normal">
              <Status of={search.status} />
            </span>
          </span>
        ) : (
          <Skeleton className="h-7 w-64" />
        )
      }
      says={search && `Criteria: ${words(search.filters)}.`}
      above={
        <BackLink to="/c/$company/saved-searches" params={{ company }} search={{}}>
          Saved searches
        </BackLink>
      }
      actions={
        search && (
          <>
            <OpenSearch search={search} />
            <RenameSearch search={search} />
            <PauseSearch search={search} />
            <DeleteSearch search={search} />
          </>
        )
      }
    />
  )
}

function Now({ search: { matching, created_at, told } }: { readonly search: SavedSearchNow }) {
  const count = matching.count.toLocaleString('en')
  return (
    <Card title="On the market now">
      <DescriptionList
        facts={[
          ['Matching blocks', `${matching.complete ? '' : 'at least '}${count}`],
          ['Notified', told.toLocaleString('en')],
          ['Saved', <Time key="saved" of={created_at} />],
        ]}
      />
      {matching.first.length > 0 && (
        <ul className="mt-4 divide-y divide-line border-t border-line text-sm">
          {matching.first.map((block) => (
            <li key={nameOf(block)} className="flex justify-between gap-4 py-2">
              <Block block={block} />
              <Money of={block.price} currency={block.currency} />
            </li>
          ))}
        </ul>
      )}
    </Card>
  )
}

function Block({ block }: { readonly block: Pick<ToldBlock, 'address' | 'cidr'> }) {
  const { param: company } = useCompany()
  const { address, cidr } = block
  return (
    <TextLink to="/c/$company/market/$address/$cidr" params={{ company, address, cidr: String(cidr) }} search={{}}>
      <Prefix of={nameOf(block)} />
    </TextLink>
  )
}

const columns: readonly Column<ToldBlock>[] = [
  { title: 'Block', cell: (block) => <Prefix of={nameOf(block)} /> },
  { title: 'Notified', cell: ({ told_at }) => <Time of={told_at} /> },
  {
    title: 'Price at the time',
    align: 'right',
    cell: ({ price, currency }) => <Money of={price} currency={currency} />,
  },
]

function Told() {
  const { uuid: tenantUUID, param: company } = useCompany()
  const { savedSearch: searchUUID } = page.useParams()
  const { page: number = 1 } = page.useSearch()
  const patch = usePatchSearch<{ page: number }>()
  return (
    <Card title="Notified" says="The last 100 blocks; some may have been leased since." flush>
      <Table
        label="Notified"
        query={useQuery(read(matchesPath, { params: { path: { tenantUUID, searchUUID }, query: { page: number } } }))}
        columns={columns}
        rowKey={nameOf}
        to={({ address, cidr }) => ({
          to: '/c/$company/market/$address/$cidr',
          params: { company, address, cidr: String(cidr) },
          search: {},
        })}
        onPage={(next) => patch({ page: next })}
        empty={
          <EmptyState icon="clock" title="No notifications yet">
            Current matches were there when you saved the search. New ones are notified and listed here.
          </EmptyState>
        }
      />
    </Card>
  )
}
