import { useQuery } from '@tanstack/react-query'
import { getRouteApi } from '@tanstack/react-router'
import type { Lease as LeaseRow } from '../../../client/api.gen.ts'
import { leaseStates, type LeaseStatus } from '../../../src/market/lease/lease.states.ts'
import { standings } from '../../../src/prefixes/health/verdict.rules.ts'
import { read } from '../../api/query.ts'
import { useCompany } from '../../api/session.ts'
import { usePatchSearch } from '../../search.ts'
import { Badge, sentence, Status } from '../../ui/badge.tsx'
import { useSelection } from '../../ui/bulk/selection.tsx'
import { LinkButton } from '../../ui/button.tsx'
import { CsvLink } from '../../ui/download.tsx'
import { ChoiceFilter, Filters, TextFilter } from '../../ui/filters.tsx'
import { ListPage } from '../../ui/list-page.tsx'
import { levelLabel, LevelStatus } from '../../ui/health.tsx'
import { EmptyState } from '../../ui/states.tsx'
import type { Column } from '../../ui/table.tsx'
import { Money, None, Prefix, Time } from '../../ui/values.tsx'
import { registryNames } from '../../ui/words.ts'
import { blockOf, standingsOf } from './lease-read.ts'
import { LeaveSeveral, mayLeave } from './leave-several.tsx'
import { asnIn, elsewhere } from './wish.ts'

/** Everything the company leases. */

const page = getRouteApi('/signed-in/c/$company/leases')
type Search = ReturnType<typeof page.useSearch>

/** What the list and the file are filtered by alike. */
const filtersOf = ({ sort, status, registry, size, letters, asn, address }: Search) => ({
  ...(sort && { sort: [sort] }),
  ...(status && { status: [status] }),
  ...(registry && { registry }),
  ...(size && { cidr: size }),
  ...(letters && { display: [letters] }),
  ...(asn && { asn }),
  ...(address && { address }),
})

/** How the routing of the blocks of one page stands, by block; those of ended leases are not asked about. */
function useRouting(rows: readonly LeaseRow[]): ReadonlyMap<string, string> {
  const { uuid: tenantUUID } = useCompany()
  const notations = rows.filter(({ billing_service }) => billing_service.status !== 'terminated').map(blockOf)
  const { data } = useQuery(standingsOf(tenantUUID, notations))
  return new Map(data?.map(({ notation, routingHealth }) => [notation, routingHealth.criticalityStatus]))
}

function useLeases() {
  const { uuid: tenantUUID } = useCompany()
  const search = page.useSearch()
  return read('/billing/v1/{tenantUUID}/market/ipv4/services', {
    params: {
      path: { tenantUUID },
      query: { ...filtersOf(search), ...(search.routing && { routing: search.routing }), page: search.page ?? 1 },
    },
  })
}

export function Leases() {
  const { param } = useCompany()
  const { sort, page: _page, ...filters } = page.useSearch()
  const filtered = Object.keys(filters).length > 0
  const query = useQuery(useLeases())
  const rows = query.data?.data ?? []
  const routing = useRouting(rows)
  const keyOf = ({ billing_service }: LeaseRow) => billing_service.uuid
  const selection = useSelection({ rows, keyOf, nameOf: blockOf, may: mayLeave })
  return (
    <ListPage
      title="Leases"
      says="Blocks your company leases."
      actions={<Download />}
      filters={
        <>
          <LeaseFilters />
          <LeaveSeveral selection={selection} />
        </>
      }
      query={query}
      columns={[selection.column, ...columnsWith(routing)]}
      rowKey={keyOf}
      to={({ billing_service }) => ({
        to: '/c/$company/leases/$lease',
        params: { company: param, lease: billing_service.uuid },
      })}
      sort={sort ?? 'address'}
      expected={8}
      empty={filtered ? <NoneFound /> : <NoneYet />}
    />
  )
}

function NoneFound() {
  return (
    <EmptyState icon="search" title="No matching leases">
      No lease matches all of these filters. Clear some of them.
    </EmptyState>
  )
}

function NoneYet() {
  const { param } = useCompany()
  return (
    <EmptyState
      icon="lease"
      title="No leases yet"
      action={
        <LinkButton look="primary" icon="market" {...elsewhere('/c/$company/market', param)}>
          Find a block
        </LinkButton>
      }
    >
      Your leases are listed here with price, LOAs and routing health.
    </EmptyState>
  )
}

function Download() {
  const { uuid: tenantUUID } = useCompany()
  const search = page.useSearch()
  // The file does not know how routing stands, and would have other leases than the list.
  if (search.routing) return null
  return <CsvLink href={`/billing/v1/${tenantUUID}/market/ipv4/csv`} by={filtersOf(search)} />
}

