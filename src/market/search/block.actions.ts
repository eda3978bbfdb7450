import type { Context } from '../../kernel/context.ts'
import type { Prefix } from '../../kernel/ip/index.ts'
import { kernelProblem } from '../../kernel/problems.ts'
import {
  networkFacts,
  type Announcement,
  type BlocklistEntry,
  type Known,
  type RouteObject,
  type Vrp,
} from '../../network/index.ts'
import { percentOf } from './block.rules.ts'
import { findBlockOffer, type BlockOffer } from './block.store.ts'
import { nearestFree } from '../inventory/inventory.actions.ts'
import { isFree } from '../inventory/inventory.rules.ts'
import { freeBlocksTouching } from '../inventory/inventory.store.ts'
import { describeFound, type FoundBlock } from './search.actions.ts'

/** A route, in which words a lessee knows it. */
interface SeenRoute extends Announcement {
  readonly asName: string | null
  /** How many in a hundred of the routers that know everything have it; null when that is not known. */
  readonly visibility: number | null
}

export interface BlockView extends FoundBlock {
  readonly isFree: boolean
  readonly isOwn: boolean
  /** Of the same size; only where the block itself is not free. */
  readonly nearest: readonly Prefix[]
  readonly reservation: BlockOffer['reservation']
  readonly checks: BlockOffer['checks']
  readonly announcements: Shown<SeenRoute> | null
  readonly vrps: Shown<Vrp> | null
  readonly routeObjects: Shown<RouteObject> | null
  readonly blocklists: Shown<BlocklistEntry> | null
}

/** The first of what the data has, and how many there are. */
export interface Shown<F> extends Omit<Known<unknown>, 'value'> {
  readonly total: number
  readonly items: readonly F[]
}

/** A /8 has tens of thousands of routes; nobody reads them one by one. */
const mostShown = 100

function firstOf<F, G = F>(known: Known<readonly F[]> | null, as: (fact: F) => G): Shown<G> | null {
  if (known === null) return null
  const { value, ...about } = known
  return { ...about, total: value.length, items: value.slice(0, mostShown).map(as) }
}

const asItIs = <F>(fact: F): F => fact

/** What one can know of a block before one leases it. What is hidden is taken, as it is for who reserves. */
export async function showBlock(ctx: Context, viewer: string, block: Prefix): Promise<BlockView> {
  const offer = await findBlockOffer(ctx, viewer, block)
  if (!offer) throw kernelProblem('not_found')
  const touching = await freeBlocksTouching(ctx, offer.uuid, block)
  const free = isFree(
    block,
    touching.filter(({ hidden }) => !hidden),
  )
  const facts = networkFacts(ctx)
  return {
    ...describeFound(ctx, foundIn(offer, block)),
    isFree: free,
    isOwn: offer.tenant_uuid === viewer,
    nearest: free ? [] : await nearestFree(ctx, offer.uuid, block),
    reservation: offer.reservation,
    checks: offer.checks,
    announcements: firstOf(facts.announcements(block), (route) => seenRoute(ctx, route)),
    vrps: firstOf(facts.vrpsCovering(block), asItIs),
    routeObjects: firstOf(facts.routeObjectsWithin(block), asItIs),
    blocklists: firstOf(facts.blocklistHits(block), asItIs),
  }
}

const foundIn = (offer: BlockOffer, block: Prefix) => ({
  block,
  child: block,
  offer: offer.uuid,
  registry: offer.registry,
  pricing: offer.pricing_uuid,
  priceMinor: offer.price_minor,
  negotiable: offer.wants_to_negotiate,
  periods: offer.commitment_periods,
  discounts: offer.commitment_discounts,
  skippedChecks: offer.skipped_checks,
})

function seenRoute(ctx: Context, route: Announcement): SeenRoute {
  const facts = networkFacts(ctx)
  const vantage = facts.vantage(4)
  return {
    ...route,
    asName: route.asn === 0 ? null : facts.asn(route.asn).name,
    visibility: route.peers === null || !vantage ? null : percentOf(route.peers, vantage.fullTable),
  }
}
