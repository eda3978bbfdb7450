import { sql, type Selectable, type Updateable } from 'kysely'
import type { Context } from '../kernel/context.ts'
import type { CommitmentTable } from '../kernel/rows.gen.ts'

export type Commitment = Selectable<CommitmentTable>

export async function insertCommitment(ctx: Context, commitment: Commitment): Promise<void> {
  await ctx.db.insertInto('commitment').values(commitment).execute()
}

/** Everything but the status, which only `move` writes. */
export async function updateCommitment(
  ctx: Context,
  uuid: string,
  change: Pick<Updateable<CommitmentTable>, 'lease_uuid' | 'starts_at' | 'ends_at'>,
): Promise<void> {
  await ctx.db.updateTable('commitment').set(change).where('uuid', '=', uuid).execute()
}

/** The one that hangs on a reservation, whose offer is locked: nobody else moves it. */
export async function commitmentOf(ctx: Context, reservation: string): Promise<Commitment | undefined> {
  return ctx.db.selectFrom('commitment').selectAll().where('reservation_uuid', '=', reservation).executeTakeFirst()
}

/** Locked, because the job that completes commitments does not wait for the offer. */
export async function lockRunningCommitment(ctx: Context, lease: string): Promise<Commitment | undefined> {
  return ctx.db
    .selectFrom('commitment')
    .selectAll()
    .where('lease_uuid', '=', lease)
    .where('status', '=', 'active')
    .forUpdate()
    .executeTakeFirst()
}

export const nextCommitmentEnd = () => sql<Date | null>`select min(ends_at) from commitment where status = 'active'`

/** Past their end, the first to end in front; those that another node or a lease's end has in hand are left to it. */
export async function lockEndedCommitments(ctx: Context, most: number): Promise<Commitment[]> {
  return ctx.db
    .selectFrom('commitment')
    .selectAll()
    .where('status', '=', 'active')
    .where('ends_at', '<=', ctx.now)
    .orderBy('ends_at')
    .limit(most)
    .forUpdate()
    .skipLocked()
    .execute()
}
