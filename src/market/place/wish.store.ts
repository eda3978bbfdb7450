import { all, query, type Query } from '../../kernel/db/query.ts'
import type { LocationStamps } from '../../network/index.ts'
import type { LocationWish } from '../search/search.rules.ts'
import type { Offer } from '../offer/offer.store.ts'
import { bitOf, spotOf } from './place.rules.ts'

/** What a search by place or reputation asks of what is kept. */

export interface PlaceWish {
  readonly place: LocationWish | null
  /** Null: whether a part of it is listed is all the same. */
  readonly listed: boolean | null
  readonly registries: readonly Offer['registry'][]
  /** Of which data the answer is to be. */
  readonly stamps: LocationStamps
}

type Fragment = Query<unknown>

/** The keys that such blocks have. As long as there are few providers these are few, whatever the market has. */
export function keysFor({ place, listed, registries }: PlaceWish): Fragment {
  return query`select id from place_key where ${all([
    query`spot = ${place === null ? '' : spotOf(place)}`,
    ...(place === null ? [] : [seenBy(place)]),
    ...(listed === null ? [] : [query`listed = ${listed}`]),
    ...(registries.length === 0 ? [] : [query`registry = any(${[...registries]})`]),
  ])}`
}

function seenBy({ providers, all: everyone }: LocationWish): Fragment {
  const named = query`${[...providers]}::text[]`
  if (providers.length === 0) return everyone ? query`unanimous and providers <> '{}'` : query`providers <> '{}'`
  return everyone ? query`providers @> ${named}` : query`providers && ${named}`
}

/** Some part of that length has the key. */
export const hasSize = (kept: Fragment, length: number): Fragment => query`${kept}.sizes & ${bitOf(length)} <> 0`

/** What is kept is of the data that are asked about, in `state`. */
export const isKept = ({ place, listed, stamps }: PlaceWish): Fragment =>
  all([
    ...(place === null ? [] : [query`state.places = ${stamps.places}`]),
    ...(listed === null ? [] : [query`state.lists = ${stamps.lists}`]),
  ])

/** Offers of which the kept prices may lack something, or be wrong. */
export const changing = query`changing as materialized (select offer_uuid from shelf_change
  union select offer_uuid from free_block where not placed and not hidden)`
