import { firstAddress, formatAddress, knownPrefix, type Prefix } from '../../kernel/ip/index.ts'
import { money, toNumber } from '../../kernel/money.ts'
import { pageQuery } from '../../kernel/db/paging.ts'
import { Body, named, Nullable, OneOf, Text, Type, UnixTime, Uuid, type Static } from '../../kernel/http/schema.ts'
import { toUnix } from '../../kernel/time.ts'
import { filterFields, MarketFilters, type WrittenFilters } from '../search/filters.rules.ts'
import type { KeptMatch } from './match.store.ts'
import type { SearchNow } from './saved-search.actions.ts'
import type { SavedSearch } from './saved-search.store.ts'

const Name = Text(100, { pattern: '\\S', description: 'In any case only once for a company.' })

export const NewSavedSearchBody = Body('NewSavedSearch', { name: Name, filters: MarketFilters })

export const SavedSearchChangeBody = Body('SavedSearchChange', {
  name: Type.Optional(Name),
  paused: Type.Optional(Type.Boolean({ description: 'What comes while it is paused is never told.' })),
})

const searchFields = {
  uuid: Uuid,
  name: Type.String(),
  filters: MarketFilters,
  status: OneOf(['active', 'paused']),
  created_at: UnixTime,
  told: Type.Integer({ description: 'Blocks it has told of so far.' }),
  told_at: Nullable(UnixTime),
}

export const SavedSearchAnswer = named('SavedSearch', searchFields)

const blockFields = {
  address: Type.String(),
  cidr: Type.Integer(),
  pricing_uuid: Uuid,
  price: Type.Number({ description: 'For the whole block for one month, of the contract_length asked for.' }),
  currency: Type.String(),
}

export const SavedSearchNowAnswer = named('SavedSearchNow', {
  ...searchFields,
  matching: named('MatchingNow', {
    count: Type.Integer({ description: 'Blocks that a search would find now.' }),
    complete: Type.Boolean({ description: 'False: only 32,768 free blocks were looked through.' }),
    first: Type.Array(named('MatchingBlock', blockFields)),
  }),
})

export const ToldBlockAnswer = named('ToldBlock', {
  ...blockFields,
  price: Type.Number({ description: 'As it was when it was found.' }),
  told_at: UnixTime,
})

export const perPage = 25
export const SavedSearchQuery = pageQuery({ perPage, sortable: [] })

/** Of what was sent, what is known. */
export const knownFilters = (sent: WrittenFilters): WrittenFilters =>
  Object.fromEntries(
    Object.entries(sent).filter(([field, value]) => field in filterFields && value !== undefined),
  ) as WrittenFilters

export function savedSearchAnswer(search: SavedSearch): Static<typeof SavedSearchAnswer> {
  const { uuid, name, filters, paused_at, told } = search
  return {
    uuid,
    name,
    filters,
    status: paused_at === null ? 'active' : 'paused',
    created_at: toUnix(search.created_at),
    told,
    told_at: toUnix(search.told_at),
  }
}

export const savedSearchNowAnswer = (
  { search, now }: SearchNow,
  currency: string,
): Static<typeof SavedSearchNowAnswer> => ({
  ...savedSearchAnswer(search),
  matching: {
    count: now.count,
    complete: now.complete,
    first: now.first.map(({ child, pricing, priceMinor }) => blockAnswer(child, pricing, priceMinor, currency)),
  },
})

const blockAnswer = (block: Prefix, pricing: string, priceMinor: number, currency: string) => ({
  address: formatAddress(firstAddress(block)),
  cidr: block.length,
  pricing_uuid: pricing,
  price: toNumber(money(priceMinor, currency)),
  currency,
})

export const toldBlockAnswer = (match: KeptMatch, currency: string): Static<typeof ToldBlockAnswer> => ({
  ...blockAnswer(knownPrefix(match.block), match.pricing_uuid, match.price_minor, currency),
  told_at: toUnix(match.told_at ?? match.matched_at),
})
