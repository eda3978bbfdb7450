import { fromNumber, MoneyError } from '../../kernel/money.ts'
import { kernelProblem } from '../../kernel/problems.ts'
import { Int, ListOf, OneOf, Text, Type, type Static } from '../../kernel/http/schema.ts'
import { listable } from '../offer/listing.rules.ts'
import { registries } from '../offer/offer.rules.ts'
import { commitmentPeriods } from '../pricing/pricing.rules.ts'
import { areasOf, type Filters, type LocationWish } from './search.rules.ts'
import { readArea } from './whereabouts.rules.ts'

/** Decisions 8, Market search: which blocks are wanted. A search asks for them once, a saved one until it is deleted. */

export const reputations = ['clean', 'listed', 'unknown'] as const

const Price = (description: string) => Type.Optional(Type.Number({ minimum: 0, maximum: 16_777_216_000, description }))

export const filterFields = {
  prefix_length: Int(listable.largest, listable.smallest, { description: 'The size of the blocks wanted.' }),
  address: Type.Optional(
    Text(18, {
      description:
        'Blocks inside this IPv4 prefix; for an address, or a prefix smaller than wanted, the block around it.',
      examples: ['45.8.0.0/16'],
    }),
  ),
  octets: Type.Optional(ListOf(Int(1, 223, { description: 'First octet.' }), 32)),
  registrars: Type.Optional(ListOf(OneOf(registries), registries.length)),
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
}

/** As they are sent, and kept. */
export const MarketFilters = Type.Named('MarketFilters', Type.Object(filterFields))
export type WrittenFilters = Static<typeof MarketFilters>

export function readFilters(written: WrittenFilters, currency: string): Filters {
  const { prefix_length: length, address, price_min, price_max } = written
  const priceMin = price_min === undefined ? null : readAmount('price_min', price_min, currency)
  const priceMax = price_max === undefined ? null : readAmount('price_max', price_max, currency)
  if (priceMin !== null && priceMax !== null && priceMin > priceMax)
    throw refused('price_max', 'must be at least price_min')
  return {
    length,
    months: readMonths(written.contract_length ?? 1),
    areas: areasOf(address === undefined ? null : readArea(address), written.octets ?? [], length),
    priceMin,
    priceMax,
    negotiable: written.price_negotiable ?? null,
    registries: written.registrars ?? [],
    place: readLocation(written),
    reputation: written.reputation ?? null,
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

function readLocation(written: WrittenFilters): LocationWish | null {
  const { geo_country_code, geo_city_name, geo_providers = [], geo_provider_match_type } = written
  if (geo_country_code === undefined && geo_city_name === undefined && geo_providers.length === 0) return null
  return {
    country: geo_country_code?.toUpperCase() ?? null,
    city: geo_city_name?.toLowerCase() ?? null,
    providers: [...new Set(geo_providers)],
    all: geo_provider_match_type === 'and',
  }
}
