import { firstAddress, formatAddress, knownPrefix } from '../../kernel/ip/index.ts'
import { money, toNumber } from '../../kernel/money.ts'
import { pageQuery } from '../../kernel/db/paging.ts'
import {
  Answer,
  Body,
  Int,
  ListOf,
  named,
  Nullable,
  OneOf,
  Text,
  Type,
  UnixTime,
  Uuid,
  type Static,
} from '../../kernel/http/schema.ts'
import { toUnix } from '../../kernel/time.ts'
import { priceFor } from '../pricing/discount.rules.ts'
import type { Kept } from './reservation.actions.ts'
import type { Wish } from './reservation.rules.ts'
import { reservationStates } from './reservation.states.ts'
import type { ListedReservation } from './list.store.ts'

export const ReserveBody = Body('NewReservation', {
  pricing_uuid: Uuid,
  address: Text(15, { description: "The block's first address.", examples: ['192.0.2.0'] }),
  cidr: Int(8, 24, { description: 'Its prefix length, which is that of the price.' }),
  ip_price: Text(32, {
    description:
      'Per address and month, up to 12 decimals; the nearest price of the block is meant. At the list price the block is yours at once, for a commitment at what is left of it after its discount.',
    examples: ['0.390625'],
  }),
  contract_length: Int(1, 120, { description: "1 (monthly) or one of the price's commitment periods, in months." }),
  reservation_id: Type.Optional(Text(100, { description: "The market service's token, for what is hidden." })),
})

export function readWish(body: Static<typeof ReserveBody>, tenant: string): Wish {
  return {
    tenant,
    address: body.address,
    length: body.cidr,
    ipPrice: body.ip_price,
    months: body.contract_length,
    token: body.reservation_id,
  }
}

export const CounterBody = Body('CounterOffer', {
  ip_price: Text(32, {
    description: 'Per address and month, up to 12 decimals: more than was offered, and less than the list price.',
    examples: ['0.35'],
  }),
})

const fields = {
  uuid: Uuid,
  reservation_id: Type.String({ description: 'The token of this reservation.' }),
  address: Type.String(),
  cidr: Type.Integer(),
  ip_price: Type.String(),
  contract_length: Type.Integer(),
  counter_ip_price: Nullable(Type.String({ description: "The holder's third price, once it has named one." })),
  status: OneOf(reservationStates.states),
  expires_at: Nullable(UnixTime),
}

export const ReservationAnswer = named('Reservation', fields)

export function reservationAnswer({ reservation, until }: { reservation: Kept['reservation']; until: Date | null }) {
  const block = knownPrefix(reservation.block)
  return {
    uuid: reservation.uuid,
    reservation_id: reservation.token,
    address: formatAddress(firstAddress(block)),
    cidr: block.length,
    ip_price: reservation.ip_price,
    contract_length: reservation.contract_months,
    counter_ip_price: reservation.counter_ip_price,
    status: reservation.status,
    expires_at: toUnix(until),
  }
}

export const ListedReservationAnswer = named('ListedReservation', {
  ...fields,
  side: OneOf(['lessee', 'holder'], 'Which of the two companies you are.'),
  market_service_uuid: Uuid,
  price: Type.Number({ description: 'For the whole block for one month.' }),
  counter_price: Nullable(Type.Number({ description: 'The third price for the whole block for one month.' })),
  list_price: Type.Number({ description: 'What the holder asks for it now, for that contract_length.' }),
  negotiated: Type.Boolean({ description: 'Below the list price, so that the holder decides.' }),
  tenant: Nullable(Answer({ uuid: Uuid, title: Type.String() }, 'Who wishes; only the holder is told.')),
  created_at: UnixTime,
  decided_at: Nullable(UnixTime),
  bought_at: Nullable(UnixTime),
})

export function listedAnswer(row: ListedReservation, currency: string): Static<typeof ListedReservationAnswer> {
  return {
    ...reservationAnswer({ reservation: row, until: row.until }),
    side: row.side,
    market_service_uuid: row.offer_uuid,
    price: toNumber(money(row.price_minor, currency)),
    counter_price: row.counter_minor === null ? null : toNumber(money(row.counter_minor, currency)),
    list_price: toNumber(
      money(priceFor(row.list_minor, row.contract_months, row.commitment_discounts, currency).minor, currency),
    ),
    negotiated: row.negotiated,
    tenant: row.side === 'holder' ? { uuid: row.tenant_uuid, title: row.lessee_title } : null,
    created_at: toUnix(row.created_at),
    decided_at: toUnix(row.decided_at),
    bought_at: toUnix(row.bought_at),
  }
}

export const perPage = 25

export const ReservationQuery = pageQuery({
  perPage,
  sortable: [],
  filters: {
    side: Type.Optional(ListOf(OneOf(['lessee', 'holder']), 2)),
    status: Type.Optional(ListOf(OneOf(reservationStates.states), reservationStates.states.length)),
  },
})
