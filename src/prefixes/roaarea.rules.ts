import { comparePrefixes, contains, formatPrefix, overlaps, type Prefix } from '../kernel/ip.ts'
import type { Announcement, Vrp } from '../network/index.ts'
import type { Expectation } from './healthfacts.rules.ts'
import { isInvalid, validityOf } from './validity.rules.ts'

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

  constructor(announcements: readonly Announcement[], vrps: readonly Vrp[], expectations: readonly Expectation[]) {
    this.#announcements = announcements
    this.#vrps = vrps
    this.#expectations = expectations
  }

  effectOf(roa: Vrp): RoaEffect {
    const key = `${formatPrefix(roa.prefix)} ${roa.asn} ${roa.maxLength}`
    const known = this.#effects.get(key)
    if (known) return known
    const covered = this.#announcements.filter(({ prefix }) => contains(roa.prefix, prefix))
    const effect = {
      authorises: covered.filter((route) => validityOf(route, [roa]).validity === 'valid'),
      disallows: covered.filter((route) => this.#rejected().has(route)),
    }
    this.#effects.set(key, effect)
    return effect
  }

  /** Anywhere under the block of a ROA. */
  expects(asn: number, block: Prefix): boolean {
    return this.#expectations.some((letter) => letter.asns.includes(asn) && overlaps(letter.block, block))
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
}

const byPrefix = <T extends { readonly prefix: Prefix }>(facts: readonly T[]): T[] =>
  facts.toSorted((a, b) => comparePrefixes(a.prefix, b.prefix))

/** One walk over both in address order, with the payloads around the present place as a stack: each holds the next. */
function invalidAmong(announcements: readonly Announcement[], vrps: readonly Vrp[]): Set<Announcement> {
  const invalid = new Set<Announcement>()
  const sorted = byPrefix(vrps)
  const around: Vrp[] = []
  const leave = (place: Prefix): void => {
    for (let top = around.at(-1); top && !contains(top.prefix, place); top = around.at(-1)) around.pop()
  }
  let next = 0
  for (const route of byPrefix(announcements)) {
    for (let vrp = sorted[next]; vrp && comparePrefixes(vrp.prefix, route.prefix) <= 0; vrp = sorted[++next]) {
      leave(vrp.prefix)
      around.push(vrp)
    }
    leave(route.prefix)
    if (isInvalid(validityOf(route, around).validity)) invalid.add(route)
  }
  return invalid
}
