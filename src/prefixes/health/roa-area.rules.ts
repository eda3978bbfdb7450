import {
  comparePrefixes,
  contains,
  formatPrefix,
  overlaps,
  parent,
  samePrefix,
  type Prefix,
} from '../../kernel/ip/index.ts'
import type { Announcement, Vrp } from '../../network/index.ts'
import type { Expectation } from './facts.rules.ts'
import { isInvalid, validityOf } from './validity.rules.ts'

/** A payload is about to expire for so many seconds. */
export const lastDay = 86_400

/**
 * What there is within a block that a ROA is for. A ROA for a /16 bears on all its announcements, so whether it does any
 * good cannot be seen from one /24; the prefixes under it share one of these, and each ROA is looked at once.
 */
export class RoaArea {
  readonly #announcements: readonly Announcement[]
  readonly #vrps: readonly Vrp[]
  readonly #expectations: readonly Expectation[]
  readonly #effects = new Map<string, RoaEffect>()
  #invalid: ReadonlySet<Announcement> | undefined
  #byBlock: ReadonlyMap<string, readonly Vrp[]> | undefined

  constructor(announcements: readonly Announcement[], vrps: readonly Vrp[], expectations: readonly Expectation[]) {
    this.#announcements = byPrefix(announcements)
    this.#vrps = byPrefix(vrps)
    this.#expectations = expectations
  }

  effectOf(roa: Vrp): RoaEffect {
    const key = `${formatPrefix(roa.prefix)} ${roa.asn} ${roa.maxLength}`
    const known = this.#effects.get(key)
    if (known) return known
    const covered = this.#coveredBy(roa.prefix)
    const authorises = covered.filter((route) => validityOf(route, [roa]).validity === 'valid')
    const longest = authorises.filter(({ prefix }) => prefix.length === roa.maxLength)
    const effect = {
      authorises,
      disallows: covered.filter((route) => this.#rejected().has(route)),
      // A ROA has one origin, so an announcement of it is there once; two tables may still have it twice.
      atMaxLength: longest.filter(({ prefix }, i) => i === 0 || !samePrefix(prefix, longest[i - 1]?.prefix ?? prefix))
        .length,
    }
    this.#effects.set(key, effect)
    return effect
  }

  /** Anywhere under the block of a ROA. */
  expects(asn: number, block: Prefix): boolean {
    return this.#expectations.some(
      (expected) =>
        overlaps(expected.block, block) &&
        expected.letters.some((letter) => letter.asn === asn && letter.maxLength >= block.length),
    )
  }

  /** A letter allows all that the ROA does: nothing of it could be forged that nobody means to announce. */
  intends({ prefix, asn, maxLength }: Vrp): boolean {
    return this.#expectations.some(
      ({ block, letters }) =>
        contains(block, prefix) && letters.some((letter) => letter.asn === asn && letter.maxLength >= maxLength),
    )
  }

  /** The payloads there that cover a part of it, from the part outwards. */
  around(part: Prefix): Vrp[] {
    this.#byBlock ??= Map.groupBy(this.#vrps, ({ prefix }) => formatPrefix(prefix))
    const found: Vrp[] = []
    for (let at: Prefix | undefined = part; at; at = parent(at))
      found.push(...(this.#byBlock.get(formatPrefix(at)) ?? []))
    return found
  }

  /** Until when, in milliseconds, time alone changes nothing here: no payload expires, and none is newly about to. */
  settledUntil(now: Date): number {
    const seconds = now.getTime() / 1_000
    return this.#vrps.reduce((earliest, { expires }) => {
      const next =
        [(expires ?? Infinity) - lastDay, expires ?? Infinity].find((moment) => moment >= seconds) ?? Infinity
      return Math.min(earliest, next * 1_000)
    }, Infinity)
  }

  /** They stand together, from the first that does not sort before the block. */
  #coveredBy(block: Prefix): Announcement[] {
    let [low, high] = [0, this.#announcements.length]
    while (low < high) {
      const middle = (low + high) >>> 1
      const route = this.#announcements[middle]
      if (route !== undefined && comparePrefixes(route.prefix, block) < 0) low = middle + 1
      else high = middle
    }
    let end = low
    for (let route = this.#announcements[end]; route && contains(block, route.prefix);)
      route = this.#announcements[++end]
    return this.#announcements.slice(low, end)
  }

  #rejected(): ReadonlySet<Announcement> {
    this.#invalid ??= invalidAmong(this.#announcements, this.#vrps)
    return this.#invalid
  }
}

export interface RoaEffect {
  readonly authorises: readonly Announcement[]
  /** Announcements it covers that are invalid. */
  readonly disallows: readonly Announcement[]
  /** How many of the smallest blocks it allows are announced. */
  readonly atMaxLength: number
}

const byPrefix = <T extends { readonly prefix: Prefix }>(facts: readonly T[]): T[] =>
  facts.toSorted((a, b) => comparePrefixes(a.prefix, b.prefix))

/** One walk over both, which are in address order, with the payloads around the present place as a stack: each holds the next. */
function invalidAmong(announcements: readonly Announcement[], vrps: readonly Vrp[]): Set<Announcement> {
  const invalid = new Set<Announcement>()
  const around: Vrp[] = []
  const leave = (place: Prefix): void => {
    for (let top = around.at(-1); top && !contains(top.prefix, place); top = around.at(-1)) around.pop()
  }
  let next = 0
  for (const route of announcements) {
    for (let vrp = vrps[next]; vrp && comparePrefixes(vrp.prefix, route.prefix) <= 0; vrp = vrps[++next]) {
      leave(vrp.prefix)
      around.push(vrp)
    }
    leave(route.prefix)
    if (isInvalid(validityOf(route, around).validity)) invalid.add(route)
  }
  return invalid
}
