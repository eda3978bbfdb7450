import { addressCount, firstAddress, formatAddress, lastAddress } from '../../kernel/ip/index.ts'
import { money, pricePerAddress, toNumber } from '../../kernel/money.ts'
import { Int, named, Nullable, OneOf, Text, Type, Uuid, type Static } from '../../kernel/http/schema.ts'
import { registries } from '../offer/offer.rules.ts'
import { DiscountAnswer, discountsAnswer } from '../pricing/discount.wire.ts'
import { filterFields, readFilters, reputations } from './filters.rules.ts'
import type { FoundBlock } from './search.actions.ts'
import { countryOf, type Search } from './search.rules.ts'

/** Decisions 8, Market search: what a search asks for, and a row of its answer. */

export const SearchQuery = Type.Object({
  ...filterFields,
  limit: Type.Optional(Int(1, 1_000, { default: 100, description: 'The most rows; there are no further pages.' })),
  sort: Type.Optional(
    OneOf(
      ['price', '-price', 'address', '-address'],
      'Without it the smallest free block that fits comes first, so that large ones stay whole.',
    ),
  ),
  reservation_id: Type.Optional(
    Text(128, {
      description:
        "A market service's token also shows what it hides; a reservation's also shows the block it holds. An unknown one changes nothing.",
    }),
  ),
})

const LocationAnswer = named('BlockPlace', {
  country_code: Type.String(),
  country_name: Type.String(),
  city_name: Nullable(Type.String()),
  date: Type.String(),
})

export const FoundBlockAnswer = named('FoundBlock', {
  uuid: Uuid,
  pricing_uuid: Uuid,
  address: Type.String(),
  last_address: Type.String(),
  cidr: Type.Integer(),
  ip_count: Type.Integer(),
  price: Type.Number({ description: 'For the whole block for one month, of the contract_length asked for.' }),
  price_per_ip: Type.String({ description: 'The same for one address, with six decimals.' }),
  currency: Type.String(),
  wants_to_negotiate: Type.Boolean(),
  selected_commitment_periods: Type.Array(Type.Integer(), { description: 'Months a lessee may commit to.' }),
  commitment_discounts: Type.Array(DiscountAnswer, {
    description: 'Of the price by the month, for those of the periods that have one.',
  }),
  registry: OneOf(registries),
  geo_data: Type.Record(LocationAnswer, { description: 'By provider.' }),
  geo_country_code: Nullable(Type.String({ description: 'What most providers say.' })),
  reputation: OneOf(reputations, 'Whether any part is on an imported blocklist.'),
  rpki_status: OneOf(
    ['unprotected', 'protected', 'covered', 'unknown'],
    'By ROAs: none, only AS0, others; or no data.',
  ),
  skipped_checks: Type.Array(Type.String({ examples: ['bgp'] }), {
    description: 'Checks of its offer that were skipped for want of data; empty: everything was looked at.',
  }),
})

export const readSearch = (query: Static<typeof SearchQuery>, currency: string): Search => ({
  ...readFilters(query, currency),
  limit: query.limit ?? 100,
  order: query.sort ?? 'fit',
  token: query.reservation_id ?? null,
})

export function foundBlockAnswer(found: FoundBlock, currency: string): Static<typeof FoundBlockAnswer> {
  const { child, places } = found
  const price = money(found.priceMinor, currency)
  return {
    uuid: found.offer,
    pricing_uuid: found.pricing,
    address: formatAddress(firstAddress(child)),
    last_address: formatAddress(lastAddress(child)),
    cidr: child.length,
    ip_count: addressCount(child),
    price: toNumber(price),
    price_per_ip: pricePerAddress(price, addressCount(child)),
    currency,
    wants_to_negotiate: found.negotiable,
    selected_commitment_periods: [...found.periods],
    commitment_discounts: discountsAnswer(found.discounts.filter(({ months }) => found.periods.includes(months))),
    registry: found.registry,
    geo_data: Object.fromEntries(
      places.map(({ provider, countryCode, countryName, cityName, date }) => [
        provider,
        { country_code: countryCode, country_name: countryName, city_name: cityName, date },
      ]),
    ),
    geo_country_code: countryOf(places),
    reputation: found.reputation,
    rpki_status: found.protection,
    skipped_checks: [...found.skippedChecks],
  }
}
