import {
  addressOf,
  childCount,
  children,
  comparePrefixes,
  contains,
  firstAddress,
  halves,
  mergePrefixes,
  nthChild,
  prefixAround,
  type Prefix,
} from '../../kernel/ip/index.ts'
import type { BlocklistEntry, Known, Location, Vrp } from '../../network/index.ts'
import type { Offer } from '../offer/offer.store.ts'
import type { CommitmentDiscount } from '../pricing/discount.rules.ts'

/**
 * What a search finds: blocks of one length, cut lazily out of the free space of offers. Nothing here looks at more of a
 * large free block than the answer needs: a /8 at /24 has 65,536 children.
 */

/** By fit: the smallest free block that is large enough comes first, so that large ones stay whole. */
export type Order = 'fit' | 'price' | '-price' | 'address' | '-address'

/** Which blocks are wanted. */
export interface Filters {
  readonly length: number
  /** Where to look: apart, in address order, none smaller than what is wanted. Null: everywhere. */
  readonly areas: readonly Prefix[] | null
  /** Committed to, 1 for none: what is found can be had for so long, and its price is that one. */
  readonly months: number
  readonly priceMin: number | null
  readonly priceMax: number | null
  readonly negotiable: boolean | null
  readonly registries: readonly Offer['registry'][]
  readonly place: LocationWish | null
  readonly reputation: Reputation | null
}

export interface Search extends Filters {
  readonly limit: number
  readonly order: Order
  readonly token: string | null
}

export interface LocationWish {
  /** In capitals. */
  readonly country: string | null
  /** In small letters. */
  readonly city: string | null
  /** Whose word counts; none named: everybody's. */
  readonly providers: readonly string[]
  /** All of them must say so, not just one. */
  readonly all: boolean
}

/** A free block and the terms under which parts of it, or all of it, are let. */
export interface Hole {
  readonly block: Prefix
  readonly offer: string
  readonly registry: Offer['registry']
  readonly pricing: string
  readonly priceMinor: number
  readonly negotiable: boolean
  readonly periods: readonly number[]
  readonly discounts: readonly CommitmentDiscount[]
  /** Kinds of checks of its offer that were skipped for want of data. */
  readonly skippedChecks: readonly string[]
}

/** The holes of one moment. */
export interface Holes {
  /** On the shelf: the first ones in the order asked for. */
  readonly shelved: Hole[]
  /** Around an area that was asked for. */
  readonly around: Hole[]
  /** What the token opens: all free space of its offer, however small the pieces. */
  readonly privately: Hole[]
  /** What the token's reservation holds. */
  readonly reserved: Hole[]
}

export interface Found extends Hole {
  /** The part of the hole that is offered here. */
  readonly child: Prefix
}

/**
 * The space that the address and the first octets have in common. Less than what is wanted stands for the block around
 * it, so that a single address finds the block it lies in.
 */
export function areasOf(around: Prefix | null, octets: readonly number[], length: number): Prefix[] | null {
  const area = around && around.length > length ? prefixAround(firstAddress(around), length) : around
  if (octets.length === 0) return area && [area]
  const eights = [...new Set(octets)]
    .sort((a, b) => a - b)
    .map((octet) => prefixAround(addressOf(4, octet * 2 ** 24), 8))
  return area === null ? eights : eights.flatMap((eight) => partsIn(eight, [area]))
}

/** The parts of a block that lie in the areas, in address order. */
export function partsIn(block: Prefix, areas: readonly Prefix[] | null): Prefix[] {
  if (areas === null || areas.some((area) => contains(area, block))) return [block]
  return areas.filter((area) => contains(block, area))
}

/** Hidden and shown space of one offer, grown together: who may have both may have a block that is half of each. */
function growTogether(holes: readonly Hole[]): Hole[] {
  const [terms] = holes
  return terms ? mergePrefixes(holes.map(({ block }) => block)).map((block) => ({ ...terms, block })) : []
}

type Compare = (a: Hole, b: Hole) => number

const byText = (a: string, b: string): number => (a < b ? -1 : a > b ? 1 : 0)
const byAddress: Compare = (a, b) => comparePrefixes(a.block, b.block)
const byFit: Compare = (a, b) => b.block.length - a.block.length || byAddress(a, b)
const byPrice: Compare = (a, b) => a.priceMinor - b.priceMinor || byText(a.pricing, b.pricing)

/** Total orders, since holes never overlap; the same as in the store's statements. */
const compareHoles: Readonly<Record<Order, Compare>> = {
  fit: byFit,
  price: (a, b) => byPrice(a, b) || byFit(a, b),
  '-price': (a, b) => byPrice(b, a) || byFit(a, b),
  address: byAddress,
  '-address': (a, b) => byAddress(b, a),
}

/**
 * All holes in one order. `isAll` says that nothing follows those from the shelf; else we know nothing of what comes
 * behind the last of them, and what would come there has to wait.
 */
