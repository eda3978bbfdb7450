import { addressCount, firstAddress, formatAddress, lastAddress } from '../../kernel/ip/index.ts'
import { fromNumber, money, MoneyError, pricePerAddress, toNumber } from '../../kernel/money.ts'
import { kernelProblem } from '../../kernel/problems.ts'
import { Int, ListOf, named, Nullable, OneOf, Text, Type, Uuid, type Static } from '../../kernel/http/schema.ts'
import { listable } from '../offer/listing.rules.ts'
import { registries } from '../offer/offer.wire.ts'
import { DiscountAnswer, discountsAnswer } from '../pricing/discount.wire.ts'
import { commitmentPeriods } from '../pricing/pricing.rules.ts'
import type { FoundBlock } from './search.actions.ts'
import { areasOf, countryOf, type LocationWish, type Search } from './search.rules.ts'
import { readArea } from './whereabouts.rules.ts'

/** Decisions 8, Market search: what a search asks for, and a row of its answer. */

const reputations = ['clean', 'listed', 'unknown'] as const

const Price = (description: string) => Type.Optional(Type.Number({ minimum: 0, maximum: 16_777_216_000, description }))

export const SearchQuery = Type.Object({
  prefix_length: Int(listable.largest, listable.smallest, { description: 'The size of the blocks wanted.' }),
  limit: Type.Optional(Int(1, 1_000, { default: 100, description: 'The most rows; there are no further pages.' })),
  address: Type.Optional(
    Text(18, {
      description:
        'Blocks inside this IPv4 prefix; for an address, or a prefix smaller than wanted, the block around it.',
      examples: ['45.8.0.0/16'],
    }),
  ),
  octets: Type.Optional(ListOf(Int(1, 223, { description: 'First octet.' }), 32)),
  registrars: Type.Optional(ListOf(OneOf(registries), registries.length)),
  sort: Type.Optional(
    OneOf(
      ['price', '-price', 'address', '-address'],
      'Without it the smallest free block that fits comes first, so that large ones stay whole.',
    ),
  ),
  contract_length: Type.Optional(
    Int(1, 120, {
      default: 1,
      description: 'Months you would commit to: only what is let for so long, at the price that then holds.',
    }),
  ),
  price_min: Price('For the whole block for one month.'),
  price_max: Price('For the whole block for one month.'),
  price_negotiable: Type.Optional(
    Type.Boolean({ description: 'Only blocks whose holder welcomes lower offers, or does not.' }),
  ),
  geo_country_code: Type.Optional(
    Text(2, { pattern: '^[A-Za-z]{2}$', description: 'ISO 3166-1, two letters in any case.', examples: ['NL'] }),
  ),
  geo_city_name: Type.Optional(Text(100, { description: 'In any case.' })),
  geo_providers: Type.Optional(ListOf(Text(64, { description: 'Whose word on the place counts.' }), 16)),
  geo_provider_match_type: Type.Optional(
    OneOf(['and', 'or'], 'Whether all of the providers must see the block there, or one is enough (the default).'),
  ),
  reputation: Type.Optional(OneOf(reputations, 'Whether any part is on an imported blocklist.')),
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

export function readSearch(query: Static<typeof SearchQuery>, currency: string): Search {
  const { prefix_length: length, address, price_min, price_max } = query
  const priceMin = price_min === undefined ? null : readAmount('price_min', price_min, currency)
  const priceMax = price_max === undefined ? null : readAmount('price_max', price_max, currency)
  if (priceMin !== null && priceMax !== null && priceMin > priceMax)
    throw refused('price_max', 'must be at least price_min')
  return {
    length,
    limit: query.limit ?? 100,
    order: query.sort ?? 'fit',
    months: readMonths(query.contract_length ?? 1),
    areas: areasOf(address === undefined ? null : readArea(address), query.octets ?? [], length),
    priceMin,
    priceMax,
    negotiable: query.price_negotiable ?? null,
    registries: query.registrars ?? [],
    place: readLocation(query),
    reputation: query.reputation ?? null,
    token: query.reservation_id ?? null,
  }
}

const refused = (field: string, sentence: string) =>
  kernelProblem('invalid_fields', { fields: { [field]: [sentence] } })

function readMonths(months: number): number {
  const known: readonly number[] = [1, ...commitmentPeriods]
  if (known.includes(months)) return months
  throw refused('contract_length', `must be one of ${known.join(', ')}`)
}

function readAmount(field: string, value: number, currency: string): number {
  try {
    return fromNumber(value, currency).minor
  } catch (error) {
    throw error instanceof MoneyError ? refused(field, error.message) : error
  }
}

function readLocation(query: Static<typeof SearchQuery>): LocationWish | null {
  const { geo_country_code, geo_city_name, geo_providers = [], geo_provider_match_type } = query
  if (geo_country_code === undefined && geo_city_name === undefined && geo_providers.length === 0) return null
  return {
    country: geo_country_code?.toUpperCase() ?? null,
    city: geo_city_name?.toLowerCase() ?? null,
    providers: [...new Set(geo_providers)],
    all: geo_provider_match_type === 'and',
  }
}

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
