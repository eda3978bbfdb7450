import { among, uuidArray } from '../../kernel/db/arrays.ts'
import type { Context } from '../../kernel/context.ts'
import type { AllocationTable, OfferTable, ReservationTable } from '../../kernel/db/rows.gen.ts'
import { query, type Query } from '../../kernel/db/query.ts'
import { changeSoon } from '../../kernel/db/together.ts'

/** A reservation with what a buyer and its order need to know of its block. */
export interface Wanted extends ReservationTable {
  readonly until: Date | null
  readonly allocation_status: 'held' | 'claimed'
  readonly registry: string
  readonly skipped_checks: readonly string[]
}

const columns = query`r.*, a.until, a.status as allocation_status, o.registry, o.skipped_checks`
const joined = query`reservation r join allocation a on a.uuid = r.allocation_uuid join offer o on o.uuid = r.offer_uuid`
/** One by one, by their keys: the plan is kept, and one that was made for few rows would read all of many. */
const ofReservation = query`
  cross join lateral (select until, status from allocation where uuid = r.allocation_uuid offset 0) a
  cross join lateral (select registry, status, expires_at, skipped_checks from offer where uuid = r.offer_uuid offset 0) o`

/** What a company holds, agreed to and not bought yet, the oldest first. */
export async function reservationsToBuy(ctx: Context, tenant: string): Promise<Wanted[]> {
  return query<Wanted>`
    select ${columns}
    from (select uuid from allocation where tenant_uuid = ${tenant} and status = 'held' and until > ${ctx.now} offset 0) held
    cross join lateral (select * from reservation where allocation_uuid = held.uuid offset 0) r ${ofReservation}
    where r.status = 'accepted' and o.status in ('validity_active', 'validity_invalid')
    order by r.created_at, r.uuid`.few(ctx)
}

export async function reservationsClaimedBy(ctx: Context, order: string): Promise<Wanted[]> {
  return query<Wanted>`
    select ${columns} from ${joined} where r.claimed_by = ${order} and a.status = 'claimed'
    order by r.created_at, r.uuid`.rows(ctx)
}

/** Alone with all these offers until the transaction ends; in one order, so that two who want the same do not deadlock. */
export async function lockOffers(ctx: Context, offers: readonly string[]): Promise<void> {
  await query`select lock_offer(uuid) from unnest(${uuidArray([...new Set(offers)].sort())}) as wanted (uuid)`.changed(
    ctx,
  )
}

/**
 * Alone with the offers of everything a company could buy now; returns what that is, once nobody else changes it. No offer
 * is locked unless `provided` is true then.
 */
export async function lockReservationsToBuy(
  ctx: Context,
  tenant: string,
  provided: Query<boolean> = query`true`,
): Promise<Wanted[]> {
  const [locked, buyable] = await Promise.all([lockBuyable(ctx, tenant, provided), reservationsToBuy(ctx, tenant)])
  const offers = new Set(locked.map(({ uuid }) => uuid))
  // What was reserved meanwhile, of another offer, is left for the next cart.
  return buyable.filter(({ offer_uuid }) => offers.has(offer_uuid))
}

const lockBuyable = (ctx: Context, tenant: string, provided: Query<boolean>): Promise<{ uuid: string }[]> =>
  query<{ uuid: string; lock_offer: string }>`
    select uuid, lock_offer(uuid) from (
      select distinct a.offer_uuid as uuid from allocation a
      where a.tenant_uuid = ${tenant} and a.status = 'held' and a.until > ${ctx.now} and ${provided} order by 1
    ) wanted`.rows(ctx)

/** Which order has claimed them. */
export async function setClaims(ctx: Context, reservations: readonly string[], order: string | null): Promise<void> {
  const claimed = query`update reservation set claimed_by = ${order} where uuid = any(${uuidArray(reservations)})`
  await changeSoon(ctx, ['reservation'], claimed)
}

/**
 * No hold ends earlier than it did, and none is kept longer than `longest` minutes after it was made. Times are told to the
 * second: for less, as when a client orders at once what it has reserved, nothing is written.
 */
export async function keepLonger(
  ctx: Context,
  tenant: string,
  { until, longestMinutes }: { readonly until: Date; readonly longestMinutes: number },
): Promise<void> {
  const prolonged = query`
    update allocation a set until = least(${until}, a.since + make_interval(mins => ${longestMinutes}))
    from reservation r where r.allocation_uuid = a.uuid and r.status = 'accepted'
      and a.tenant_uuid = ${tenant} and a.status = 'held' and a.until > ${ctx.now}
      and a.until < least(${until}, a.since + make_interval(mins => ${longestMinutes})) - interval '1 second'`
  await changeSoon(ctx, ['allocation', 'reservation'], prolonged)
}

/** A reservation whose offer is locked, with what a lease takes over. */
export interface KeptBlock extends ReservationTable {
  readonly until: Date | null
  readonly allocation_status: AllocationTable['status']
  readonly registry: OfferTable['registry']
  readonly skipped_checks: readonly string[]
  readonly offer_expires_at: Date | null
}

/** Alone with the offers of these reservations, which never change offers. */
export async function lockKept(ctx: Context, reservations: readonly string[]): Promise<KeptBlock[]> {
  const lockOffersOf = query`
    select lock_offer(uuid) from (
      select distinct offer_uuid as uuid from reservation where uuid ${among(reservations)} order by 1
    ) wanted`
  const kept = query<KeptBlock>`
    select ${columns}, o.expires_at as offer_expires_at
    from (select * from reservation where uuid ${among(reservations)} offset 0) r ${ofReservation}`
  const [, blocks] = await Promise.all([lockOffersOf.rows(ctx), kept.rows(ctx)])
  return blocks
}

export async function setBought(ctx: Context, reservations: readonly string[]): Promise<void> {
  const bought = query`update reservation set bought_at = ${ctx.now} where uuid = any(${uuidArray(reservations)})`
  await changeSoon(ctx, ['reservation'], bought)
}
