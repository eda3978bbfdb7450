import { uuidArray } from '../../kernel/db/arrays.ts'
import { insertSoon } from '../../kernel/db/bulk.ts'
import type { Context } from '../../kernel/context.ts'
import { nothing, query } from '../../kernel/db/query.ts'
import type { PricingTable, ReservationTable } from '../../kernel/db/rows.gen.ts'
import type { Allocation } from '../inventory/inventory.store.ts'
import { lockOffer, type Offer } from '../offer/offer.store.ts'

export type Reservation = ReservationTable

/** What a price stands for, in one row: the offer, the price itself, and what a claim on it would run into. */
export interface Terms
  extends Offer, Pick<PricingTable, 'length' | 'wants_to_negotiate' | 'commitment_periods' | 'withdrawn_at'> {
  readonly pricing_uuid: string
  readonly list_minor: number
  /** How many blocks the company keeps from others now, here or elsewhere: held, or claimed by an order. */
  readonly kept: number
  /** Holds of the offer have lapsed and not been released yet. */
  readonly has_lapsed: boolean
}

const terms = (ctx: Context, tenant: string, pricing: string): Promise<Terms[]> =>
  query<Terms>`
    select o.*, p.uuid as pricing_uuid, p.price_minor as list_minor, p.length, p.wants_to_negotiate, p.commitment_periods,
      p.withdrawn_at,
      (select count(*) from allocation a where a.tenant_uuid = ${tenant} and a.status in ('held', 'claimed')
        and (a.until is null or a.until > ${ctx.now})) as kept,
      exists (select from allocation a where a.offer_uuid = o.uuid and a.status = 'held' and a.until <= ${ctx.now})
        as has_lapsed
    from pricing p join offer o on o.uuid = p.offer_uuid where p.uuid = ${pricing}`.rows(ctx)

/** Alone with what the company keeps, which is then counted right, and with the offer that a price is of. */
const takeBoth = (ctx: Context, tenant: string, pricing: string): Promise<unknown> =>
  query`select pg_advisory_xact_lock(hashtextextended(${tenant}, 6114000259)), lock_offer(offer_uuid)
    from pricing where uuid = ${pricing}`.rows(ctx)

/** As they are once both are locked. */
export async function lockTerms(ctx: Context, tenant: string, pricing: string): Promise<Terms | undefined> {
  const [, [locked]] = await Promise.all([takeBoth(ctx, tenant, pricing), terms(ctx, tenant, pricing)])
  return locked
}

export async function insertReservation(ctx: Context, reservation: Reservation): Promise<void> {
  await insertSoon(ctx, 'reservation', [reservation])
}

/** Everything but the status, which only `move` writes. */
export async function setDecided(ctx: Context, uuid: string): Promise<void> {
  await query`update reservation set decided_at = ${ctx.now} where uuid = ${uuid}`.changed(ctx)
}

/** The holder's third price. */
export async function setCounter(ctx: Context, uuid: string, minor: number, ipPrice: string): Promise<void> {
  await query`update reservation set counter_minor = ${minor}, counter_ip_price = ${ipPrice} where uuid = ${uuid}`.changed(
    ctx,
  )
}

/** It is the price. */
export async function setAgreed(ctx: Context, uuid: string): Promise<void> {
  await query`update reservation set price_minor = counter_minor, ip_price = counter_ip_price
    where uuid = ${uuid}`.changed(ctx)
}

/** A wish, what keeps its block, and the offer both are of. */
export interface Held {
  readonly offer: Offer
  readonly reservation: Reservation
  readonly allocation: Allocation
}

/** Of the company that wishes or of the one that is asked. */
export type Side = 'lessee' | 'holder'

export const sideColumns = { lessee: query`tenant_uuid`, holder: query`holder_uuid` }

/** Alone with the offer; whose reservation it is not, makes nobody wait. */
export async function lockReservation(
  ctx: Context,
  uuid: string,
  of?: { readonly side: Side; readonly tenant: string },
): Promise<Held | undefined> {
  const theirs = of && query`and ${sideColumns[of.side]} = ${of.tenant}`
  const wanted = query<Reservation>`select * from reservation where uuid = ${uuid} ${theirs ?? nothing}`
  const seen = await wanted.one(ctx)
  const offer = seen && (await lockOffer(ctx, seen.offer_uuid))
  if (!offer) return undefined
  const reservation = await wanted.only(ctx)
  const allocation = await query<Allocation>`
    select * from allocation where uuid = ${reservation.allocation_uuid}`.only(ctx)
  return { offer, reservation, allocation }
}

/** By the allocation that keeps the block. */
export async function reservationsOf(ctx: Context, allocations: readonly string[]): Promise<Map<string, Reservation>> {
  if (allocations.length === 0) return new Map()
  const rows = await query<Reservation>`
    select * from reservation where allocation_uuid = any(${uuidArray(allocations)})`.rows(ctx)
  return new Map(rows.map((row) => [row.allocation_uuid, row]))
}
