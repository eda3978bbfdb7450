import { getRouteApi } from '@tanstack/react-router'
import type { FoundBlock, MarketFilters } from '../../../client/api.gen.ts'
import { read } from '../../api/query.ts'
import { useCompany } from '../../api/session.ts'
import { blockAround, numberOf, type Block } from './map/ipv4.ts'
import { middleOf, viewFrom } from './map/view.ts'
import { usualSize, wishes, type MarketSearch } from './market-search.ts'

/** What the address of the page asks the market. */

const marketPage = getRouteApi('/signed-in/c/$company/market')

/** One word of the address: who asks for it is drawn anew only when it changes, not when the map moves. */
export const useAsked = <K extends keyof MarketSearch>(name: K): MarketSearch[K] =>
  (marketPage.useSearch as (of: Selecting) => unknown)({ select: (search) => search[name] }) as MarketSearch[K]

interface Selecting {
  readonly select: (search: MarketSearch) => unknown
}

/** The most an answer has; who wants to see others narrows the search down. */
export const mostFound = 1_000

/** How many filters are set. */
export const useWishes = (): number =>
  marketPage.useSearch({
    select: (search: MarketSearch) => wishes.filter((name) => search[name] !== undefined).length,
  })

/** As the API is asked. */
const filtersOf = (search: MarketSearch): MarketFilters => ({
  prefix_length: search.size ?? usualSize,
  ...(search.inside !== undefined && { address: search.inside }),
  ...(search.country !== undefined && { geo_country_code: search.country }),
  ...(search.city !== undefined && { geo_city_name: search.city }),
  ...(search.providers !== undefined && { geo_providers: search.providers.split(',') }),
  ...(search.all && { geo_provider_match_type: 'and' as const }),
  ...(search.registry !== undefined && { registrars: [search.registry] }),
  ...(search.months !== undefined && { contract_length: search.months }),
  ...(search.min !== undefined && { price_min: search.min }),
  ...(search.max !== undefined && { price_max: search.max }),
  ...(search.reputation !== undefined && { reputation: search.reputation }),
  ...(search.negotiable && { price_negotiable: true }),
})

const queryOf = (search: MarketSearch) => ({
  ...filtersOf(search),
  limit: mostFound,
  ...(search.sort !== undefined && { sort: search.sort }),
})

/** What is asked for now, as it would be saved. */
export const useFilters = (): MarketFilters => marketPage.useSearch({ select: filtersOf, structuralSharing: true })

export function useFound() {
  const { uuid: tenantUUID } = useCompany()
  const query = marketPage.useSearch({ select: queryOf, structuralSharing: true })
  return read('/billing/v1/{tenantUUID}/market/search', { params: { path: { tenantUUID }, query } })
}

export const nameOf = ({ address, cidr }: Pick<FoundBlock, 'address' | 'cidr'>): string => `${address}/${cidr}`

/** All of the market as this company sees it. It changes by the minute, not by the second. */
export function useMap(inside?: string) {
  const { uuid: tenantUUID } = useCompany()
  return {
    ...read('/billing/v1/{tenantUUID}/market/map', {
      params: { path: { tenantUUID }, query: inside === undefined ? {} : { inside } },
    }),
    staleTime: 60_000,
  }
}

/** The part that is worth a closer look: where the picture is in squares and the view is near. */
export function closerPart(
  { at, zoom = 0 }: { at: string | undefined; zoom: number | undefined },
  detail: number | null,
): Block | null {
  if (detail === null || at === undefined || zoom < 2 || numberOf(at) === undefined) return null
  return blockAround(middleOf(viewFrom(at, zoom)), 2 * (Math.floor(zoom) - 1))
}
