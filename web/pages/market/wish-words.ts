import type { MarketFilters } from '../../../client/api.gen.ts'
import { useCountryName } from '../../api/countries.ts'
import { providerName, registryNames } from '../../ui/words.ts'
import type { MarketSearch } from './market-search.ts'
import { addressesIn } from './words.ts'

/** What a saved search looks for: in words, and as an address of the market's page. */

const amount = (value: number): string => value.toLocaleString('en', { maximumFractionDigits: 2 })

/** `0.40 per address`: how the trade speaks of prices. */
const perAddress = (price: number, length: number): string =>
  (price / addressesIn(length)).toLocaleString('en', { minimumFractionDigits: 2, maximumFractionDigits: 3 })

function priceWords({ price_min: min, price_max: max, prefix_length: length }: MarketFilters): string[] {
  if (max !== undefined)
    return [
      `${min === undefined ? 'up to' : `${amount(min)} to`} ${amount(max)} a month (${perAddress(max, length)} per address)`,
    ]
  return min === undefined ? [] : [`from ${amount(min)} a month`]
}

function placeWords(filters: MarketFilters, countryName: (code: string) => string): string {
  const { geo_city_name: city, geo_country_code: country, geo_providers: providers = [] } = filters
  const place = [city, country && countryName(country.toUpperCase())].filter(Boolean).join(', ')
  const by = providers.map(providerName).join(filters.geo_provider_match_type === 'and' ? ' and ' : ' or ')
  return `${place && ` in ${place}`}${by && ` (by ${by})`}`
}

function otherWords({ registrars = [], contract_length: months = 1, ...others }: MarketFilters): string[] {
  return [
    ...(registrars.length > 0 ? [registrars.map((registry) => registryNames[registry]).join(' or ')] : []),
    ...(months > 1 ? [`for ${months} months`] : []),
    ...(others.price_negotiable === undefined ? [] : [others.price_negotiable ? 'open to offers' : 'fixed price']),
    ...(others.reputation === undefined ? [] : [`reputation ${others.reputation}`]),
  ]
}

/** `/22 in Netherlands, up to 409 a month (0.40 per address)`. */
export function useWishWords(): (filters: MarketFilters) => string {
  const countryName = useCountryName()
  return (filters) => {
    const { prefix_length: length, address, octets = [] } = filters
    return [
      `/${length}${placeWords(filters, countryName)}`,
      ...(address === undefined ? [] : [`within ${address}`]),
      ...(octets.length > 0 ? [`beginning with ${octets.join(', ')}`] : []),
      ...priceWords(filters),
      ...otherWords(filters),
    ].join(', ')
  }
}

/** The page of the market that asks for the same; null where it has no field for something of it. */
export function addressOf(filters: MarketFilters): MarketSearch | null {
  const { octets = [], registrars = [], price_min: min, price_max: max, price_negotiable: negotiable } = filters
  const isWhole = [min, max].every((price) => price === undefined || Number.isInteger(price))
  if (octets.length > 0 || registrars.length > 1 || !isWhole || negotiable === false) return null
  const { contract_length: months = 1, geo_providers: providers = [] } = filters
  const all: Record<keyof MarketSearch, unknown> = {
    size: filters.prefix_length,
    inside: filters.address,
    country: filters.geo_country_code?.toUpperCase(),
    city: filters.geo_city_name,
    providers: providers.length > 0 ? providers.join(',') : undefined,
    all: filters.geo_provider_match_type === 'and' || undefined,
    registry: registrars[0],
    months: months > 1 ? months : undefined,
    min,
    max,
    reputation: filters.reputation,
    negotiable,
    sort: undefined,
    view: undefined,
    pick: undefined,
    at: undefined,
    zoom: undefined,
    hide: undefined,
  }
  return Object.fromEntries(Object.entries(all).filter(([, value]) => value !== undefined))
}
