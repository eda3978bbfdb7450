import { timeArray, uuidArray } from '../../kernel/db/arrays.ts'
import { insertAll } from '../../kernel/db/bulk.ts'
import type { Context } from '../../kernel/context.ts'
import type { CommitmentTable } from '../../kernel/db/rows.gen.ts'
import { query } from '../../kernel/db/query.ts'
import type { RunningCommitment } from '../lease/view.rules.ts'

export type Commitment = CommitmentTable

export async function insertCommitment(ctx: Context, commitment: Commitment): Promise<void> {
  await insertAll(ctx, 'commitment', [commitment])
}

/** Everything but the status, which only `moveAll` writes. */
export async function setCommitments(
  ctx: Context,
  begun: readonly { readonly uuid: string; readonly lease: string; readonly startsAt: Date; readonly endsAt: Date }[],
): Promise<void> {
  if (begun.length === 0) return
  await query`
    update commitment set lease_uuid = begun.lease, starts_at = begun.starts_at, ends_at = begun.ends_at
    from unnest(${uuidArray(begun.map(({ uuid }) => uuid))}, ${uuidArray(begun.map(({ lease }) => lease))},
      ${timeArray(begun.map(({ startsAt }) => startsAt))}, ${timeArray(begun.map(({ endsAt }) => endsAt))})
      as begun (subject, lease, starts_at, ends_at)
    where uuid = begun.subject`.changed(ctx)
}

/** While it waits for its lease. */
export async function setCommitmentPrice(ctx: Context, reservation: string, priceMinor: number): Promise<void> {
  await query`
    update commitment set price_minor = ${priceMinor} where reservation_uuid = ${reservation} and status = 'pending'`.changed(
    ctx,
  )
}

/** Those that hang on these reservations, whose offers are locked: nobody else moves them. */
export async function commitmentsOf(ctx: Context, reservations: readonly string[]): Promise<Commitment[]> {
  if (reservations.length === 0) return []
  return query<Commitment>`
    select * from commitment where reservation_uuid = any(${uuidArray(reservations)})`.rows(ctx)
}

/** The one that hangs on a reservation, whose offer is locked: nobody else moves it. */
export async function commitmentOf(ctx: Context, reservation: string): Promise<Commitment | undefined> {
  return query<Commitment>`select * from commitment where reservation_uuid = ${reservation}`.one(ctx)
}

/** Locked, because the job that completes commitments does not wait for the offer. */
export async function lockRunningCommitment(ctx: Context, lease: string): Promise<Commitment | undefined> {
  return query<Commitment>`
    select * from commitment where lease_uuid = ${lease} and status = 'active' for update`.one(ctx)
}

/** Of leases whose offers are locked: nobody else breaks them. */
export async function runningCommitments(
  ctx: Context,
  leases: readonly string[],
): Promise<(RunningCommitment & { readonly lease_uuid: string })[]> {
  const rows = await query<RunningCommitment & { lease_uuid: string }>`
    select lease_uuid, starts_at, ends_at, months, price_minor from commitment
    where lease_uuid = any(${uuidArray(leases)}) and status = 'active'`.rows(ctx)
  return rows
}

export const nextCommitmentEnd = () => query<Date | null>`select min(ends_at) from commitment where status = 'active'`

/** Past their end, the first to end in front; those that another node or a lease's end has in hand are left to it. */
export async function lockEndedCommitments(ctx: Context, most: number): Promise<Commitment[]> {
  return query<Commitment>`
    select * from commitment where status = 'active' and ends_at <= ${ctx.now}
    order by ends_at limit ${most} for update skip locked`.rows(ctx)
}