const liveAsns = ({ loa }: LeaseRow): number[] => [
  ...new Set(loa.filter(({ data }) => ['Pending', 'Active'].includes(data.status)).map(({ data }) => data.asn)),
]

const mostAsns = 3

function Asns({ lease }: { readonly lease: LeaseRow }) {
  const asns = liveAsns(lease)
  if (asns.length === 0) return <None />
  const rest = asns.length - mostAsns
  return (
    <span className="font-mono text-[0.95em] text-soft">
      {asns.slice(0, mostAsns).map((asn) => `AS${asn} `)}
      {rest > 0 && `+${rest}`}
    </span>
  )
}

const columnsWith = (routing: ReadonlyMap<string, string>): readonly Column<LeaseRow>[] => [
  {
    title: 'Block',
    sort: 'address',
    cell: (lease) => <Prefix of={blockOf(lease)} />,
  },
  { title: 'Status', sort: 'status', wide: 'below', cell: (lease) => <LeaseState lease={lease} /> },
  {
    title: 'Routing',
    wide: 'below',
    cell: (lease) => {
      const level = routing.get(blockOf(lease))
      return level === undefined ? <None /> : <LevelStatus of={level} />
    },
  },
  {
    title: 'Registry',
    sort: 'registry',
    wide: true,
    cell: ({ market_service }) => registryNames[market_service.registry],
  },
  { title: 'LOAs for', wide: true, cell: (lease) => <Asns lease={lease} /> },
  {
    title: 'Next payment',
    sort: 'next_due_date',
    wide: true,
    cell: ({ billing_service }) => <Time of={billing_service.next_due_date} as="date" />,
  },
  {
    title: 'Per month',
    sort: 'recurring_amount',
    align: 'right',
    cell: ({ billing_service }) => <Money of={billing_service.recurring_amount} />,
  },
]

function LeaseState({ lease }: { readonly lease: LeaseRow }) {
  return (
    <span className="flex flex-wrap items-center gap-2">
      <Status of={lease.billing_service.status} />
      {lease.market_service.expires_at !== null && lease.billing_service.status !== 'terminated' && (
        <Badge tone="warn">Listing ends</Badge>
      )}
    </span>
  )
}

const statusOptions = leaseStates.states.map((value) => ({ value, label: sentence(value) }))
const routingOptions = standings.map((value) => ({ value, label: levelLabel(value) }))
const registryOptions = Object.entries(registryNames).map(([value, label]) => ({
  value: value as keyof typeof registryNames,
  label,
}))
const sizeOptions = [24, 23, 22, 21, 20, 19, 18, 17, 16].map((size) => ({ value: String(size), label: `/${size}` }))
const letterOptions = [
  { value: 'assigned', label: 'With LOA' },
  { value: 'unassigned', label: 'Without LOA' },
] as const

function LeaseFilters() {
  const { sort: _sort, page: _page, ...search } = page.useSearch()
  const patch = usePatchSearch<Search>()
  const clear = () => patch(Object.fromEntries(Object.keys(search).map((name) => [name, undefined])))
  return (
    <Filters label="Filter leases" onClear={Object.keys(search).length > 0 ? clear : undefined}>
      <TextFilter
        label="Address or prefix"
        icon="search"
        mono
        placeholder="185.203.64.0/20"
        className="w-44"
        value={search.address}
        onChange={(address) => patch({ address })}
      />
      <ChoiceFilter<LeaseStatus>
        label="Status"
        any="Any status"
        options={statusOptions}
        value={search.status}
        onChange={(status) => patch({ status })}
      />
      <ChoiceFilter
        label="Routing"
        any="Any routing"
        options={routingOptions}
        value={search.routing}
        onChange={(routing) => patch({ routing })}
      />
      <ChoiceFilter
        label="Registry"
        any="Any registry"
        options={registryOptions}
        value={search.registry}
        onChange={(registry) => patch({ registry })}
      />
      <ChoiceFilter
        label="Size"
        any="Any size"
        options={sizeOptions}
        value={search.size === undefined ? undefined : String(search.size)}
        onChange={(size) => patch({ size: size === undefined ? undefined : Number(size) })}
      />
      <ByLetters />
    </Filters>
  )
}

function ByLetters() {
  const search = page.useSearch()
  const patch = usePatchSearch<Search>()
  return (
    <>
      <ChoiceFilter
        label="LOAs"
        any="Any LOAs"
        options={letterOptions}
        value={search.letters}
        onChange={(letters) => patch({ letters })}
      />
      <TextFilter
        label="AS number on LOA"
        placeholder="AS number"
        mono
        className="w-28"
        value={search.asn === undefined ? undefined : `AS${search.asn}`}
        onChange={(typed) => patch({ asn: asnIn(typed) })}
      />
    </>
  )
}
