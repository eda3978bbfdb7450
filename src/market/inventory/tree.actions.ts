import type { Context } from '../../kernel/context.ts'
import { contains, formatPrefix, knownPrefix, type Prefix } from '../../kernel/ip/index.ts'
import { kernelProblem } from '../../kernel/problems.ts'
import { sidesOf } from './inventory.actions.ts'
import { findOffer, type Offer } from '../offer/offer.store.ts'
import { hasEnded } from '../offer/offer.states.ts'
import { livePricings, type Pricing } from '../pricing/pricing.store.ts'
import { asTiles, splitTree, type TreeNode } from './tree.rules.ts'
import { tilesIn, type Tiling } from './tree.store.ts'

export interface OfferTree {
  readonly offer: Offer
  readonly nodes: readonly TreeNode[]
  readonly smallest: number
  /** Of the sizes that have one. */
  readonly pricings: ReadonlyMap<number, Pricing>
}

/** Of the whole offer, or of a part of it; so many times halved. */
export async function showTree(
  ctx: Context,
  tenant: string,
  uuid: string,
  { inside, depth }: { readonly inside: Prefix | null; readonly depth: number },
): Promise<OfferTree> {
  const offer = await findOffer(ctx, tenant, uuid)
  if (!offer) throw kernelProblem('not_found')
  const top = partOf(offer, inside)
  const smallest = Math.min(top.length + depth, offer.maximum_split)
  const { tiles, hidden } = await (offer.proven || hasEnded(offer.status)
    ? tilesIn(ctx, offer, top, smallest)
    : tilesToBe(ctx, offer, top))
  const pricings = await livePricings(ctx, uuid)
  return {
    offer,
    // One that has ended has no space any more.
    nodes: tiles.length === 0 ? [] : splitTree(top, smallest, tiles, hidden),
    smallest,
    pricings: new Map(pricings.map((pricing) => [pricing.length, pricing])),
  }
}

/** Of what is not proven yet nothing is anybody's: it is as it will come to the market. */
async function tilesToBe(ctx: Context, offer: Offer, top: Prefix): Promise<Tiling> {
  const { hidden, shown } = await sidesOf(ctx, offer, top)
  return { tiles: [...asTiles(hidden, 'hidden'), ...asTiles(shown, 'free')], hidden }
}

function partOf({ block, maximum_split }: Offer, inside: Prefix | null): Prefix {
  const whole = knownPrefix(block)
  if (inside === null) return whole
  if (contains(whole, inside) && inside.length <= maximum_split) return inside
  throw kernelProblem('invalid_fields', {
    fields: { inside: [`must be ${formatPrefix(whole)} or a part of it, down to a /${maximum_split}`] },
  })
}
