import { contains, type Prefix } from '../../kernel/ip/index.ts'
import type {
  Announcement,
  Known,
  RegistryRecord,
  ReverseZone,
  RouteObject,
  Vantage,
  Vrp,
} from '../../network/index.ts'
import { originsOf, type Origin } from '../prefix/origin.rules.ts'
import type { RoaArea } from './roa-area.rules.ts'

/**
 * All that a prefix's health is judged by (network-rules §2), as plain values. Each group of data may be null (there is
 * none) or stale; both mean that what depends on it is unknown, never that there is nothing.
 */

/** The live letters for a block. */
export interface Expectation {
  readonly block: Prefix
  /** By number; each allows the block and its parts down to that length, and nothing smaller. */
  readonly letters: readonly { readonly asn: number; readonly maxLength: number }[]
}

/** Announcements that enough peers see: those nobody has may be leaks of one collector. */
export interface Routes {
  /** B: of exactly the prefix. */
  readonly exact: readonly Announcement[]
  /** Bm: of parts of it. */
  readonly inside: readonly Announcement[]
  /** Bl: of what it is part of. */
  readonly around: readonly Announcement[]
}

/** What the statuses need. */
export interface HealthFacts {
  readonly prefix: Prefix
  /** E: numbers with a live letter that allows the prefix: one for it, or for a block around it that reaches so far down. */
  readonly expected: readonly number[]
  /** Letters for the prefix and for blocks around it. */
  readonly expectedAround: readonly Expectation[]
  /** Letters for blocks that lie inside the prefix: who may announce a part of it. */
  readonly expectedInside: readonly Expectation[]
  /** It is offered or let here, so it is not the holder's to use. */
  readonly listed: boolean
  /** Parts of it that the holder keeps off the market, and may use. */
  readonly hiddenInside: readonly Prefix[]
  /** Numbers the holder says are its own. */
  readonly ownAsns: readonly number[]
  readonly routes: Known<Routes> | null
  /** Null: the data does not say how many peers there are. */
  readonly vantage: Vantage | null
  /** V: payloads that cover the prefix. */
  readonly vrps: Known<readonly Vrp[]> | null
  /** R before anything is left out: objects of exactly the prefix, of every IRR. */
  readonly routeObjects: Known<readonly RouteObject[]> | null
  /** xIRR: the registry's own IRR; null when the registry is not known. */
  readonly registryIrr: string | null
}

/** What actions and suggestions need beside. */
export interface WorkFacts extends HealthFacts {
  /** Real time: payloads expire by it. */
  readonly now: Date
  /** What is held on the marketplace around the prefix. */
  readonly held: Prefix | null
  /** As ROAs name it: the trust anchor of the registry. Empty when not known. */
  readonly registry: string
  /** Exactly the prefix is under a live lease. */
  readonly leased: boolean
  /** Numbers whose letters for the prefix have ended, as long as the data may still show something of them. */
  readonly lettersLeft: readonly number[]
  /** The same for parts of it. */
  readonly lettersLeftInside: readonly Expectation[]
  readonly record: Known<RegistryRecord | null> | null
  readonly reverseZones: Known<readonly ReverseZone[]> | null
  readonly roaArea: RoaArea
}

/** Null also when it is too old to say anything. */
export const usable = <T>(known: Known<T> | null): T | null => (known === null || known.stale ? null : known.value)

/** Why something is unknown. */
export function lackOf(what: string, known: Known<unknown> | null): string {
  if (known === null) return `There is no ${what} here, so this is not known.`
  const day = known.takenAt.toISOString().slice(0, 10)
  return `The ${what} (${known.source}, ${day}) is older than it may be, so this is not known.`
}

/** A: what is announced, else what is expected to be; null when it is not known what is announced. */
export function originsAtStake({ routes, expected }: HealthFacts): readonly Origin[] | null {
  const known = usable(routes)
  if (known === null) return null
  return known.exact.length > 0 ? known.exact : expected.map((asn) => ({ asn, asSet: null }))
}

export const isAnnounced = ({ routes }: HealthFacts): boolean => (usable(routes)?.exact.length ?? 0) > 0

export const strangersOf = (routes: readonly Origin[], expected: readonly number[]): number[] =>
  originsOf(routes).filter((asn) => !expected.includes(asn))

/** Those with a letter that allows the prefix. */
export const expectedAt = (prefix: Prefix, expectations: readonly Expectation[]): number[] =>
  expectations
    .filter(({ block }) => contains(block, prefix))
    .flatMap(({ letters }) => letters.flatMap(({ asn, maxLength }) => (prefix.length <= maxLength ? asn : [])))

/** E of a part of the prefix: a letter for the whole may not reach so far down, and the part may have one of its own. */
export const expectedWithin = ({ expectedAround, expectedInside }: HealthFacts, part: Prefix): number[] => [
  ...expectedAt(part, expectedAround),
  ...expectedAt(part, expectedInside),
]

/** There is a letter for it or for what it is part of, however far down that reaches: its holder has left its use to others. */
export const isLet = ({ expectedAround, expectedInside }: HealthFacts, part: Prefix): boolean =>
  expectedAround.length > 0 || expectedInside.some(({ block }) => contains(block, part))

/** Those of the letters around a part that do not reach down to it. */
export const lettersTooShort = ({ expectedAround, expectedInside }: HealthFacts, part: Prefix): number[] =>
  [...expectedAround, ...expectedInside]
    .filter(({ block }) => contains(block, part))
    .flatMap(({ letters }) => letters.flatMap(({ asn, maxLength }) => (maxLength < part.length ? asn : [])))

export interface Stranger {
  /** The part that it announces. */
  readonly prefix: Prefix
  readonly asn: number
}

/** Who announces parts without leave (network-rules §3). */
export const strangersWithin = (facts: HealthFacts, inside: readonly Announcement[]): Stranger[] =>
  inside.flatMap((route) => strangersAt(facts, route).map((asn) => ({ prefix: route.prefix, asn })))

/** Where nobody has a letter the holder may announce its space by its own numbers, and what is off the market as it likes. */
function strangersAt(facts: HealthFacts, route: Announcement): number[] {
  const strangers = strangersOf([route], expectedWithin(facts, route.prefix))
  if (isLet(facts, route.prefix)) return strangers
  if (!facts.listed || facts.hiddenInside.some((hidden) => contains(hidden, route.prefix))) return []
  return strangers.filter((asn) => !facts.ownAsns.includes(asn))
}
