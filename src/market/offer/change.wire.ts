import { Body, Int, Nullable, Type, Uuid, type Static } from '../../kernel/http/schema.ts'
import { holderFields } from './offer.wire.ts'
import type { OfferWish } from './change.actions.ts'
import type { PricingWish } from './change.rules.ts'
import { discountFields, readDiscounts } from '../pricing/discount.wire.ts'
import { mostPricings, PricingBody } from '../pricing/pricing.wire.ts'

/** A change of a market service, as it comes in. */

const PricingChange = Type.Named(
  'PricingChange',
  Type.Partial(Type.Object({ uuid: Nullable(Uuid), ...PricingBody.properties })),
)

export const OfferChangeBody = Body('MarketServiceChange', {
  hidden: Type.Optional(Type.Boolean({ description: 'Out of search; leases are untouched.' })),
  minimum_split: Type.Optional(Int(8, 24, { description: 'Prefix length of the largest block on offer.' })),
  maximum_split: Type.Optional(Int(8, 24, { description: 'Prefix length of the smallest block on offer.' })),
  pricings: Type.Optional(
    Type.Array(PricingChange, {
      maxItems: mostPricings,
      description:
        'Replaces the set: one with `uuid` changes that price (what it leaves out stays), one without adds a price, ' +
        'and a price that is not named is withdrawn. Leases keep the price they were made at.',
    }),
  ),
  ...discountFields,
  ...holderFields,
})

export function readOfferChange(body: Static<typeof OfferChangeBody>): OfferWish {
  const { hidden, minimum_split, maximum_split, pricings, maintainer_id, own_asns } = body
  const discounts = readDiscounts(body.commitment_discounts)
  return {
    ...(hidden === undefined ? {} : { hidden }),
    ...(minimum_split === undefined ? {} : { minimumSplit: minimum_split }),
    ...(maximum_split === undefined ? {} : { maximumSplit: maximum_split }),
    ...(pricings === undefined ? {} : { pricings: pricings.map(readPricingChange) }),
    ...(discounts === undefined ? {} : { discounts }),
    ...(own_asns === undefined ? {} : { ownAsns: own_asns }),
    ...(maintainer_id === undefined ? {} : { maintainerId: maintainer_id }),
  }
}

function readPricingChange(body: Static<typeof PricingChange>): PricingWish {
  const { selected_commitment_periods: periods } = body
  return {
    uuid: body.uuid?.toLowerCase() ?? null,
    length: body.cidr,
    value: body.value,
    negotiable: body.wants_to_negotiate,
    // Null says that there are none; absent, that they stay.
    periods: periods === null ? [] : periods,
  }
}
