import type { Config } from '../../kernel/config.ts'
import { money, percentage, toNumber } from '../../kernel/money.ts'
import { Body, Int, named, Nullable, Type, Uuid, type Static } from '../../kernel/http/schema.ts'
import { commitmentPeriods, type WantedPricing } from './pricing.rules.ts'
import type { Pricing } from './pricing.store.ts'

/** Prices of the sizes on offer, as they come in and go out. */

/** One price for each size from /8 to /24. */
export const mostPricings = 17

export const PricingBody = Body('NewPricing', {
  cidr: Int(8, 24, { description: 'Prefix length of the size that is priced.' }),
  value: Type.Number({
    minimum: 0,
    maximum: 16_777_216_000,
    description: 'For the whole block of that size for one month.',
  }),
  wants_to_negotiate: Type.Optional(Type.Boolean({ description: 'Lower offers are welcome.' })),
  selected_commitment_periods: Type.Optional(
    Nullable(
      Type.Array(Int(1, 120), {
        maxItems: commitmentPeriods.length,
        description: `Months a lessee may commit to: ${commitmentPeriods.join(', ')}.`,
      }),
    ),
  ),
})

export function readPricing(body: Static<typeof PricingBody>): WantedPricing {
  return {
    length: body.cidr,
    value: body.value,
    negotiable: body.wants_to_negotiate ?? false,
    periods: body.selected_commitment_periods ?? [],
  }
}

export const PricingAnswer = named('Pricing', {
  uuid: Uuid,
  subnet_size: Type.Integer({ description: 'Prefix length.' }),
  ip_count: Type.Integer(),
  price: Type.Number({ description: 'For the whole block for one month.' }),
  commission: Type.Number({ description: "The marketplace's share of the price." }),
  wants_to_negotiate: Type.Boolean(),
  selected_commitment_periods: Type.Array(Type.Integer(), { description: 'Months a lessee may commit to.' }),
})

/** What an answer says about a price, of whatever row it comes from. */
type ShownPricing = Pick<Pricing, 'uuid' | 'length' | 'price_minor' | 'wants_to_negotiate' | 'commitment_periods'>

export function pricingAnswer(
  pricing: ShownPricing,
  { currency, commission }: Pick<Config, 'currency' | 'commission'>,
): Static<typeof PricingAnswer> {
  const price = money(pricing.price_minor, currency)
  return {
    uuid: pricing.uuid,
    subnet_size: pricing.length,
    ip_count: 2 ** (32 - pricing.length),
    price: toNumber(price),
    commission: toNumber(percentage(price, commission)),
    wants_to_negotiate: pricing.wants_to_negotiate,
    selected_commitment_periods: pricing.commitment_periods,
  }
}
