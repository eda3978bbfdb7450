import { children, comparePrefixes, contains, halves, overlaps, type Prefix } from '../kernel/ip/index.ts'
import type { Vrp } from './fact.rules.ts'

/**
 * Which ROAs an intent to announce needs: one for each prefix that may be announced, none wider than it (RFC 9319), so
 * that nobody can forge what is not. What releases a letter, what its holder is asked for and what health suggests all
 * go by this.
 */

/** The block, and its parts down to that length, are to be announced by the number. */
export interface Intent {
  readonly block: Prefix
  readonly asn: number
  readonly maxLength: number
}

/** The larger ones first. Each length doubles them: take no more than are wanted. */
export function* intendedPrefixes({ block, maxLength }: Omit<Intent, 'asn'>): Generator<Prefix, undefined> {
  for (let length = block.length; length <= maxLength; length++) yield* children(block, length)
}

/** How many there are. */
export const intendedCount = ({ block, maxLength }: Omit<Intent, 'asn'>): number =>
  2 ** (maxLength - block.length + 1) - 1

/** So many are listed one by one: all of a /17 down to /24; of what is more, the larger prefixes. */
export const mostRoasListed = 255

/** Those of them that no payload allows, in address order. Payloads for other space and other numbers may be given. */
export function* lackingPrefixes(
  { block, asn, maxLength }: Intent,
  vrps: readonly Vrp[],
): Generator<Prefix, undefined> {
  // AS0 allows nobody, not even who calls itself so (RFC 6483 §4).
  const own = vrps.filter((vrp) => asn !== 0 && vrp.asn === asn && overlaps(vrp.prefix, block))
  yield* lackingIn(block, maxLength, -1, own)
}

/** `reach`: how long a part of what lies around may be; nothing beyond is left to ask where that is far enough. */
function* lackingIn(
  place: Prefix,
  maxLength: number,
  reach: number,
  vrps: readonly Vrp[],
): Generator<Prefix, undefined> {
  const around = vrps.filter((vrp) => contains(vrp.prefix, place))
  const allowed = around.reduce((most, vrp) => Math.max(most, vrp.maxLength), reach)
  if (allowed >= maxLength) return
  if (allowed < place.length) yield place
  if (place.length === maxLength) return
  const inside = vrps.filter((vrp) => vrp.prefix.length > place.length)
  for (const half of halves(place) ?? []) {
    const ofHalf = inside.filter((vrp) => contains(half, vrp.prefix))
    yield* lackingIn(half, maxLength, allowed, ofHalf)
  }
}

/** What the RPKI makes of all that is intended; an invalid route is worse than one that nothing vouches for. */
export type Outlook =
  /** All of it is valid. */
  | 'allowed'
  /** Nothing of it is invalid, but something is covered by no payload. */
  | 'open'
  /** Something of it is invalid: AS0 alone covers it. */
  | 'as0'
  /** Something of it is invalid: it is longer than its payloads allow, or they are for others. */
  | 'invalid'

export function outlookOf(intent: Intent, vrps: readonly Vrp[]): Outlook {
  const first = (block: Prefix): Prefix | undefined => lackingPrefixes({ ...intent, block }, vrps).next().value
  const invalid = coveredPlaces(intent, vrps).flatMap((place) => first(place) ?? [])
  if (invalid.some((place) => vrps.every(({ prefix, asn }) => asn === 0 || !contains(prefix, place)))) return 'as0'
  if (invalid.length > 0) return 'invalid'
  return first(intent.block) === undefined ? 'allowed' : 'open'
}

/** The largest parts of the block that payloads cover: only there can a route be invalid. They lie apart. */
function coveredPlaces({ block, maxLength }: Intent, vrps: readonly Vrp[]): Prefix[] {
  if (vrps.some(({ prefix }) => contains(prefix, block))) return [block]
  const places: Prefix[] = []
  const inside = vrps.map(({ prefix }) => prefix).filter((one) => contains(block, one) && one.length <= maxLength)
  for (const place of inside.toSorted(comparePrefixes)) {
    const last = places.at(-1)
    if (last === undefined || !contains(last, place)) places.push(place)
  }
  return places
}
