import { requireActive, type Tenant } from '../../identity/index.ts'
import { audit } from '../../kernel/audit.ts'
import type { Context } from '../../kernel/context.ts'
import { emit } from '../../kernel/work/events.ts'
import { formatPrefix, type Prefix } from '../../kernel/ip/index.ts'
import { newUuid } from '../../kernel/uuid.ts'
import { signerOf } from '../proof/authorisation.actions.ts'
import { fieldOf, octetsOf, readBlocks } from './listing.rules.ts'
import {
  countUnproven,
  listedAmong,
  listOffers,
  lockListings,
  lockSpace,
  type InTheWay,
  type OfferQuery,
} from './listing.store.ts'
import { marketAudit, marketEvents } from '../market.events.ts'
import { marketProblem } from '../market.problems.ts'
import { tellOfListing } from '../notice.actions.ts'
import { toldOf } from './move.actions.ts'
import { isUnproven, offerStates } from './offer.states.ts'
import { insertOffers, type Offer } from './offer.store.ts'
import { viewOffers, type OfferView } from './view.actions.ts'
import { judgeDiscounts, type CommitmentDiscount } from '../pricing/discount.rules.ts'
import {
  judgePricings,
  splitErrors,
  type FieldErrors,
  type PricedSize,
  type SplitLimits,
  type WantedPricing,
} from '../pricing/pricing.rules.ts'
import { insertPricings } from '../pricing/pricing.store.ts'
import { beginProofs } from '../proof/proof.actions.ts'
import { newReservationToken } from '../search/token.rules.ts'

/** Blocks come to the market. */

export interface WantedOffer extends SplitLimits {
  readonly address: string
  readonly length: number
  readonly registry: Offer['registry']
  readonly hidden: boolean
  readonly pricings: readonly WantedPricing[]
  readonly discounts: readonly CommitmentDiscount[]
  readonly ownAsns: readonly number[]
  readonly maintainerId: string | null
}

interface Listing {
  readonly offers: readonly WantedOffer[]
  readonly tosAccepted: boolean
  readonly subnetActionsAccepted: boolean
}

interface FitOffer {
  readonly wanted: WantedOffer
  readonly block: Prefix
  readonly sizes: readonly PricedSize[]
  readonly discounts: readonly CommitmentDiscount[]
}

/** All of them or none. */
export async function listBlocks(ctx: Context, tenant: string, listing: Listing): Promise<OfferView[]> {
  const company = await requireActive(ctx, tenant)
  requireTerms(listing)
  const fit = judge(listing.offers, ctx.house.config.currency)
  const blocks = fit.map(({ block }) => block)
  await lockListings(ctx, tenant)
  await lockSpace(ctx, octetsOf(blocks))
  const listed = await listedAmong(ctx, tenant, blocks)
  if (listed.size > 0) throw alreadyListed(blocks.map((block) => listed.get(formatPrefix(block))))
  const signer = await signerOf(ctx, company)
  const offers = await insertOffers(
    ctx,
    fit.map((one) => offerRow(ctx, company, signer, one)),
  )
  for (const [i, offer] of offers.entries()) await stock(ctx, offer, fit[i])
  const begun = await beginProofs(ctx, company, offers)
  if (begun.some(({ status }) => isUnproven(status))) await requireFewUnproven(ctx, tenant)
  const views = await viewOffers(ctx, begun)
  await tellOfListing(ctx, tenant, views)
  return views
}

function requireTerms({ tosAccepted, subnetActionsAccepted }: Listing): void {
  const missing = [
    ...(tosAccepted ? [] : ['tos_accepted']),
    ...(subnetActionsAccepted ? [] : ['subnet_actions_accepted']),
  ]
  if (missing.length > 0)
    throw marketProblem('terms_not_accepted', {
      fields: Object.fromEntries(missing.map((name) => [name, ['must be true']])),
    })
}

