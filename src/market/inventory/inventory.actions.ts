import type { Context } from '../../kernel/context.ts'
import {
  addressCount,
  comparePrefixes,
  formatPrefix,
  knownPrefix,
  overlaps,
  subtract,
  type Prefix,
} from '../../kernel/ip/index.ts'
import { move, moveAll } from '../../kernel/db/moves.ts'
import { kernelProblem } from '../../kernel/problems.ts'
import { newUuid } from '../../kernel/uuid.ts'
import { allocationStates } from './allocation.states.ts'
import {
  buddiesOf,
  giveBack,
  isFree,
  nearestChildren,
  regroup,
  surroundings,
  takeOut,
  within,
  type FreeBlock,
} from './inventory.rules.ts'
import {
  freeAmong,
  freeAround,
  freeBlocksAround,
  freeBlocksTouching,
  hiddenBlocksAround,
  insertAllocation,
  restock,
  retile,
  retileHidden,
  setAllocationEnd,
  type Allocation,
} from './inventory.store.ts'
import { marketProblem } from '../market.problems.ts'
import type { Offer } from '../offer/offer.store.ts'
import { noteArrivals } from '../saved-search/arrival.store.ts'
import { exchange, toggle, type Sides } from './visibility.rules.ts'

/** Address space as inventory. Every verb here wants the offer locked (`lockOffer`) by the caller's transaction. */

export interface Claim {
  readonly tenant: string
  readonly block: Prefix
  /** When the hold lapses unless it becomes a lease. */
  readonly until: Date
  /** Knows the offer's token, and may have what is hidden from search. */
  readonly privately: boolean
  /** What is free there, of whoever has read it since the offer was locked. */
  readonly touching?: readonly FreeBlock[] | undefined
}

export async function hold(
  ctx: Context,
  offer: Offer,
  { tenant, block, until, privately, touching: known }: Claim,
): Promise<Allocation> {
  const touching = known ?? (await freeBlocksTouching(ctx, offer.uuid, block))
  const takeable = privately ? touching : touching.filter(({ hidden }) => !hidden)
  if (!isFree(block, takeable)) throw await taken(ctx, offer, block)
  const allocation: Allocation = {
    uuid: newUuid(),
    tenant_uuid: tenant,
    offer_uuid: offer.uuid,
    block: formatPrefix(block),
    status: allocationStates.initial,
    since: ctx.now,
    until,
  }
  await insertAllocation(ctx, allocation)
  await retile(ctx, offer, takeOut(block, touching))
  await restock(ctx, offer.uuid)
  return allocation
}

const nearbyShown = 4

/** Of the blocks of the same size that are free and shown, those that lie nearest. */
export async function nearestFree(ctx: Context, offer: string, block: Prefix): Promise<Prefix[]> {
  const around = await freeAround(ctx, offer, block, nearbyShown)
  const distance = ({ address }: Prefix) =>
    address < block.address ? block.address - address : address - block.address
  return around
    .filter((free) => !overlaps(free, block))
    .flatMap((free) => nearestChildren(free, block, nearbyShown))
    .sort((a, b) => Number(distance(a) - distance(b)) || comparePrefixes(a, b))
    .slice(0, nearbyShown)
}

/**
 * The refusal names what is free nearby: found under the same lock, so it was free when it was said. It is the same for
 * what is hidden, so that nobody learns which of the two it is.
 */
async function taken(ctx: Context, offer: Offer, block: Prefix) {
  const nearest = (await nearestFree(ctx, offer.uuid, block)).map(formatPrefix)
  return marketProblem('subnet_taken', {
    message: `Part of ${formatPrefix(block)} is held, leased or withheld; ${
      nearest.length > 0
        ? `the nearest free blocks of that size are ${nearest.join(', ')}.`
        : 'no block of that size is free here.'
    }`,
    fields: {
      address: nearest.length > 0 ? nearest.map((free) => `${free} is free`) : ['no block of that size is free'],
    },
  })
}

