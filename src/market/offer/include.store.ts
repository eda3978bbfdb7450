import type { Context } from '../../kernel/context.ts'
import { query } from '../../kernel/db/query.ts'
import type { CommitmentTable, LeaseTable, PricingTable, ReservationTable } from '../../kernel/db/rows.gen.ts'

/** What hangs on an offer now, in address order: live claims do not overlap, so the block is a total order. */

type PricingFacts = Pick<PricingTable, 'wants_to_negotiate' | 'commitment_periods'>

export interface LeaseOfOffer
  extends Pick<LeaseTable, 'uuid' | 'block' | 'length' | 'status' | 'price_minor' | 'commission_bp'>, PricingFacts {
  readonly pricing_uuid: string
}

export interface ReservationOfOffer
  extends
    Pick<
      ReservationTable,
      'uuid' | 'pricing_uuid' | 'block' | 'price_minor' | 'contract_months' | 'created_at' | 'tenant_uuid'
    >,
    PricingFacts {
  readonly tenant_title: string
}

export type CommitmentOfOffer = CommitmentTable

export interface Stretch {
  readonly most: number
  readonly offset: number
}

export function liveLeases(ctx: Context, offer: string, { most, offset }: Stretch): Promise<LeaseOfOffer[]> {
  return query<LeaseOfOffer>`
    select l.uuid, l.block, l.length, l.status, l.price_minor, l.commission_bp, l.pricing_uuid,
      p.wants_to_negotiate, p.commitment_periods
    from lease l join pricing p on p.uuid = l.pricing_uuid
    where l.offer_uuid = ${offer} and l.status in ('pending', 'active', 'suspended')
    order by l.block limit ${most} offset ${offset}`.rows(ctx)
}

/** To be answered, or accepted and not bought yet; with a commitment or by the month. */
export function liveReservations(
  ctx: Context,
  offer: string,
  committed: boolean,
  { most, offset }: Stretch,
): Promise<ReservationOfOffer[]> {
  return query<ReservationOfOffer>`
    select r.uuid, r.pricing_uuid, r.block, r.price_minor, r.contract_months, r.created_at, r.tenant_uuid,
      t.title as tenant_title, p.wants_to_negotiate, p.commitment_periods
    from reservation r join pricing p on p.uuid = r.pricing_uuid join tenant t on t.uuid = r.tenant_uuid
    where r.offer_uuid = ${offer} and (r.contract_months > 1) = ${committed}::boolean
      and r.status in ('pending', 'countered', 'accepted') and r.bought_at is null
    order by r.block limit ${most} offset ${offset}`.rows(ctx)
}

/** Those that run, by lease. */
export async function commitmentsOfLeases(
  ctx: Context,
  uuids: readonly string[],
): Promise<Map<string | null, CommitmentOfOffer>> {
  const rows = await query<CommitmentOfOffer>`
    select * from commitment
    where lease_uuid = any(${uuids}::uuid[]) and status in ('pending', 'active') order by uuid`.rows(ctx)
  return new Map(rows.map((commitment) => [commitment.lease_uuid, commitment]))
}

/** By reservation. */
export async function commitmentsOfReservations(
  ctx: Context,
  uuids: readonly string[],
): Promise<Map<string | null, CommitmentOfOffer>> {
  const rows = await query<CommitmentOfOffer>`
    select * from commitment where reservation_uuid = any(${uuids}::uuid[])`.rows(ctx)
  return new Map(rows.map((commitment) => [commitment.reservation_uuid, commitment]))
}
