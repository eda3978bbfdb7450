import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { getRouteApi } from '@tanstack/react-router'
import { api } from '../../api/client.ts'
import { useCompany } from '../../api/session.ts'
import { usePatchSearch } from '../../search.ts'
import { Badge } from '../../ui/badge.tsx'
import { IconButton } from '../../ui/button.tsx'
import { Filters, TextFilter } from '../../ui/filters.tsx'
import { Card, PageHeader } from '../../ui/page.tsx'
import { EmptyState, Note, Skeleton } from '../../ui/states.tsx'
import { Table, type Column } from '../../ui/table.tsx'
import { Count, Prefix, Time } from '../../ui/values.tsx'

/** The largest blocks of the company that no route covers: space that earns nothing, or is not used yet. */

const page = getRouteApi('/signed-in/c/$company/unannounced')
type Search = ReturnType<typeof page.useSearch>

const path = '/nethub-analytics/{tenantUUID}/aggregates/search/unannounced'
const perPage = 50

/** One more than a page shows whether there is another: this list has no count. */
function useUnannounced() {
  const { uuid: tenantUUID } = useCompany()
  const { page: number = 1, organisation } = page.useSearch()
  return useQuery({
    queryKey: [path, tenantUUID, number, organisation],
    queryFn: async ({ signal }) => {
      const body = {
        limit: perPage + 1,
        offset: (number - 1) * perPage,
        ...(organisation && { organisations: [organisation] }),
      }
      const { data } = await api.POST(path, { params: { path: { tenantUUID } }, body, signal })
      if (!data) throw new Error('nothing was answered')
      return { ...data, data: data.data.slice(0, perPage), more: data.data.length > perPage }
    },
    placeholderData: keepPreviousData,
  })
}

type Row = NonNullable<ReturnType<typeof useUnannounced>['data']>['data'][number]

const sizeOf = ({ notation }: Row): number => 2 ** (32 - Number(notation.split('/')[1]))

const columns: readonly Column<Row>[] = [
  { title: 'Block', cell: ({ notation }) => <Prefix of={notation} /> },
  { title: 'Role', wide: true, cell: ({ organisation }) => organisation },
  { title: 'Extent', wide: true, cell: ({ isMaster }) => (isMaster ? <Badge>Whole block</Badge> : 'A part') },
  {
    title: 'Last seen announced',
    wide: 'below',
    cell: ({ lastSeen }) =>
      lastSeen === null ? (
        <span className="text-faint">Never</span>
      ) : (
        <>
          <span className="md:hidden">Seen </span>
          <Time of={lastSeen} />
        </>
      ),
  },
  { title: 'Addresses', align: 'right', cell: (row) => <Count of={sizeOf(row)} /> },
]

export function Unannounced() {
  const { param: company } = useCompany()
  const { organisation } = page.useSearch()
  const patch = usePatchSearch<Search>()
  const query = useUnannounced()
  const known = query.data?.metadata
  return (
    <>
      <PageHeader
        title="Unannounced space"
        says="The largest blocks you hold or lease that are not covered by any route."
      />
      <DataNote known={known} />
      <Card flush>
        <Filters label="Filter" onClear={organisation ? () => patch({ organisation: undefined }) : undefined}>
          <TextFilter
            label="Organisation"
            placeholder="Organisation"
            className="w-56"
            value={organisation}
            onChange={(next) => patch({ organisation: next })}
          />
        </Filters>
        <Table
          label="Unannounced blocks"
          query={query}
          columns={columns}
          rowKey={({ notation }) => notation}
          to={({ notation }) => ({ to: '/c/$company/prefixes/$notation', params: { company, notation } })}
          empty={<Nothing known={known?.takenAt !== null} filtered={organisation !== undefined} />}
        />
        <Paging shown={query.data?.data.length ?? 0} more={query.data?.more ?? false} />
      </Card>
    </>
  )
}

/** Its place is there before it is: the table below does not move when it comes. */
function DataNote({ known }: { readonly known: { takenAt: string | null; stale: boolean } | undefined }) {
  if (!known) return <Skeleton className="mb-4 h-10 w-full" />
  const { takenAt, stale } = known
  if (takenAt === null) return <div className="mb-4 h-10" />
  return (
    <div className="mb-4">
      <Note tone={stale ? 'warn' : 'info'}>
        Based on routing data as of <Time of={takenAt} />
        {stale && ', which is stale: some of this may be announced by now'}.
      </Note>
    </div>
  )
}

function Nothing({ known, filtered }: { readonly known: boolean; readonly filtered: boolean }) {
  if (!known)
    return (
      <EmptyState icon="data" title="No routing data">
        An operator has to import it first.
      </EmptyState>
    )
  return filtered ? (
    <EmptyState icon="search" title="No matching blocks">
      No unannounced blocks belong to that organisation.
    </EmptyState>
  ) : (
    <EmptyState icon="check" title="Everything is announced">
      Every block you hold or lease is covered by a route.
    </EmptyState>
  )
}

function Paging({ shown, more }: { readonly shown: number; readonly more: boolean }) {
  const { page: number = 1 } = page.useSearch()
  const patch = usePatchSearch<Search>()
  const from = (number - 1) * perPage
  return (
    <nav
      aria-label="Pages of the list"
      className="flex items-center justify-between border-t border-line px-4 py-1.5 text-xs text-soft"
    >
      <p aria-live="polite" className="tabular-nums">
        {shown === 0 ? 'None' : `${from + 1}–${from + shown}`}
      </p>
      <div className="flex items-center gap-1">
        <IconButton
          icon="left"
          label="Previous page"
          small
          why={number <= 1 ? 'This is the first page.' : undefined}
          onClick={() => patch({ page: number - 1 })}
        />
        <IconButton
          icon="right"
          label="Next page"
          small
          why={more ? undefined : 'This is the last page.'}
          onClick={() => patch({ page: number + 1 })}
        />
      </div>
    </nav>
  )
}