export function arrange({ order, length }: Search, holes: Holes, isAll: boolean): Hole[] {
  const { shelved, around, privately, reserved } = holes
  const compare = compareHoles[order]
  const end = isAll ? undefined : shelved.at(-1)
  const beside = [...around, ...growTogether(privately), ...reserved]
  const inReach = beside.filter((hole) => hole.block.length <= length && (!end || compare(hole, end) < 0))
  return inReach.length === 0 ? shelved : [...shelved, ...inReach].sort(compare)
}

/** Whether what is wished holds in all of a block, nowhere in it, or (null) here and there. */
export type Judge = (block: Prefix) => boolean | null

const everywhere: Judge = () => true

/** What all of them say; null where one of them has to look closer. */
export function together(judges: readonly Judge[]): Judge | undefined {
  if (judges.length === 0) return undefined
  return (block) => {
    const verdicts = new Set(judges.map((judge) => judge(block)))
    return verdicts.has(false) ? false : verdicts.has(null) ? null : true
  }
}

/** The first blocks of the wanted length that the holes have room for, hole after hole. */
export function pick(search: Search, holes: readonly Hole[], judge: Judge = everywhere): Found[] {
  const found: Found[] = []
  const backwards = search.order === '-address'
  for (const hole of holes) {
    for (const part of acceptableIn(search, hole, judge, backwards))
      for (const child of inTurn(part, search.length, backwards)) {
        found.push({ ...hole, child })
        if (found.length === search.limit) return found
      }
  }
  return found
}

/** How many `pick` would find without a limit; what is large is not taken apart to be counted. */
export function countOf(filters: Filters, holes: readonly Hole[], judge: Judge = everywhere): number {
  let count = 0
  for (const hole of holes)
    for (const part of acceptableIn(filters, hole, judge, false)) count += childCount(part, filters.length)
  return count
}

function* acceptableIn({ areas }: Filters, { block }: Hole, judge: Judge, backwards: boolean): Generator<Prefix, void> {
  const parts = partsIn(block, areas)
  for (const part of backwards ? parts.reverse() : parts) yield* acceptable(part, backwards, judge)
}

/** Halves a block only where the judge does not know yet, so that it costs as little as its places differ. */
function* acceptable(block: Prefix, backwards: boolean, judge: Judge): Generator<Prefix, void> {
  const verdict = judge(block)
  if (verdict === true) yield block
  if (verdict !== null) return
  const parts = halves(block) ?? []
  for (const half of backwards ? parts.reverse() : parts) yield* acceptable(half, backwards, judge)
}

function* inTurn(block: Prefix, length: number, backwards: boolean): Generator<Prefix, void> {
  if (backwards) for (let n = childCount(block, length) - 1; n >= 0; n--) yield nthChild(block, length, n)
  else yield* children(block, length)
}

export type SeenPlace = Pick<Location, 'provider' | 'countryCode' | 'cityName'>

/** What providers say about a block fulfils the wish. */
export function isLocated(places: readonly SeenPlace[], wish: LocationWish): boolean {
  const asked = askedIn(places, wish)
  if (!wish.all) return asked.some((place) => agrees(place, wish))
  return asked.length >= Math.max(1, wish.providers.length) && asked.every((place) => agrees(place, wish))
}

/** The same of space that providers see in several places: whether it can be so for a part of it. */
export function couldBeLocated(places: readonly SeenPlace[], wish: LocationWish): boolean {
  const agreeing = askedIn(places, wish).filter((place) => agrees(place, wish))
  if (!wish.all) return agreeing.length > 0
  const providers = (of: readonly SeenPlace[]) => new Set(of.map(({ provider }) => provider)).size
  return providers(agreeing) >= Math.max(1, wish.providers.length, providers(askedIn(places, wish)))
}

const askedIn = (places: readonly SeenPlace[], { providers }: LocationWish) =>
  places.filter(({ provider }) => providers.length === 0 || providers.includes(provider))

const agrees = ({ countryCode, cityName }: SeenPlace, { country, city }: LocationWish): boolean =>
  (country === null || countryCode.toUpperCase() === country) && (city === null || cityName?.toLowerCase() === city)

/** The country most providers name; among equals the one named by the provider whose name comes first. */
export function countryOf(places: readonly Location[]): string | null {
  const votes = new Map<string, number>()
  for (const { countryCode } of places.toSorted((a, b) => (a.provider < b.provider ? -1 : 1)))
    votes.set(countryCode, (votes.get(countryCode) ?? 0) + 1)
  const most = Math.max(...votes.values())
  return [...votes].find(([, count]) => count === most)?.[0] ?? null
}

export type Reputation = 'clean' | 'listed' | 'unknown'

export function reputationOf(hits: Known<readonly BlocklistEntry[]> | null): Reputation {
  if (hits === null || hits.stale) return 'unknown'
  return hits.value.length > 0 ? 'listed' : 'clean'
}

export type Protection = 'unprotected' | 'protected' | 'covered' | 'unknown'

/** As a free block: nobody is expected to announce it (network-rules §3). */
export function protectionOf(vrps: Known<readonly Vrp[]> | null): Protection {
  if (vrps === null || vrps.stale) return 'unknown'
  if (vrps.value.length === 0) return 'unprotected'
  return vrps.value.every(({ asn }) => asn === 0) ? 'protected' : 'covered'
}
