import { sql, type Selectable, type Updateable } from 'kysely'
import { ahead } from '../kernel/atcommit.ts'
import { insertAll, steady } from '../kernel/bulk.ts'
import type { Context } from '../kernel/context.ts'
import { knownPrefix } from '../kernel/ip.ts'
import type { LeaseTable } from '../kernel/rows.gen.ts'
import { lockOffer, type Offer } from './offer.store.ts'

export type Lease = Selectable<LeaseTable>

/** As one begins: what the database derives or leaves empty is not said. */
export type NewLease = Omit<Lease, 'length' | 'asns' | 'suspended_at' | 'ended_at'>

/** The rows as they are now, in the order given. */
export async function insertLeases(ctx: Context, leases: readonly NewLease[]): Promise<Lease[]> {
  await insertAll(ctx, 'lease', leases)
  const empty = { asns: [], suspended_at: null, ended_at: null }
  return leases.map((lease) => ({ ...lease, ...empty, length: knownPrefix(lease.block).length }))
}

export async function findLease(ctx: Context, uuid: string): Promise<Lease | undefined> {
  return ctx.db.selectFrom('lease').selectAll().where('uuid', '=', uuid).executeTakeFirst()
}

/** Alone with the lease's offer until the transaction ends. */
export async function lockLease(ctx: Context, uuid: string): Promise<{ lease: Lease; offer: Offer } | undefined> {
  const seen = await findLease(ctx, uuid)
  const offer = seen && (await lockOffer(ctx, seen.offer_uuid))
  const lease = offer && (await findLease(ctx, uuid))
  return lease && { lease, offer }
}

/** What decides whether leases go on: how they stand, and past when nothing of them renews. */
export interface LeaseTerms {
  readonly uuid: string
  readonly offer_uuid: string
  readonly status: Lease['status']
  readonly expires_at: Date | null
}

export async function leaseTerms(ctx: Context, leases: readonly string[]): Promise<Map<string, LeaseTerms>> {
  const { rows } = await steady(
    ctx,
    sql<LeaseTerms>`
    select l.uuid, l.offer_uuid, l.status, least(l.expires_at, o.expires_at) as expires_at
    from lease l join offer o on o.uuid = l.offer_uuid where l.uuid = any(${[...leases]}::uuid[])`,
  )
  return new Map(rows.map((row) => [row.uuid, row]))
}

/** Alone with the offers of all these leases until the transaction ends; in the order in which everybody locks them. */
export async function lockOffersOf(ctx: Context, leases: readonly string[]): Promise<void> {
  await steady(
    ctx,
    sql`select lock_offer(offer_uuid) from (
    select distinct offer_uuid from lease where uuid = any(${[...leases]}::uuid[]) order by offer_uuid) locked`,
  )
}

/** The next period follows the one that runs; returns how many were renewed. */
export async function setPeriods(
  ctx: Context,
  renewals: readonly { readonly lease: string; readonly nextDueAt: Date }[],
): Promise<bigint> {
  const { numAffectedRows = 0n } = await steady(
    ctx,
    sql`
    update lease set period_start = lease.next_due_at, next_due_at = renewal.next_due_at
    from unnest(${renewals.map(({ lease }) => lease)}::uuid[],
      ${renewals.map(({ nextDueAt }) => nextDueAt)}::timestamptz[]) as renewal (subject, next_due_at)
    where uuid = renewal.subject and status <> 'terminated'`,
  )
  return numAffectedRows
}

/** Everything but the status, which only `move` writes. */
export async function updateLease(
  ctx: Context,
  uuid: string,
  change: Pick<Updateable<LeaseTable>, 'period_start' | 'next_due_at' | 'suspended_at' | 'ended_at'>,
): Promise<Lease> {
  return ctx.db.updateTable('lease').set(change).where('uuid', '=', uuid).returningAll().executeTakeFirstOrThrow()
}

/** What an offer's leases add up to, one more or one less; returns how many are left. */
export async function countLease(
  ctx: Context,
  { offer_uuid, length, price_minor }: Lease,
  by: 1 | -1,
): Promise<number> {
  const { rows } = await sql<{ live_leases: number }>`
    update offer set live_leases = live_leases + ${by}, run_rate_minor = run_rate_minor + ${by * price_minor},
      used_addresses = used_addresses + ${by * 2 ** (32 - length)}
    where uuid = ${offer_uuid} returning live_leases`.execute(ctx.db)
  return rows[0]?.live_leases ?? 0
}

/** So many more, of several offers. */
export async function countLeases(ctx: Context, leases: readonly Lease[]): Promise<void> {
  const counted = sql`
    update offer set live_leases = live_leases + new.leases, run_rate_minor = run_rate_minor + new.price,
      used_addresses = used_addresses + new.addresses
    from (
      select offer, count(*) as leases, sum(price) as price, sum(addresses) as addresses
      from unnest(${leases.map(({ offer_uuid }) => offer_uuid)}::uuid[],
        ${leases.map(({ price_minor }) => price_minor)}::bigint[],
        ${leases.map(({ length }) => 2 ** (32 - length))}::bigint[]) as lease (offer, price, addresses) group by offer
    ) new where uuid = new.offer`
  await ahead(ctx.db, steady(ctx, counted))
}

/** Who leases parts of an offer, and which. */
export async function lesseesOf(ctx: Context, offer: string): Promise<{ tenant_uuid: string; blocks: string[] }[]> {
  const { rows } = await sql<{ tenant_uuid: string; blocks: string[] }>`
    select tenant_uuid, array_agg(block::text order by block) as blocks from lease
    where offer_uuid = ${offer} and status <> 'terminated' group by tenant_uuid order by tenant_uuid`.execute(ctx.db)
  return rows
}
