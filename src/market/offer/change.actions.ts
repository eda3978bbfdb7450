import { isDeepStrictEqual } from 'node:util'
import { audit } from '../../kernel/audit.ts'
import type { Context } from '../../kernel/context.ts'
import { emit } from '../../kernel/work/events.ts'
import { knownPrefix } from '../../kernel/ip/index.ts'
import { kernelProblem } from '../../kernel/problems.ts'
import { restock } from '../inventory/inventory.store.ts'
import { marketAudit, marketEvents } from '../market.events.ts'
import { marketProblem } from '../market.problems.ts'
import { hasEnded } from './offer.states.ts'
import { findOffer, lockOffer, updateOffer, type Offer, type OfferChange } from './offer.store.ts'
import { changesNothing, planPricings, strandedErrors, type KnownPricing, type PricingWish } from './change.rules.ts'
import { followToMarket, noteOtherTerms } from './market.actions.ts'
import { toldOf } from './move.actions.ts'
import { judgeDiscounts, type CommitmentDiscount } from '../pricing/discount.rules.ts'
import { splitErrors } from '../pricing/pricing.rules.ts'
import {
  changePricings,
  insertPricings,
  livePricings,
  withdrawPricings,
  type Pricing,
} from '../pricing/pricing.store.ts'

/** The company's own offer, alone with it until the transaction ends; a cancelled one changes no more. */
export async function lockOwnOffer(ctx: Context, tenant: string, uuid: string): Promise<Offer> {
  // Looked at before it is locked: nobody makes others wait by naming their offers.
  const own = await findOffer(ctx, tenant, uuid)
  const offer = own && (await lockOffer(ctx, uuid))
  if (!offer) throw kernelProblem('not_found')
  if (hasEnded(offer.status)) throw marketProblem('offer_ended')
  return offer
}

/** What is absent stays. */
export interface OfferWish {
  readonly hidden?: boolean
  readonly minimumSplit?: number
  readonly maximumSplit?: number
  readonly pricings?: readonly PricingWish[]
  readonly discounts?: readonly CommitmentDiscount[]
  readonly ownAsns?: readonly number[]
  readonly maintainerId?: string | null
}

/** The offer as it is afterwards. Who changed which fields is logged. */
export async function changeOffer(ctx: Context, tenant: string, uuid: string, wish: OfferWish): Promise<Offer> {
  const offer = await lockOwnOffer(ctx, tenant, uuid)
  const change = changeOf(offer, wish)
  const known = (await livePricings(ctx, offer.uuid)).map(knownPricing)
  const repriced = await changePrices(ctx, offer, wish, known)
  const changed = [...Object.keys(change), ...(repriced ? ['pricings'] : [])]
  if (changed.length === 0) return offer
  const now = Object.keys(change).length > 0 ? await updateOffer(ctx, uuid, change) : offer
  await restock(ctx, uuid)
  await followToMarket(ctx, offer, now)
  if (repriced || change.commitment_discounts) await noteOtherTerms(ctx, offer, known)
  const data = { block: offer.block, fields: changed }
  await audit(ctx, { action: marketAudit('offer.changed'), subject: { kind: 'offer', uuid }, tenant, data })
  await emit(ctx, marketEvents('offer.changed', tenant, { ...toldOf(now), fields: changed }))
  return now
}

/** Only what becomes different. */
function changeOf(offer: Offer, wish: OfferWish): OfferChange {
  const wanted: OfferChange = {
    hidden: wish.hidden,
    minimum_split: wish.minimumSplit,
    maximum_split: wish.maximumSplit,
    own_asns: wish.ownAsns && [...new Set(wish.ownAsns)],
    commitment_discounts: wish.discounts && readDiscounts(wish.discounts),
    maintainer_id: wish.maintainerId,
  }
  const isNew = ([column, value]: [string, unknown]) =>
    value !== undefined && !isDeepStrictEqual(value, offer[column as keyof Offer])
  return Object.fromEntries(Object.entries(wanted).filter(isNew))
}

function readDiscounts(wanted: readonly CommitmentDiscount[]): CommitmentDiscount[] {
  const { discounts, errors } = judgeDiscounts(wanted)
  if (Object.keys(errors).length > 0) throw marketProblem('discounts_invalid', { fields: errors })
  return discounts
}

/** Whether any did. Judged by the limits to come, also where only those change. */
async function changePrices(
  ctx: Context,
  offer: Offer,
  wish: OfferWish,
  known: readonly KnownPricing[],
): Promise<boolean> {
  const { minimumSplit = offer.minimum_split, maximumSplit = offer.maximum_split, pricings } = wish
  const limits = { minimumSplit, maximumSplit }
  const splits = splitErrors(knownPrefix(offer.block).length, limits)
  const errors = pricings || Object.keys(splits).length > 0 ? splits : strandedErrors(known, limits)
  if (Object.keys(errors).length > 0) throw marketProblem('splits_invalid', { fields: errors })
  if (!pricings) return false
  const planned = planPricings(pricings, known, limits, ctx.house.config.currency)
  if ('errors' in planned) throw marketProblem('pricings_invalid', { fields: planned.errors })
  const { plan } = planned
  // A size has one price, and sizes may be swapped: who leaves a size leaves it before anybody comes to it.
  await withdrawPricings(ctx, [...plan.withdrawn, ...plan.resized])
  await changePricings(ctx, plan.changed)
  await insertPricings(ctx, offer, plan.added)
  return !changesNothing(plan)
}

const knownPricing = (row: Pricing): KnownPricing => ({
  uuid: row.uuid,
  length: row.length,
  priceMinor: row.price_minor,
  negotiable: row.wants_to_negotiate,
  periods: row.commitment_periods,
})
