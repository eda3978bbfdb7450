import { useQuery } from '@tanstack/react-query'
import { getRouteApi } from '@tanstack/react-router'
import type { ListedReservation as Reservation } from '../../../client/api.gen.ts'
import { reservationStates } from '../../../src/market/reservation/reservation.states.ts'
import { api } from '../../api/client.ts'
import { read, useWrite } from '../../api/query.ts'
import { useCompany, useWhyNot, whyNotNow } from '../../api/session.ts'
import { usePatchSearch } from '../../search.ts'
import { Status } from '../../ui/badge.tsx'
import { Button, LinkButton } from '../../ui/button.tsx'
import { Confirm } from '../../ui/dialog.tsx'
import { StatusChoice } from '../../ui/filters.tsx'
import { ListPage } from '../../ui/list-page.tsx'
import { BothPrices } from '../../ui/price/price-fields.tsx'
import { EmptyState } from '../../ui/states.tsx'
import type { Column } from '../../ui/table.tsx'
import { Money, Prefix, Time } from '../../ui/values.tsx'
import { AnswerCounter } from './answer-counter.tsx'
import { months } from './words.ts'

/** What the company has reserved: prices it waits for an answer to, and blocks it has yet to buy. */

const page = getRouteApi('/signed-in/c/$company/my-reservations')
const listPath = '/billing/v1/{tenantUUID}/market/reservations'

type ReservationStatus = (typeof reservationStates.states)[number]

function useReservations() {
  const { uuid: tenantUUID } = useCompany()
  const { page: number = 1, status } = page.useSearch()
  const filter = { 'filter[side]': ['lessee' as const], ...(status && { 'filter[status]': [status] }) }
  return read(listPath, { params: { path: { tenantUUID }, query: { page: number, ...filter } } })
}

export function Reservations() {
  const { param: company } = useCompany()
  const { status } = page.useSearch()
  const patch = usePatchSearch<{ status: ReservationStatus }>()
  return (
    <ListPage
      title="My reservations"
      says="Your offers to holders, and blocks held for you."
      actions={
        <StatusChoice
          className="w-36"
          states={reservationStates.states}
          value={status}
          onChange={(value) => patch({ status: value })}
        />
      }
      label="Reservations"
      query={useQuery(useReservations())}
      columns={columns}
      rowKey={({ uuid }) => uuid}
      to={({ address, cidr }) => ({
        to: '/c/$company/market/$address/$cidr',
        params: { company, address, cidr: String(cidr) },
      })}
      empty={
        <EmptyState
          icon="clock"
          title={status ? `No ${status} reservations` : 'No reservations'}
          action={
            <LinkButton to="/c/$company/market" params={{ company }} search={{}}>
              Search the market
            </LinkButton>
          }
        >
          Where a holder is open to offers, you can name your price; their answer appears here.
        </EmptyState>
      }
    />
  )
}

const columns: readonly Column<Reservation>[] = [
  { title: 'Block', cell: ({ address, cidr }) => <Prefix of={`${address}/${cidr}`} /> },
  { title: 'Status', wide: 'below', cell: (reservation) => <Standing reservation={reservation} /> },
  { title: 'Commitment', wide: true, cell: ({ contract_length }) => months(contract_length) },
  { title: 'Made', wide: true, cell: ({ created_at }) => <Time of={created_at} /> },
  { title: 'Ends', wide: true, cell: ({ expires_at }) => <Time of={expires_at} /> },
  {
    title: 'List price',
    wide: true,
    align: 'right',
    cell: ({ list_price }) => <Money of={list_price} className="text-soft" />,
  },
  { title: 'Your price', align: 'right', cell: (reservation) => <YourPrice reservation={reservation} /> },
  {
    title: 'Actions',
    silent: true,
    wide: 'below',
    align: 'right',
    cell: (reservation) => <Actions reservation={reservation} />,
  },
]

function YourPrice({
  reservation: { price, ip_price, status, counter_price, counter_ip_price },
}: {
  readonly reservation: Reservation
}) {
  return (
    <span className="text-right">
      <BothPrices of={price} each={ip_price} />
      {status === 'countered' && counter_price !== null && (
        <span className="block text-xs whitespace-nowrap text-warn">
          counter-offer <BothPrices of={counter_price} each={counter_ip_price ?? '0'} />
        </span>
      )}
    </span>
  )
}

function Standing({ reservation: { status, bought_at } }: { readonly reservation: Reservation }) {
  if (bought_at !== null) return <Status of="bought" label="Bought" tone="good" />
  const label = {
    pending: 'Waiting for the holder',
    countered: 'Waiting for your answer',
    accepted: 'In your cart',
  }[status as string]
  return <Status of={status} {...(label !== undefined && { label })} tone={tones[status]} />
}

const tones = { pending: 'warn', countered: 'warn', accepted: 'good', declined: 'bad', expired: 'plain' } as const

function Actions({ reservation }: { readonly reservation: Reservation }) {
  const { param: company } = useCompany()
  const { status, bought_at } = reservation
  if (bought_at !== null || !reservationStates.can(status, 'withdraw')) return null
  return (
    <div className="flex gap-2">
      {status === 'accepted' && (
        <LinkButton small to="/c/$company/cart" params={{ company }}>
          Buy
        </LinkButton>
      )}
      {status === 'countered' ? <AnswerCounter reservation={reservation} /> : <Withdraw reservation={reservation} />}
    </div>
  )
}

function Withdraw({ reservation }: { readonly reservation: Reservation }) {
  const { uuid: tenantUUID } = useCompany()
  const { uuid: reservationUUID, address, cidr, status } = reservation
  const why = useWhyNot('member') ?? whyNotNow(reservationStates, status, 'withdraw')
  const withdraw = useWrite(
    () =>
      api.DELETE('/billing/v1/{tenantUUID}/market/reservations/{reservationUUID}', {
        params: { path: { tenantUUID, reservationUUID } },
      }),
    {
      changes: [listPath, '/ecommerce/public/{user_id}/cart', '/billing/v1/{tenantUUID}/market/map'],
      done: `${address}/${cidr} released.`,
      inline: true,
    },
  )
  return (
    <Confirm
      title={`Release ${address}/${cidr}?`}
      says="The block becomes available to others immediately. You can reserve it again only while nobody else has."
      action="Withdraw"
      problem={withdraw.problem}
      onConfirm={withdraw.with()}
      trigger={
        <Button small why={why}>
          Withdraw
        </Button>
      }
    />
  )
}
