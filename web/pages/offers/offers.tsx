import { useQuery } from '@tanstack/react-query'
import { getRouteApi } from '@tanstack/react-router'
import type { MarketService as Offer } from '../../../client/api.gen.ts'
import { isUnproven } from '../../../src/market/offer/offer.states.ts'
import { read } from '../../api/query.ts'
import { useCompany } from '../../api/session.ts'
import { usePatchSearch } from '../../search.ts'
import { Badge, Status } from '../../ui/badge.tsx'
import { useSelection } from '../../ui/bulk/selection.tsx'
import { LinkButton } from '../../ui/button.tsx'
import { ChoiceFilter, Filters, TextFilter } from '../../ui/filters.tsx'
import { ListPage } from '../../ui/list-page.tsx'
import { EmptyState } from '../../ui/states.tsx'
import type { Column } from '../../ui/table.tsx'
import { Count, Money, None, Prefix } from '../../ui/values.tsx'
import { registryNames, terms } from '../../ui/words.ts'
import { mayChange, OffersBulk } from './bulk/offers-bulk.tsx'
import { offersPath, prefixOf } from './offer-read.ts'
import { UsageBar } from './usage.tsx'
import { offerWords, registryOptions, statusOptions } from './words.ts'

/** The blocks a company offers. */

const page = getRouteApi('/signed-in/c/$company/offers')

function useOffers() {
  const { uuid: tenantUUID } = useCompany()
  const { page: number = 1, sort, status, registry, hidden, address } = page.useSearch()
  return read(offersPath, {
    params: {
      path: { tenantUUID },
      query: {
        page: number,
        ...(sort && { sort: [sort] }),
        ...(status && { 'filter[status]': [status] }),
        ...(registry && { 'filter[registry]': [registry] }),
        ...(hidden && { 'filter[hidden]': hidden === 'true' }),
        ...(address && { 'filter[address]': address }),
      },
    },
  })
}

export function Offers() {
  const { param: company } = useCompany()
  const { sort, status, registry, hidden, address } = page.useSearch()
  const filtered = status ?? registry ?? hidden ?? address
  const query = useQuery(useOffers())
  const selection = useSelection({
    rows: query.data?.data ?? [],
    keyOf: ({ uuid }) => uuid,
    nameOf: prefixOf,
    may: mayChange,
  })
  return (
    <ListPage
      title={terms.myListings}
      says="Blocks you lease out: what is available, what is leased, and what it earns each month."
      actions={
        <>
          <LinkButton to="/c/$company/offers/routing" params={{ company }}>
            Connected registries
          </LinkButton>
          <OfferOne />
        </>
      }
      filters={
        <>
          <OfferFilters />
          <OffersBulk selection={selection} />
        </>
      }
      label="Listed blocks"
      query={query}
      columns={[selection.column, ...columns]}
      rowKey={({ uuid }) => uuid}
      to={({ uuid, status }) => ({
        to: isUnproven(status) ? '/c/$company/offers/$offer/verify' : '/c/$company/offers/$offer',
        params: { company, offer: uuid },
      })}
      sort={sort ?? '-created_at'}
      expected={8}
      empty={filtered === undefined ? <NoneYet /> : <NoneFound />}
    />
  )
}

function OfferOne() {
  const { param: company } = useCompany()
  return (
    <LinkButton look="primary" icon="plus" to="/c/$company/offers/new" params={{ company }}>
      {terms.listBlock}
    </LinkButton>
  )
}

const NoneYet = () => (
  <EmptyState icon="offer" title="No listings yet" action={<OfferOne />}>
    Earn from address space you do not use: list a block, prove ownership with an e-mailed code, and set prices for the
    sizes you lease out.
  </EmptyState>
)

const NoneFound = () => (
  <EmptyState icon="search" title="No matching blocks">
    Clear a filter, or search for a larger prefix.
  </EmptyState>
)

function OfferFilters() {
  const search = page.useSearch()
  const patch = usePatchSearch<typeof search>()
  const { status, registry, hidden, address } = search
  const none = { status: undefined, registry: undefined, hidden: undefined, address: undefined }
  const any = status ?? registry ?? hidden ?? address
  return (
    <Filters label="Filter blocks" onClear={any === undefined ? undefined : () => patch(none)}>
      <TextFilter
        label="Address or prefix"
        placeholder="45.8.0.0/16"
        icon="search"
        mono
        className="w-full sm:w-44"
        value={address}
        onChange={(value) => patch({ address: value })}
      />
      <ChoiceFilter
        label="Status"
        any="Any status"
        className="w-40"
        options={statusOptions}
        value={status}
        onChange={(value) => patch({ status: value })}
      />
      <ChoiceFilter
        label="Registry"
        any="Any registry"
        options={registryOptions}
        value={registry}
        onChange={(value) => patch({ registry: value })}
      />
      <ChoiceFilter
        label="Visibility"
        any="Any visibility"
        className="w-36"
        options={[
          { value: 'false', label: 'Shown' },
          { value: 'true', label: 'Hidden' },
        ]}
        value={hidden}
        onChange={(value) => patch({ hidden: value })}
      />
    </Filters>
  )
}

const columns: readonly Column<Offer>[] = [
  {
    title: 'Block',
    sort: 'address',
    cell: (offer) => (
      <span className="flex flex-wrap items-center gap-x-2">
        <Prefix of={prefixOf(offer)} />
        {offer.hidden && <Badge>Hidden</Badge>}
        {offer.ips.run_rate > 0 && (
          <span className="w-full text-xs font-normal text-soft md:hidden">
            <Money of={offer.ips.run_rate} /> a month
          </span>
        )}
      </span>
    ),
  },
  {
    title: 'Status',
    sort: 'status',
    wide: 'below',
    cell: ({ status }) => <Status of={status} label={offerWords[status].label} tone={offerWords[status].tone} />,
  },
  {
    title: 'Registry',
    wide: true,
    cell: ({ registry }) => <span className="text-soft">{registryNames[registry]}</span>,
  },
  { title: 'Addresses', wide: true, align: 'right', sort: 'cidr', cell: ({ ips }) => <Count of={ips.total} /> },
  { title: terms.available, wide: true, align: 'right', cell: ({ ips }) => <Count of={ips.free} /> },
  { title: terms.leased, wide: true, cell: ({ ips }) => <UsageBar percent={ips.utilisation_percent} /> },
  {
    title: 'Per month',
    wide: true,
    align: 'right',
    cell: ({ ips }) => (ips.run_rate === 0 ? <None /> : <Money of={ips.run_rate} />),
  },
]
