import { timeArray, uuidArray, wholeArray } from '../../kernel/db/arrays.ts'
import { insertLater, insertSoon } from '../../kernel/db/bulk.ts'
import type { Context } from '../../kernel/context.ts'
import type { Problem } from '../../kernel/problems.ts'
import { knownPrefix } from '../../kernel/ip/index.ts'
import type { LeaseTable, LeaseTermTable } from '../../kernel/db/rows.gen.ts'
import { assigned, query } from '../../kernel/db/query.ts'
import { changeSoon } from '../../kernel/db/together.ts'
import { lockOffer, type Offer } from '../offer/offer.store.ts'

/** The period that runs, which moves with every renewal. */
type Term = Pick<LeaseTermTable, 'period_start' | 'next_due_at'>

export type Lease = LeaseTable & Term

/** As one begins: what the database derives or leaves empty is not said. */
export type NewLease = Omit<Lease, 'length' | 'asns' | 'suspended_at' | 'ended_at'>

/** The rows as they are now, in the order given. */
export async function insertLeases(ctx: Context, leases: readonly NewLease[]): Promise<Lease[]> {
  await insertSoon(
    ctx,
    'lease',
    leases.map(({ period_start: _start, next_due_at: _due, ...lease }) => lease),
  )
  await insertLater(
    ctx,
    'lease_term',
    leases.map(({ uuid, tenant_uuid, period_start, next_due_at }) => ({
      uuid,
      tenant_uuid,
      period_start,
      next_due_at,
    })),
  )
  const empty = { asns: [], suspended_at: null, ended_at: null }
  return leases.map((lease) => ({ ...lease, ...empty, length: knownPrefix(lease.block).length }))
}

export async function findLease(ctx: Context, uuid: string): Promise<Lease | undefined> {
  return query<Lease>`
    select l.*, t.period_start, t.next_due_at from lease l join lease_term t on t.uuid = l.uuid
    where l.uuid = ${uuid}`.one(ctx)
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
  const rows = await query<LeaseTerms>`
    select l.uuid, l.offer_uuid, l.status, least(l.expires_at, o.expires_at) as expires_at
    from lease l join offer o on o.uuid = l.offer_uuid where l.uuid = any(${uuidArray(leases)})`.rows(ctx)
  return new Map(rows.map((row) => [row.uuid, row]))
}

/** Alone with the offers of all these leases until the transaction ends; in the order in which everybody locks them. */
export async function lockOffersOf(ctx: Context, leases: readonly string[]): Promise<void> {
  await query`select lock_offer(offer_uuid) from (
    select distinct offer_uuid from lease where uuid = any(${uuidArray(leases)}) order by offer_uuid) locked`.rows(ctx)
}

/** The next period follows the one that runs, and none what has ended; all of them or none. */
export async function setPeriods(
  ctx: Context,
  renewals: readonly { readonly lease: string; readonly nextDueAt: Date }[],
  refusal: () => Problem,
): Promise<void> {
  const update = query`
    update lease_term set period_start = lease_term.next_due_at, next_due_at = renewal.next_due_at
    from unnest(${uuidArray(renewals.map(({ lease }) => lease))},
      ${timeArray(renewals.map(({ nextDueAt }) => nextDueAt))}) as renewal (subject, next_due_at)
    where uuid = renewal.subject and lease_term.next_due_at is not null`
  await update.changes(renewals.length, ctx, refusal)
}

export async function setTerm(ctx: Context, uuid: string, term: Partial<Term>): Promise<void> {
  await query`update lease_term set ${assigned(term)} where uuid = ${uuid}`.changed(ctx)
}

/** Since when it has been so; the status is `move`'s. */
export async function setSince(
  ctx: Context,
  uuid: string,
  since: Partial<Pick<Lease, 'suspended_at' | 'ended_at'>>,
): Promise<void> {
  await query`update lease set ${assigned(since)} where uuid = ${uuid}`.changed(ctx)
}

/** What an offer's leases add up to, one more or one less; returns how many are left. */
export async function countLease(
  ctx: Context,
  { offer_uuid, length, price_minor }: Lease,
  by: 1 | -1,
): Promise<number> {
  const rows = await query<{ live_leases: number }>`
    update offer set live_leases = live_leases + ${by}, run_rate_minor = run_rate_minor + ${by * price_minor},
      used_addresses = used_addresses + ${by * 2 ** (32 - length)}
    where uuid = ${offer_uuid} returning live_leases`.rows(ctx)
  return rows[0]?.live_leases ?? 0
}

/** So many more, of several offers. */
export async function countLeases(ctx: Context, leases: readonly Lease[]): Promise<void> {
  const counted = query`
    update offer set live_leases = live_leases + new.leases, run_rate_minor = run_rate_minor + new.price,
      used_addresses = used_addresses + new.addresses
    from (
      select offer, count(*) as leases, sum(price) as price, sum(addresses) as addresses
      from unnest(${uuidArray(leases.map(({ offer_uuid }) => offer_uuid))},
        ${wholeArray(leases.map(({ price_minor }) => price_minor))},
        ${wholeArray(leases.map(({ length }) => 2 ** (32 - length)))}) as lease (offer, price, addresses) group by offer
    ) new where uuid = new.offer`
  await changeSoon(ctx, ['offer'], counted)
}

/** Who leases parts of an offer, and which. */
export async function lesseesOf(ctx: Context, offer: string): Promise<{ tenant_uuid: string; blocks: string[] }[]> {
  const rows = await query<{ tenant_uuid: string; blocks: string[] }>`
    select tenant_uuid, array_agg(block::text order by block) as blocks from lease
    where offer_uuid = ${offer} and status <> 'terminated' group by tenant_uuid order by tenant_uuid`.rows(ctx)
  return rows
}
