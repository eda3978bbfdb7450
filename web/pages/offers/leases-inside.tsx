import { useQuery } from '@tanstack/react-query'
import { getRouteApi } from '@tanstack/react-router'
import type { MarketServiceLease as Lease, MarketService as Offer } from '../../../client/api.gen.ts'
import { read } from '../../api/query.ts'
import { useCompany } from '../../api/session.ts'
import { usePatchSearch } from '../../search.ts'
import { Status } from '../../ui/badge.tsx'
import { Card } from '../../ui/page.tsx'
import { EmptyState } from '../../ui/states.tsx'
import { Table, type Column } from '../../ui/table.tsx'
import { Money, None, Prefix, Time } from '../../ui/values.tsx'
import { offerPath, prefixOf } from './offer-read.ts'

/** What is let of a block. The API answers a thousand at a time; they are shown as they come. */

const page = getRouteApi('/signed-in/c/$company/offers/$offer')

const leasesOf = (tenantUUID: string, ipmarketServiceUUID: string, include_page: number) =>
  read(offerPath, {
    params: {
      path: { tenantUUID, ipmarketServiceUUID },
      query: {
        include: ['billingServices.marketServicePricing', 'billingServices.commitments'],
        include_page,
      },
    },
  })

const atATime = 25

export function LeasesInside({ offer }: { readonly offer: Offer }) {
  const { uuid } = useCompany()
  const { page: number = 1 } = page.useSearch()
  const patch = usePatchSearch<{ page: number }>()
  const perAnswer = 1_000 / atATime
  const query = useQuery(leasesOf(uuid, offer.uuid, Math.ceil(number / perAnswer)))
  const all = query.data?.services ?? []
  const first = ((number - 1) % perAnswer) * atATime
  const shown = all.slice(first, first + atATime)
  const before = (number - 1) * atATime
  const total = before - first + all.length
  const meta = {
    current_page: number,
    from: shown.length > 0 ? before + 1 : null,
    to: shown.length > 0 ? before + shown.length : null,
    per_page: atATime,
    last_page: Math.max(1, Math.ceil(total / atATime) + (all.length === 1_000 ? 1 : 0)),
    total,
  }
  return (
    <Card flush title="Leases in this block" says="What lessees pay, and what you earn.">
      <Table
        label="Leases in this block"
        query={{ ...query, data: query.data && { data: shown, meta } }}
        columns={columns}
        rowKey={(lease) => lease.uuid}
        onPage={(next) => patch({ page: next })}
        empty={
          <EmptyState icon="lease" title="No leases yet">
            When part of the block is leased, it is listed here with its price and commitment.
          </EmptyState>
        }
      />
    </Card>
  )
}

const columns: readonly Column<Lease>[] = [
  { title: 'Block', cell: (lease) => <Prefix of={prefixOf(lease)} /> },
  { title: 'Status', wide: 'below', cell: ({ status }) => <Status of={status} /> },
  {
    title: 'Commitment',
    wide: 'below',
    cell: ({ commitment }) =>
      commitment ? (
        <span className="text-soft">
          {commitment.period} months, until <Time of={commitment.end_date} as="date" />
        </span>
      ) : (
        <span className="text-soft">Monthly</span>
      ),
  },
  {
    title: 'Price per month',
    align: 'right',
    wide: true,
    cell: ({ pricing }) => (pricing ? <Money of={pricing.price} /> : <None />),
  },
  {
    title: 'Commission',
    wide: true,
    align: 'right',
    cell: ({ pricing }) => (pricing ? <Money of={pricing.commission} /> : <None />),
  },
  {
    title: 'You earn',
    align: 'right',
    cell: ({ pricing }) => (pricing ? <Money of={pricing.price - pricing.commission} /> : <None />),
  },
]
