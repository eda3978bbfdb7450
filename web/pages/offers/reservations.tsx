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
      says="Lessees who offer less than the list price wait for your answer; the block is kept for them meanwhile."
      tabs={
        <Tabs
          label="Which reservations"
          tabs={[
            { label: 'To answer', to: { to, params: { company }, search: {} } },
            { label: 'All on your blocks', to: { to, params: { company }, search: { all: true } } },
          ]}
        />
      }
      query={useQuery({ ...useReservations(), refetchInterval: 60_000 })}
      columns={columns}
      rowKey={({ uuid }) => uuid}
      expected={3}
      empty={
        <EmptyState icon="clock" title={all ? 'Nobody has reserved anything yet' : 'Nothing to answer'}>
          {all
            ? 'Who wants a block of yours is listed here, with what they pay.'
            : 'Where you welcome lower offers, those who make one appear here. An answer is due within 72 hours.'}
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
    title: 'Lapses',
    wide: true,
    cell: ({ status, expires_at }) =>
      status === 'pending' || status === 'countered' || status === 'accepted' ? <Time of={expires_at} /> : <None />,
  },
  { title: 'Actions', silent: true, align: 'right', cell: (row) => <Answer row={row} /> },
]

function Offered({ row: { price, list_price, status, counter_price } }: { readonly row: Reservation }) {
  const less = list_price > 0 ? Math.round((1 - price / list_price) * 100) : 0
  return (
    <span className="text-right">
      <Money of={price} className="font-medium" />
      {less > 0 && <span className="block text-xs whitespace-nowrap text-warn">{less} % less</span>}
      {status === 'countered' && counter_price !== null && (
        <span className="block text-xs whitespace-nowrap text-soft">
          you ask <Money of={counter_price} />
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
    done: `${prefixOf(row)} is kept for ${row.tenant?.title} to buy.`,
  })
  const decline = useWrite(() => api.POST(`${listPath}/{reservationUUID}/decline`, { params }), {
    ...options,
    done: `${prefixOf(row)} is free again.`,
  })
  if (row.status !== 'pending') return null
  const who = row.tenant?.title ?? 'The lessee'
  return (
    <span className="flex justify-end gap-2 max-md:flex-col">
      <Confirm
        harmless
        title={`Accept ${prefixOf(row)}?`}
        says={`${who} may then buy it for ${row.price.toFixed(2)} a month instead of ${row.list_price.toFixed(2)}, ${row.contract_length === 1 ? 'month by month' : `for ${row.contract_length} months`}. An answer cannot be taken back.`}
        action="Accept"
        problem={accept.problem}
        onConfirm={() => accept.runAsync()}
        trigger={
          <Button small look="primary" why={mayNot ?? whyNotNow(reservationStates, row.status, 'accept')}>
            Accept
          </Button>
        }
      />
      <Counter row={row} />
      <Confirm
        title={`Decline ${prefixOf(row)}?`}
        says={`${who} is told, and the block is free for others. An answer cannot be taken back.`}
        action="Decline"
        problem={decline.problem}
        onConfirm={() => decline.runAsync()}
        trigger={
          <Button small why={mayNot ?? whyNotNow(reservationStates, row.status, 'decline')}>
            Decline
          </Button>
        }
      />
    </span>
  )
}
