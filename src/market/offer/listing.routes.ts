import { activeOnly } from '../../identity/index.ts'
import { tenantOf } from '../../kernel/context.ts'
import { endpoint, type Endpoint } from '../../kernel/endpoint.ts'
import { pageMeta, pageOf, PageOf, pageQuery, sortKeys } from '../../kernel/db/paging.ts'
import { Body, DataOf, Int, ListOf, OneOf, Text, Type, type Static } from '../../kernel/http/schema.ts'
import { listBlocks, showOffers, type WantedOffer } from './listing.actions.ts'
import { listable } from './listing.rules.ts'
import { marketProblem } from '../market.problems.ts'
import { registries } from './offer.rules.ts'
import { holderFields, OfferAnswer, offerAnswer } from './offer.wire.ts'
import { offerStates } from './offer.states.ts'
import { discountFields, readDiscounts } from '../pricing/discount.wire.ts'
import { smallestSplit } from '../pricing/pricing.rules.ts'
import { mostPricings, PricingBody, readPricing } from '../pricing/pricing.wire.ts'
import { readWhereabouts } from '../search/whereabouts.rules.ts'

/** Blocks come to the market, and their holder lists them (decisions 8, Listing). */

const Length = (description: string) => Int(listable.largest, listable.smallest, { description })

const SubnetBody = Body('NewMarketService', {
  address: Text(45, { description: 'First address of the block.', examples: ['45.80.12.0'] }),
  cidr: Length('Prefix length of the block.'),
  registry: OneOf(registries),
  minimum_split: Type.Optional(Length('Prefix length of the largest block on offer; the whole block unless given.')),
  maximum_split: Type.Optional(Length('Prefix length of the smallest block on offer; 24 unless given.')),
  hidden: Type.Optional(Type.Boolean({ description: 'Keep it out of search for now.' })),
  pricings: Type.Array(PricingBody, { maxItems: mostPricings }),
  ...discountFields,
  ...holderFields,
})

const ListingBody = Body('NewMarketServices', {
  subnets: Type.Array(SubnetBody, { minItems: 1, maxItems: 100 }),
  tos_accepted: Type.Boolean(),
  subnet_actions_accepted: Type.Boolean({
    description: 'Signs the authorisation by which letters for these blocks are issued.',
  }),
})

function readSubnet(body: Static<typeof SubnetBody>): WantedOffer {
  return {
    address: body.address,
    length: body.cidr,
    registry: body.registry,
    minimumSplit: body.minimum_split ?? body.cidr,
    maximumSplit: body.maximum_split ?? smallestSplit,
    hidden: body.hidden ?? false,
    pricings: body.pricings.map(readPricing),
    discounts: readDiscounts(body.commitment_discounts) ?? [],
    ownAsns: body.own_asns ?? [],
    maintainerId: body.maintainer_id ?? null,
  }
}

const sortable = ['address', 'cidr', 'created_at', 'status'] as const

const OffersQuery = pageQuery({
  perPage: 25,
  sortable,
  filters: {
    status: Type.Optional(ListOf(OneOf(offerStates.states), offerStates.states.length)),
    registry: Type.Optional(ListOf(OneOf(registries), registries.length)),
    hidden: Type.Optional(Type.Boolean()),
    address: Type.Optional(
      Text(45, { description: 'A prefix: every block inside it. An address: the block that begins there.' }),
    ),
  },
})

export const listingRoutes: readonly Endpoint[] = [
  endpoint({
    id: 'listBlocks',
    route: 'POST /billing/v1/:tenantUUID/market/services',
    tag: 'Market',
    summary: 'Offer blocks for lease',
    description:
      "All of them or none. Each then waits for its proof of ownership: usually a code mailed to the registry's contact. Until then it keeps nobody off: several companies may list the same space, and the first proof ends the other listings.",
    access: { by: 'token', scope: 'billing' },
    status: 201,
    body: ListingBody,
    answer: DataOf(Type.Array(OfferAnswer)),
    examples: {
      body: {
        subnets: [
          {
            address: '45.80.12.0',
            cidr: 22,
            registry: 'ripencc',
            minimum_split: 22,
            maximum_split: 24,
            pricings: [{ cidr: 24, value: 115, wants_to_negotiate: true, selected_commitment_periods: [6, 12] }],
            commitment_discounts: [{ months: 12, percent: 10 }],
          },
        ],
        tos_accepted: true,
        subnet_actions_accepted: true,
      },
    },
    refuses: [
      ...activeOnly,
      ...marketProblem.rows(
        'terms_not_accepted',
        'prefix_invalid',
        'splits_invalid',
        'pricings_invalid',
        'discounts_invalid',
        'block_listed',
        'too_many_unproven',
      ),
    ],
    handle: async (ctx, { body }) => {
      const views = await listBlocks(ctx, tenantOf(ctx), {
        offers: body.subnets.map(readSubnet),
        tosAccepted: body.tos_accepted,
        subnetActionsAccepted: body.subnet_actions_accepted,
      })
      return { data: views.map((view) => offerAnswer(view, ctx.house.config)) }
    },
  }),
  endpoint({
    id: 'listOffers',
    route: 'GET /billing/v1/:tenantUUID/market/services',
    tag: 'Market',
    summary: 'List the blocks you offer',
    access: { by: 'token', scope: 'billing' },
    query: OffersQuery,
    answer: PageOf(OfferAnswer),
    handle: async (ctx, { query }) => {
      const page = pageOf(query, 25)
      const { status = [], registry = [], hidden = null, address } = query.filter ?? {}
      const { rows, total } = await showOffers(ctx, {
        ...page,
        tenant: tenantOf(ctx),
        status,
        registry,
        hidden,
        at: address === undefined ? null : readWhereabouts(address, 'filter.address'),
        sort: sortKeys(query.sort, sortable, '-created_at'),
      })
      return {
        data: rows.map((view) => offerAnswer(view, ctx.house.config)),
        meta: pageMeta(page, rows.length, total),
      }
    },
  }),
]
