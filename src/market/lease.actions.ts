import { audit } from '../kernel/audit.ts'
import type { Context } from '../kernel/context.ts'
import { emit } from '../kernel/events.ts'
import { move } from '../kernel/moves.ts'
import { kernelProblem } from '../kernel/problems.ts'
import { addDays, toRfc3339 } from '../kernel/time.ts'
import { newUuid } from '../kernel/uuid.ts'
import { breakCommitment, startCommitment } from './commitment.actions.ts'
import { keepForLease, putBack, rest } from './inventory.actions.ts'
import { findAllocation, type Allocation } from './inventory.store.ts'
import { mayRunUntil } from './lease.rules.ts'
import { leaseStates } from './lease.states.ts'
import {
  countLease,
  findLease,
  insertLease,
  leaseTerms,
  lockLease,
  lockOffersOf,
  setPeriods,
  updateLease,
  type Lease,
  type LeaseTerms,
} from './lease.store.ts'
import { marketProblem } from './market.problems.ts'
import type { Offer } from './offer.store.ts'
import { endIfLast } from './offerend.actions.ts'
import { asMarket, isLive } from './reservation.actions.ts'
import { lockReservation, updateReservation } from './reservation.store.ts'

export { leaseTerms, lockOffersOf, type LeaseTerms }

/** The life of a lease, from the purchase of a reservation to its end. Whoever calls has settled who may. */

export interface Purchase {
  readonly reservation: string
  readonly subscription?: string
  readonly periodStart: Date
  readonly nextDueAt: Date
}

/** Price and commission are those of this moment, and stay. */
export async function startLease(
  ctx: Context,
  { reservation: uuid, subscription, periodStart, nextDueAt }: Purchase,
): Promise<Lease> {
  const held = await lockReservation(ctx, uuid)
  if (!held) throw kernelProblem('not_found')
  const { offer, reservation, allocation } = held
  const kept = allocation.status === 'claimed' || isLive(allocation, ctx.now)
  if (reservation.status !== 'accepted' || !kept) throw marketProblem('reservation_decided')
  await keepForLease(ctx, allocation)
  await updateReservation(ctx, uuid, { bought_at: ctx.now })
  const lease = await insertLease(ctx, {
    uuid: newUuid(),
    tenant_uuid: reservation.tenant_uuid,
    holder_uuid: reservation.holder_uuid,
    offer_uuid: offer.uuid,
    pricing_uuid: reservation.pricing_uuid,
    allocation_uuid: allocation.uuid,
    reservation_uuid: uuid,
    block: reservation.block,
    registry: offer.registry,
    status: leaseStates.initial,
    price_minor: reservation.price_minor,
    commission_bp: ctx.house.config.commission,
    subscription_uuid: subscription ?? null,
    period_start: periodStart,
    next_due_at: nextDueAt,
    expires_at: offer.expires_at,
    created_at: ctx.now,
  })
  await countLease(ctx, lease, 1)
  await startCommitment(ctx, reservation, lease.uuid, periodStart)
  return moveLease(ctx, lease, 'activate', 'started')
}

/** The block stays the lessee's; what is sold with it rests. */
export async function suspendLease(ctx: Context, uuid: string): Promise<Lease> {
  return moveLease(ctx, await leaseOf(ctx, uuid), 'suspend', 'suspended')
}

export async function resumeLease(ctx: Context, uuid: string): Promise<Lease> {
  return moveLease(ctx, await leaseOf(ctx, uuid), 'resume', 'resumed')
}

/** The next period follows the one that runs; nothing renews past what has been given notice of. */
export async function renewLease(ctx: Context, uuid: string, nextDueAt: Date): Promise<Lease> {
  const locked = await lockLease(ctx, uuid)
  if (!locked) throw kernelProblem('not_found')
  const { lease, offer } = locked
  if (lease.status === 'terminated') throw marketProblem('lease_move_forbidden')
  if (!mayRunUntil(nextDueAt, lease.expires_at, offer.expires_at)) throw marketProblem('lease_expires')
  const renewed = await updateLease(ctx, uuid, { period_start: lease.next_due_at, next_due_at: nextDueAt })
  await audit(ctx, {
    action: 'lease.renewed',
    subject: { kind: 'lease', uuid },
    tenant: lease.tenant_uuid,
    data: { block: lease.block, next_due_at: toRfc3339(nextDueAt) },
  })
  return renewed
}

/**
 * Many at once, in one statement. Their offers are locked (`lockOffersOf`), and the caller has seen by `leaseTerms` that
 * each may run so long; the order that paid for it is what the log shows.
 */
export async function renewLeases(
  ctx: Context,
  renewals: readonly { readonly lease: string; readonly nextDueAt: Date }[],
): Promise<void> {
  if (renewals.length === 0) return
  if ((await setPeriods(ctx, renewals)) !== BigInt(renewals.length)) throw marketProblem('lease_move_forbidden')
}

/** The block is free again; a cancelled offer ends with the last of its leases. */
export async function endLease(ctx: Context, uuid: string): Promise<Lease> {
  const locked = await lockLease(ctx, uuid)
  if (!locked) throw kernelProblem('not_found')
  const { lease, offer } = locked
  const ended = await moveLease(ctx, lease, 'terminate', 'ended')
  const { ended_at, next_due_at } = await updateLease(ctx, uuid, { ended_at: ctx.now, next_due_at: null })
  await breakCommitment(ctx, uuid)
  const allocation = await findAllocation(ctx, lease.allocation_uuid)
  if (!allocation) throw new Error(`the lease ${uuid} has no allocation`)
  await giveBack(ctx, offer, allocation)
  await endIfLast(asMarket(ctx), offer, await countLease(ctx, lease, -1))
  return { ...ended, ended_at, next_due_at }
}

/** At once, or after the rest that the settings ask for; nobody waits for a block that is leaving the market. */
async function giveBack(ctx: Context, offer: Offer, allocation: Allocation): Promise<void> {
  const { quarantineDays } = ctx.house.config
  if (quarantineDays === 0 || offer.status === 'validity_terminated') await putBack(ctx, offer, allocation)
  else await rest(ctx, allocation, addDays(ctx.now, quarantineDays))
}

async function leaseOf(ctx: Context, uuid: string): Promise<Lease> {
  const lease = await findLease(ctx, uuid)
  if (!lease) throw kernelProblem('not_found')
  return lease
}

async function moveLease(
  ctx: Context,
  lease: Lease,
  event: 'activate' | 'suspend' | 'resume' | 'terminate',
  told: 'started' | 'suspended' | 'resumed' | 'ended',
): Promise<Lease> {
  const { uuid, tenant_uuid, status: from, block, offer_uuid } = lease
  const made = { table: 'lease', uuid, tenant: tenant_uuid, from, event, data: { block } }
  const status = await move(ctx, leaseStates, made, () => marketProblem('lease_move_forbidden'))
  await emit(ctx, { type: `lease.${told}`, tenant: tenant_uuid, data: { uuid, block, offer_uuid, status } })
  return { ...lease, status }
}
