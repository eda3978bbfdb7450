import { sql, type Selectable } from 'kysely'
import type { Context } from '../kernel/context.ts'
import { hot } from '../kernel/db.ts'
import type { ReservationTable } from '../kernel/rows.gen.ts'

/** A reservation with what a buyer and its order need to know of its block. */
export interface Wanted extends Selectable<ReservationTable> {
  readonly until: Date | null
  readonly allocation_status: 'held' | 'claimed'
  readonly registry: string
}

const columns = sql`r.*, a.until, a.status as allocation_status, o.registry`
const joined = sql`reservation r join allocation a on a.uuid = r.allocation_uuid join offer o on o.uuid = r.offer_uuid`

const buyable = hot<Wanted>('reservations_to_buy', (db) =>
  sql<Wanted>`
    select ${columns} from ${joined}
    where a.tenant_uuid = ${''} and a.status = 'held' and a.until > ${''} and r.status = 'accepted'
      and o.status in ('validity_active', 'validity_invalid')
    order by r.created_at, r.uuid`.compile(db),
)

/** What a company holds, agreed to and not bought yet, the oldest first. */
export async function reservationsToBuy(ctx: Context, tenant: string): Promise<Wanted[]> {
  return buyable(ctx, tenant, ctx.now)
}

const claimed = hot<Wanted>('reservations_claimed', (db) =>
  sql<Wanted>`
    select ${columns} from ${joined} where r.claimed_by = ${''} and a.status = 'claimed'
    order by r.created_at, r.uuid`.compile(db),
)

export async function reservationsClaimedBy(ctx: Context, order: string): Promise<Wanted[]> {
  return claimed(ctx, order)
}

/** Alone with all these offers until the transaction ends; in one order, so that two who want the same do not deadlock. */
export async function lockOffers(ctx: Context, offers: readonly string[]): Promise<void> {
  await sql`select lock_offer(uuid) from unnest(${[...new Set(offers)].sort()}::uuid[]) as wanted (uuid)`.execute(
    ctx.db,
  )
}

export async function setClaim(ctx: Context, reservations: readonly string[], order: string | null): Promise<void> {
  await sql`update reservation set claimed_by = ${order} where uuid = any(${[...reservations]}::uuid[])`.execute(ctx.db)
}

export async function setAllocationEnds(
  ctx: Context,
  allocations: readonly string[],
  until: Date | null,
): Promise<void> {
  await sql`update allocation set until = ${until} where uuid = any(${[...allocations]}::uuid[])`.execute(ctx.db)
}

/** No hold ends earlier than it did, and none is kept longer than `longest` minutes after it was made. */
export async function keepLonger(
  ctx: Context,
  tenant: string,
  { until, longestMinutes }: { readonly until: Date; readonly longestMinutes: number },
): Promise<void> {
  await sql`
    update allocation a set until = least(${until}, a.since + make_interval(mins => ${longestMinutes}))
    from reservation r where r.allocation_uuid = a.uuid and r.status = 'accepted'
      and a.tenant_uuid = ${tenant} and a.status = 'held' and a.until > ${ctx.now}
      and a.until < least(${until}, a.since + make_interval(mins => ${longestMinutes}))`.execute(ctx.db)
}
