import type { Context } from '../../kernel/context.ts'
import { move, moveAll } from '../../kernel/db/moves.ts'
import { kernelProblem } from '../../kernel/problems.ts'
import { addMonths } from '../../kernel/time.ts'
import { newUuid } from '../../kernel/uuid.ts'
import { commitmentStates } from './commitment.states.ts'
import {
  commitmentOf,
  commitmentsOf,
  insertCommitment,
  lockEndedCommitments,
  lockRunningCommitment,
  runningCommitments,
  setCommitmentPrice,
  setCommitments,
  type Commitment,
} from './commitment.store.ts'
import { earlyExitOf } from '../lease/view.rules.ts'
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

/** Another price was agreed to. */
export async function repriceCommitment(
  ctx: Context,
  { uuid, contract_months, price_minor }: Reservation,
): Promise<void> {
  if (contract_months > 1) await setCommitmentPrice(ctx, uuid, price_minor)
}

/** With their leases' first periods; the leases are in the order of what was reserved. */
export async function startCommitments(
  ctx: Context,
  reservations: readonly Reservation[],
  leases: readonly { readonly uuid: string; readonly period_start: Date | null }[],
): Promise<void> {
  const leaseOf = new Map(reservations.map(({ uuid }, i) => [uuid, leases[i]]))
  const committed = reservations.filter(({ contract_months }) => contract_months > 1).map(({ uuid }) => uuid)
  const started = (await commitmentsOf(ctx, committed)).flatMap((commitment) => {
    const lease = leaseOf.get(commitment.reservation_uuid ?? '')
    return lease?.period_start ? [{ commitment, lease: lease.uuid, startsAt: lease.period_start }] : []
  })
  await setCommitments(
    ctx,
    started.map(({ commitment: { uuid, months }, lease, startsAt }) => ({
      uuid,
      lease,
      startsAt,
      endsAt: addMonths(startsAt, months),
    })),
  )
  await moveAll(
    ctx,
    commitmentStates,
    'commitment',
    'start',
    started.map(({ commitment: { uuid, tenant_uuid: tenant, status: from } }) => ({ uuid, tenant, from })),
  )
}

/** Where a reservation ends before it was bought. */
export async function dropCommitment(ctx: Context, reservation: Reservation): Promise<void> {
  const commitment = await planned(ctx, reservation)
  if (commitment) await moveCommitment(ctx, commitment, 'terminate')
}

async function planned(ctx: Context, { uuid, contract_months }: Reservation): Promise<Commitment | undefined> {
  return contract_months === 1 ? undefined : commitmentOf(ctx, uuid)
}

/** What leaving each of these leases before its commitment's end costs at that time; nothing where none runs. */
export async function earlyExits(
  ctx: Context,
  leaving: readonly { readonly lease: string; readonly at: Date }[],
): Promise<Map<string, number>> {
  if (leaving.length === 0) return new Map()
  const atOf = new Map(leaving.map(({ lease, at }) => [lease, at]))
  const commitments = await runningCommitments(ctx, [...atOf.keys()])
  return new Map(
    commitments
      .map(
        (one) => [one.lease_uuid, earlyExitOf(one, atOf.get(one.lease_uuid) as Date, ctx.house.config).minor] as const,
      )
      .filter(([, amount]) => amount > 0),
  )
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
  trigger: 'complete' | 'terminate',
): Promise<void> {
  const made = { table: 'commitment', uuid, tenant: tenant_uuid, from: status, trigger }
  await move(ctx, commitmentStates, made, () => kernelProblem('state_conflict'))
}