/** Holds and claims become leases; the blocks stay where they are. */
export async function keepForLeases(
  ctx: Context,
  kept: readonly {
    readonly allocation_uuid: string
    readonly tenant_uuid: string
    readonly allocation_status: Allocation['status']
    readonly block: string
  }[],
): Promise<void> {
  await moveAll(
    ctx,
    allocationStates,
    'allocation',
    'lease',
    kept.map(({ allocation_uuid: uuid, tenant_uuid: tenant, allocation_status: from, block }) => ({
      uuid,
      tenant,
      from,
      data: { block, addresses: addressCount(knownPrefix(block)) },
    })),
  )
  const held = kept.filter(({ allocation_status }) => allocation_status === 'held')
  for (const { allocation_uuid } of held) await setAllocationEnd(ctx, allocation_uuid, null)
}

/** The lease is over; the block is free again only after a rest. */
export async function rest(ctx: Context, allocation: Allocation, until: Date): Promise<void> {
  await setAllocationEnd(ctx, allocation.uuid, until)
  await move(ctx, allocationStates, moveOf(allocation, 'rest'), () => kernelProblem('state_conflict'))
}

/** The block goes back to what is free: hidden parts to the hidden, the rest to the shown. */
export async function putBack(ctx: Context, offer: Offer, allocation: Allocation): Promise<void> {
  const trigger = allocationStates.can(allocation.status, 'end') ? 'end' : 'release'
  await move(ctx, allocationStates, moveOf(allocation, trigger), () => kernelProblem('state_conflict'))
  await setAllocationEnd(ctx, allocation.uuid, ctx.now)
  const block = knownPrefix(allocation.block)
  await layOut(ctx, offer, block)
  await restock(ctx, offer.uuid)
  await noteArrivals(ctx, [{ offer: offer.uuid, block, goneAt: allocation.since }])
}

/** What nobody has of an offer becomes free, on the side where its holder wants it. */
export async function layOut(ctx: Context, offer: Offer, block: Prefix): Promise<void> {
  const { hidden, shown } = await sidesOf(ctx, offer, block)
  await free(ctx, offer, hidden, true)
  await free(ctx, offer, shown, false)
}

/** A part of an offer as its holder hides and shows it, whoever has it. */
export async function sidesOf(ctx: Context, offer: Offer, block: Prefix): Promise<Sides> {
  const near = surroundings([block], knownPrefix(offer.block))
  const hidden = within(block, await hiddenBlocksAround(ctx, offer.uuid, near))
  return { hidden, shown: subtract(block, hidden) }
}

/** Adds space to what is free, grown together with its neighbours. */
export async function free(ctx: Context, offer: Offer, blocks: readonly Prefix[], hidden: boolean): Promise<void> {
  if (blocks.length === 0) return
  const whole = knownPrefix(offer.block)
  const buddies = await freeAmong(
    ctx,
    offer.uuid,
    blocks.flatMap((block) => buddiesOf(block, whole)),
    hidden,
  )
  await retile(ctx, offer, giveBack(blocks, buddies, hidden))
}

/** Hides each child, or shows it where all of it was hidden. What is claimed follows when it comes back, what is unproven with its proof. */
export async function toggleVisibility(ctx: Context, offer: Offer, children: readonly Prefix[]): Promise<Sides> {
  const near = surroundings(children, knownPrefix(offer.block))
  const hidden = await hiddenBlocksAround(ctx, offer.uuid, near)
  const sides = toggle(children, hidden)
  await retileHidden(ctx, offer, regroup(hidden, sides.shown, sides.hidden))
  await retile(ctx, offer, exchange(await freeBlocksAround(ctx, offer.uuid, near), sides))
  await restock(ctx, offer.uuid)
  await noteArrivals(
    ctx,
    sides.shown.map((block) => ({ offer: offer.uuid, block })),
  )
  return sides
}

const moveOf = ({ uuid, tenant_uuid, status, block }: Allocation, trigger: 'release' | 'rest' | 'end') => ({
  table: 'allocation',
  uuid,
  tenant: tenant_uuid,
  from: status,
  trigger,
  data: { block, addresses: addressCount(knownPrefix(block)) },
})
