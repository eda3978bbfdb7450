import { useQuery } from '@tanstack/react-query'
import { getRouteApi } from '@tanstack/react-router'
import type { ListedReservation as Reservation } from '../../../client/api.gen.ts'
import { reservationStates } from '../../../src/market/reservation/reservation.states.ts'
import { api } from '../../api/client.ts'
import { read, useWrite } from '../../api/query.ts'
import { useCompany, useWhyNot, whyNotNow } from '../../api/session.ts'
import { Status } from '../../ui/badge.tsx'
import { Button } from '../../ui/button.tsx'
import { Confirm } from '../../ui/dialog.tsx'
import { ListPage } from '../../ui/list-page.tsx'
import { BothPrices } from '../../ui/price/price-fields.tsx'
import { brief } from '../../ui/price/price-pair.ts'
import { EmptyState } from '../../ui/states.tsx'
import type { Column } from '../../ui/table.tsx'
import { Tabs } from '../../ui/tabs.tsx'
import { Money, None, Prefix, Time } from '../../ui/values.tsx'
import { Counter } from './counter.tsx'
import { offerChanges, prefixOf } from './offer-read.ts'

/** Who wants a block of ours for less than we ask: accepted, declined or answered by another price here. */

const page = getRouteApi('/signed-in/c/$company/reservations')
const listPath = '/billing/v1/{tenantUUID}/market/reservations'

function useReservations() {
  const { uuid: tenantUUID } = useCompany()
  const { page: number = 1, all } = page.useSearch()
  return read(listPath, {
    params: {
      path: { tenantUUID },
      query: { page: number, 'filter[side]': ['holder'], ...(!all && { 'filter[status]': ['pending'] }) },
    },
  })
}

export function Reservations() {
  const { param: company } = useCompany()
  const { all } = page.useSearch()
  const to = '/c/$company/reservations'
  return (
    <ListPage
      title="Reservations"
      says="Offers below your list price wait for your answer; the block is held in the meantime."
      tabs={
        <Tabs
          label="Which reservations"
          tabs={[
            { label: 'Awaiting answer', to: { to, params: { company }, search: {} } },
            { label: 'All', to: { to, params: { company }, search: { all: true } } },
          ]}
        />
      }
      query={useQuery({ ...useReservations(), refetchInterval: 60_000 })}
      columns={columns}
      rowKey={({ uuid }) => uuid}
      expected={3}
      empty={
        <EmptyState icon="clock" title={all ? 'No reservations yet' : 'No offers to answer'}>
          {all
            ? 'Reservations of your blocks are listed here with their price.'
            : 'Offers on sizes you mark “Open to offers” appear here. You have 72 hours to answer.'}
        </EmptyState>
      }
    />
  )
}

const columns: readonly Column<Reservation>[] = [
  {
    title: 'Block',
    cell: (row) => (
      <span>
        <Prefix of={prefixOf(row)} className="font-medium" />
        <span className="block text-xs text-soft md:hidden">{row.tenant?.title}</span>
        <span className="block text-xs md:hidden">
          <Money of={row.price} /> instead of <Money of={row.list_price} />
        </span>
      </span>
    ),
  },
  { title: 'Lessee', wide: true, cell: ({ tenant }) => tenant?.title ?? <None /> },
  {
    title: 'Term',
    wide: true,
    cell: ({ contract_length: months }) => (months === 1 ? 'Monthly' : `${months} months`),
  },
  { title: 'List price', wide: true, align: 'right', cell: ({ list_price }) => <Money of={list_price} /> },
  { title: 'Offered', wide: true, align: 'right', cell: (row) => <Offered row={row} /> },
  { title: 'Status', wide: true, cell: ({ status }) => <Status of={status} /> },
  {
    title: 'Expires',
    wide: true,
    cell: ({ status, expires_at }) =>
      status === 'pending' || status === 'countered' || status === 'accepted' ? <Time of={expires_at} /> : <None />,
  },
  { title: 'Actions', silent: true, align: 'right', cell: (row) => <Answer row={row} /> },
]

function Offered({ row: { price, ip_price, list_price, status, counter_price } }: { readonly row: Reservation }) {
  const less = list_price > 0 ? Math.round((1 - price / list_price) * 100) : 0
  return (
    <span className="text-right">
      <BothPrices of={price} each={ip_price} className="font-medium" />
      {less > 0 && <span className="block text-xs whitespace-nowrap text-warn">{less}% below list</span>}
      {status === 'countered' && counter_price !== null && (
        <span className="block text-xs whitespace-nowrap text-soft">
          you asked <Money of={counter_price} />
        </span>
      )}
    </span>
  )
}

function Answer({ row }: { readonly row: Reservation }) {
  const { uuid: tenantUUID } = useCompany()
  const mayNot = useWhyNot('member')
  const params = { path: { tenantUUID, reservationUUID: row.uuid } }
  const options = { changes: [listPath, ...offerChanges], inline: true } as const
  const accept = useWrite(() => api.POST(`${listPath}/{reservationUUID}/accept`, { params }), {
    ...options,
    done: `${prefixOf(row)} is held for ${row.tenant?.title} to check out.`,
  })
  const decline = useWrite(() => api.POST(`${listPath}/{reservationUUID}/decline`, { params }), {
    ...options,
    done: `${prefixOf(row)} released.`,
  })
  if (row.status !== 'pending') return null
  const who = row.tenant?.title ?? 'The lessee'
  return (
    <span className="flex justify-end gap-2 max-md:flex-col">
      <Confirm
        harmless
        title={`Accept ${prefixOf(row)}?`}
        says={`${who} can then lease it for ${row.price.toFixed(2)} a month (${brief(row.ip_price)} per address) instead of ${row.list_price.toFixed(2)}, ${row.contract_length === 1 ? 'with no commitment' : `for ${row.contract_length} months`}. This cannot be undone.`}
        action="Accept"
        problem={accept.problem}
        onConfirm={accept.with()}
        trigger={
          <Button small look="primary" why={mayNot ?? whyNotNow(reservationStates, row.status, 'accept')}>
            Accept
          </Button>
        }
      />
      <Counter row={row} />
      <Confirm
        title={`Decline ${prefixOf(row)}?`}
        says={`${who} is notified and the block becomes available to others. This cannot be undone.`}
        action="Decline"
        problem={decline.problem}
        onConfirm={decline.with()}
        trigger={
          <Button small why={mayNot ?? whyNotNow(reservationStates, row.status, 'decline')}>
            Decline
          </Button>
        }
      />
    </span>
  )
}