/** Blocks first, then what depends on them: each kind of fault is refused with every place it occurs in. */
function judge(offers: readonly WantedOffer[], currency: string): FitOffer[] {
  const { blocks, errors } = readBlocks(offers)
  refuse('prefix_invalid', errors)
  const at = (i: number) => `subnets.${i}.`
  refuse('splits_invalid', ...offers.map((offer, i) => splitErrors(offer.length, offer, at(i))))
  const priced = offers.map((offer, i) => judgePricings(offer.pricings, offer, currency, at(i)))
  refuse('pricings_invalid', ...priced.map((one) => one.errors))
  const reduced = offers.map((offer, i) => judgeDiscounts(offer.discounts, at(i)))
  refuse('discounts_invalid', ...reduced.map((one) => one.errors))
  return offers.flatMap((wanted, i) => {
    const [block, one] = [blocks[i], priced[i]]
    return block && one ? { wanted, block, sizes: one.sizes, discounts: reduced[i]?.discounts ?? [] } : []
  })
}

function refuse(
  code: 'prefix_invalid' | 'splits_invalid' | 'pricings_invalid' | 'discounts_invalid',
  ...found: readonly FieldErrors[]
): void {
  const fields: FieldErrors = Object.assign({}, ...found)
  if (Object.keys(fields).length > 0) throw marketProblem(code, { fields })
}

/** Counted once it is known which of them need no person's proof. */
async function requireFewUnproven(ctx: Context, tenant: string): Promise<void> {
  const { mostUnproven } = ctx.house.config
  if ((await countUnproven(ctx, tenant)) <= mostUnproven) return
  throw marketProblem('too_many_unproven', {
    message: `A company may have ${mostUnproven} unproven listings at a time; prove or cancel some first.`,
  })
}

/** Says neither which block is in the way nor whose it is, but for a company's own listing. */
export const wayWords: Readonly<Record<InTheWay, string>> = {
  proven: 'overlaps a block that is already on the market',
  own: 'overlaps a block that your company has listed and not proven yet; prove or cancel that one first',
}

function alreadyListed(inTheWay: readonly (InTheWay | undefined)[]) {
  const sentences = inTheWay.flatMap((way, i): [string, string[]][] => (way ? [[fieldOf(i), [wayWords[way]]]] : []))
  return marketProblem('block_listed', { fields: Object.fromEntries(sentences) })
}

function offerRow(ctx: Context, company: Tenant, signer: string | null, { wanted, block, discounts }: FitOffer) {
  return {
    uuid: newUuid(),
    tenant_uuid: company.uuid,
    block: formatPrefix(block),
    registry: wanted.registry,
    status: offerStates.initial,
    hidden: wanted.hidden,
    reservation_token: newReservationToken(),
    minimum_split: wanted.minimumSplit,
    maximum_split: wanted.maximumSplit,
    own_asns: [...new Set(wanted.ownAsns)],
    commitment_discounts: discounts,
    maintainer_id: wanted.maintainerId,
    authorised_by: signer,
    authorisation: 'signed' as const,
    authorised_at: ctx.now,
    created_at: ctx.now,
  }
}

async function stock(ctx: Context, offer: Offer, fit: FitOffer | undefined): Promise<void> {
  if (!fit) throw new Error('an offer without its wish')
  await insertPricings(ctx, offer, fit.sizes)
  const { uuid, tenant_uuid: tenant, block, registry, hidden, minimum_split, maximum_split } = offer
  const { own_asns, commitment_discounts } = offer
  const terms = { minimum_split, maximum_split, own_asns, prices: fit.sizes, commitment_discounts }
  const data = { block, registry, hidden, ...terms }
  await audit(ctx, { action: marketAudit('offer.listed'), subject: { kind: 'offer', uuid }, tenant, data })
  await emit(ctx, marketEvents('offer.listed', tenant, toldOf(offer)))
}

export async function showOffers(ctx: Context, query: OfferQuery): Promise<{ rows: OfferView[]; total: number }> {
  const { rows, total } = await listOffers(ctx, query)
  return { rows: await viewOffers(ctx, rows), total }
}
