import { auditAll } from '../../kernel/audit.ts'
import { moveAction } from '../../kernel/audit-action.ts'
import type { Context } from '../../kernel/context.ts'
import { emit, emitAll } from '../../kernel/work/events.ts'
import { move } from '../../kernel/db/moves.ts'
import { kernelProblem } from '../../kernel/problems.ts'
import { addDays } from '../../kernel/time.ts'
import { newUuid } from '../../kernel/uuid.ts'
import { lockKept, setBought, type KeptBlock } from '../inventory/claim.store.ts'
import { breakCommitment, startCommitments } from '../reservation/commitment.actions.ts'
import { keepForLeases, putBack, rest } from '../inventory/inventory.actions.ts'
import { findAllocation, type Allocation } from '../inventory/inventory.store.ts'
import { leaseStates } from './lease.states.ts'
import {
  countLease,
  countLeases,
  findLease,
  insertLeases,
  leaseTerms,
  lockLease,
  lockOffersOf,
  setPeriods,
  setSince,
  setTerm,
  type Lease,
  type LeaseTerms,
  type NewLease,
} from './lease.store.ts'
import { marketEvents } from '../market.events.ts'
import { marketProblem } from '../market.problems.ts'
import type { Offer } from '../offer/offer.store.ts'
import { endIfLast } from '../offer/end.actions.ts'
import { asMarket, isLive } from '../reservation/reservation.actions.ts'

export { lockKept, type KeptBlock }

export { leaseTerms, lockOffersOf, type LeaseTerms }

/** The life of a lease, from the purchase of a reservation to its end. Whoever calls has settled who may. */

interface Purchase {
  readonly reservation: string
  /** Chosen by who names the lease before it is there. */
  readonly lease?: string
  readonly subscription?: string
  readonly periodStart: Date
  readonly nextDueAt: Date
}

/**
 * All that an order has bought, in as many statements as for one. What `lockKept` gave; price and commission are those of
 * this moment, and stay.
 */
export async function startLeases(
  ctx: Context,
  purchases: readonly Purchase[],
  kept: readonly KeptBlock[],
): Promise<Lease[]> {
  const byReservation = new Map(kept.map((block) => [block.uuid, block]))
  const bought = purchases.map((purchase) => ({ purchase, kept: keptFor(ctx, purchase, byReservation) }))
  const blocks = bought.map((one) => one.kept)
  await keepForLeases(ctx, blocks)
  await setBought(
    ctx,
    blocks.map(({ uuid }) => uuid),
  )
  const leases = await insertLeases(
    ctx,
    bought.map((one) => newLease(ctx, one.purchase, one.kept)),
  )
  await countLeases(ctx, leases)
  await startCommitments(ctx, blocks, leases)
  const data = ({ uuid, block, offer_uuid, status }: Lease) => ({ uuid, block, offer_uuid, status })
  await auditAll(
    ctx,
    leases.map((lease) => ({
      action: moveAction(leaseStates, 'activate'),
      subject: { kind: 'lease', uuid: lease.uuid },
      tenant: lease.tenant_uuid,
      data: { block: lease.block, from: leaseStates.initial, to: lease.status },
    })),
  )
  await emitAll(
    ctx,
    leases.map((lease) => marketEvents('lease.started', lease.tenant_uuid, data(lease))),
  )
  return leases
}

function keptFor(ctx: Context, { reservation }: Purchase, known: ReadonlyMap<string, KeptBlock>): KeptBlock {
  const kept = known.get(reservation)
  if (!kept) throw kernelProblem('not_found')
  const live = isLive({ status: kept.allocation_status, until: kept.until }, ctx.now)
  if (kept.status !== 'accepted' || (kept.allocation_status !== 'claimed' && !live))
    throw marketProblem('reservation_decided')
  return kept
}

function newLease(ctx: Context, { lease, subscription, periodStart, nextDueAt }: Purchase, kept: KeptBlock): NewLease {
  const { initial } = leaseStates
  return {
    uuid: lease ?? newUuid(),
    tenant_uuid: kept.tenant_uuid,
    holder_uuid: kept.holder_uuid,
    offer_uuid: kept.offer_uuid,
    pricing_uuid: kept.pricing_uuid,
    allocation_uuid: kept.allocation_uuid,
    reservation_uuid: kept.uuid,
    block: kept.block,
    registry: kept.registry,
    status: leaseStates.next(initial, 'activate') ?? initial,
    price_minor: kept.price_minor,
    commission_bp: ctx.house.config.commission,
    subscription_uuid: subscription ?? null,
    period_start: periodStart,
    next_due_at: nextDueAt,
    expires_at: kept.offer_expires_at,
    created_at: ctx.now,
  }
}

/** The block stays the lessee's; what is sold with it rests. */
export async function suspendLease(ctx: Context, uuid: string): Promise<Lease> {
  const lease = await moveLease(ctx, await leaseOf(ctx, uuid), 'suspend', 'lease.suspended')
  return since(ctx, lease, { suspended_at: ctx.now })
}

export async function resumeLease(ctx: Context, uuid: string): Promise<Lease> {
  const lease = await moveLease(ctx, await leaseOf(ctx, uuid), 'resume', 'lease.resumed')
  return since(ctx, lease, { suspended_at: null })
}

async function since(ctx: Context, lease: Lease, times: Pick<Lease, 'suspended_at'>): Promise<Lease> {
  await setSince(ctx, lease.uuid, times)
  return { ...lease, ...times }
}

/**
 * The next period follows the one that runs: many at once, in one statement. Their offers are locked (`lockOffersOf`), and the caller has seen by `leaseTerms` that
 * each may run so long; the order that paid for it is what the log shows.
 */
export async function renewLeases(
  ctx: Context,
  renewals: readonly { readonly lease: string; readonly nextDueAt: Date }[],
): Promise<void> {
  if (renewals.length === 0) return
  await setPeriods(ctx, renewals, () => marketProblem('lease_move_forbidden'))
}

/** The block is free again; a cancelled offer ends with the last of its leases. */
export async function endLease(ctx: Context, uuid: string): Promise<Lease> {
  const locked = await lockLease(ctx, uuid)
  if (!locked) throw kernelProblem('not_found')
  const { lease, offer } = locked
  const ended = await moveLease(ctx, lease, 'terminate', 'lease.ended')
  await setSince(ctx, uuid, { ended_at: ctx.now })
  await setTerm(ctx, uuid, { next_due_at: null })
  await breakCommitment(ctx, uuid)
  const allocation = await findAllocation(ctx, lease.allocation_uuid)
  if (!allocation) throw new Error(`the lease ${uuid} has no allocation`)
  await giveBack(ctx, offer, allocation)
  await endIfLast(asMarket(ctx), offer, await countLease(ctx, lease, -1))
  return { ...ended, ended_at: ctx.now, next_due_at: null }
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
  trigger: 'suspend' | 'resume' | 'terminate',
  told: 'lease.suspended' | 'lease.resumed' | 'lease.ended',
): Promise<Lease> {
  const { uuid, tenant_uuid, status: from, block, offer_uuid } = lease
  const made = { table: 'lease', uuid, tenant: tenant_uuid, from, trigger, data: { block } }
  const status = await move(ctx, leaseStates, made, () => marketProblem('lease_move_forbidden'))
  await emit(ctx, marketEvents(told, tenant_uuid, { uuid, block, offer_uuid, status }))
  return { ...lease, status }
}
