import { halves, type Prefix } from '../../kernel/ip/index.ts'
import type { LocationStamps } from '../../network/index.ts'
import { listable } from '../offer/listing.rules.ts'
import type { LocationWish, SeenPlace } from '../search/search.rules.ts'

/**
 * What is kept of a free block, so that an index finds it by place and reputation (ADR 119). A part of a block is where it
 * is seen by whatever is said of it or of what lies around it, so a larger part may be elsewhere than what lies in it:
 * each key says of which lengths there are parts that have it.
 */

/** Whether what is kept, or what a node knows by now, is of these data. */
export const areOf = (kept: Readonly<Record<keyof LocationStamps, string | null>>, of: LocationStamps): boolean =>
  kept.places === of.places && kept.lists === of.lists

/** What parts of a block have in common, as far as a search can tell. */
interface PlaceKey {
  /** A country, a city, both, or (empty) anywhere. */
  readonly spot: string
  /** Who sees it there, by name. */
  readonly providers: readonly string[]
  /** Nobody sees it elsewhere. */
  readonly unanimous: boolean
  readonly listed: boolean
}

/** The registry is the offer's. */
export type FullKey = PlaceKey & { readonly registry: string }

export type KeyRow = FullKey & { readonly sizes: number }

/** The same text for the same key. */
export const keyText = ({ spot, providers, unanimous, listed, registry }: FullKey): string =>
  JSON.stringify([spot, providers, unanimous, listed, registry])

/** What the internet says. */
export interface Ground {
  placesOf(block: Prefix): readonly SeenPlace[]
  isListed(block: Prefix): boolean
  /** Something else may be said of parts of it. */
  hasParts(block: Prefix): boolean
}

/** Keys as texts, and for each the lengths of parts that have it, as bits. */
export type Survey = ReadonlyMap<string, number>

/** Surveys of large blocks, so that what is cut out of one does not make all of the rest be looked at again. */
export type Remembered = Map<string, Survey>

/** A block of that length has at most a few hundred parts. */
const worthRemembering = 16
const mostRemembered = 8_192

export const bitOf = (length: number): number => 1 << length

const bitsFrom = (length: number): number => (bitOf(listable.smallest + 1) - 1) & ~(bitOf(length) - 1)

export function surveyOf(block: Prefix, ground: Ground, remembered: Remembered): Survey {
  const name = block.length <= worthRemembering ? `${block.address}/${block.length}` : null
  const known = name === null ? undefined : remembered.get(name)
  if (known) return known
  const survey = new Map<string, number>()
  const parts = block.length < listable.smallest && ground.hasParts(block) ? halves(block) : undefined
  const bits = parts ? bitOf(block.length) : bitsFrom(block.length)
  for (const key of keysOf(ground.placesOf(block), ground.isListed(block))) survey.set(JSON.stringify(key), bits)
  for (const half of parts ?? [])
    for (const [key, lengths] of surveyOf(half, ground, remembered)) survey.set(key, (survey.get(key) ?? 0) | lengths)
  if (name !== null) {
    if (remembered.size >= mostRemembered) remembered.clear()
    remembered.set(name, survey)
  }
  return survey
}

export const readKey = (text: string): PlaceKey => JSON.parse(text) as PlaceKey

/** A search by none of them, by country, by city, or by both finds the same key in one row each. */
function keysOf(places: readonly SeenPlace[], listed: boolean): PlaceKey[] {
  const providers = new Map<string, string[]>()
  for (const { provider, countryCode, cityName } of places) {
    const [country, city] = [countryCode.toUpperCase(), cityName?.toLowerCase() ?? null]
    for (const spot of ['', country, ...(city === null ? [] : [`${country}/${city}`, `/${city}`])])
      providers.set(spot, [...(providers.get(spot) ?? []), provider])
  }
  if (places.length === 0) providers.set('', [])
  return [...providers].map(([spot, names]) => ({
    spot,
    providers: names.toSorted(),
    unanimous: names.length === places.length,
    listed,
  }))
}

/** Where a wish is looked up. */
export const spotOf = ({ country, city }: Pick<LocationWish, 'country' | 'city'>): string =>
  city === null ? (country ?? '') : `${country ?? ''}/${city}`
