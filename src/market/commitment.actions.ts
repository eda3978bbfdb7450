import type { Context } from '../kernel/context.ts'
import { move } from '../kernel/moves.ts'
import { kernelProblem } from '../kernel/problems.ts'
import { addMonths } from '../kernel/time.ts'
import { newUuid } from '../kernel/uuid.ts'
import { commitmentStates } from './commitment.states.ts'
import {
  commitmentOf,
  insertCommitment,
  lockEndedCommitments,
  lockRunningCommitment,
  updateCommitment,
  type Commitment,
} from './commitment.store.ts'
import type { Reservation } from './reservation.store.ts'

/** A company's word to keep a block for months. Its offer is locked by the caller's transaction. */

/** Waits for its lease; a monthly contract promises nothing. */
export async function planCommitment(ctx: Context, reservation: Reservation): Promise<void> {
  const { contract_months: months, uuid, tenant_uuid, offer_uuid, pricing_uuid, price_minor } = reservation
  if (months === 1) return
  await insertCommitment(ctx, {
    uuid: newUuid(),
    tenant_uuid,
    offer_uuid,
    pricing_uuid,
    reservation_uuid: uuid,
    lease_uuid: null,
    status: commitmentStates.initial,
    price_minor,
    months,
    starts_at: null,
    ends_at: null,
  })
}

/** With the lease's first period. */
export async function startCommitment(
  ctx: Context,
  reservation: Reservation,
  lease: string,
  startsAt: Date,
): Promise<void> {
  const commitment = await planned(ctx, reservation)
  if (!commitment) return
  const { uuid, months } = commitment
  await updateCommitment(ctx, uuid, { lease_uuid: lease, starts_at: startsAt, ends_at: addMonths(startsAt, months) })
  await moveCommitment(ctx, commitment, 'start')
}

/** Where a reservation ends before it was bought. */
export async function dropCommitment(ctx: Context, reservation: Reservation): Promise<void> {
  const commitment = await planned(ctx, reservation)
  if (commitment) await moveCommitment(ctx, commitment, 'terminate')
}

async function planned(ctx: Context, { uuid, contract_months }: Reservation): Promise<Commitment | undefined> {
  return contract_months === 1 ? undefined : commitmentOf(ctx, uuid)
}

/** Where a lease ends before its commitment does. */
export async function breakCommitment(ctx: Context, lease: string): Promise<void> {
  const commitment = await lockRunningCommitment(ctx, lease)
  if (commitment) await moveCommitment(ctx, commitment, 'terminate')
}

/** Kept to the end; returns how many. */
export async function completeEnded(ctx: Context, most: number): Promise<number> {
  const ended = await lockEndedCommitments(ctx, most)
  for (const commitment of ended) await moveCommitment(ctx, commitment, 'complete')
  return ended.length
}

async function moveCommitment(
  ctx: Context,
  { uuid, tenant_uuid, status }: Commitment,
  event: 'start' | 'complete' | 'terminate',
): Promise<void> {
  const made = { table: 'commitment', uuid, tenant: tenant_uuid, from: status, event }
  await move(ctx, commitmentStates, made, () => kernelProblem('state_conflict'))
}
