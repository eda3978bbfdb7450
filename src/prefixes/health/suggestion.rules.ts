import { childCount, contains, formatPrefix, samePrefix, type Prefix } from '../../kernel/ip/index.ts'
import { intendedPrefixes, mostRoasListed, type Vrp } from '../../network/index.ts'
import { usable, type WorkFacts } from './facts.rules.ts'
import { asText, distinct } from '../prefix/origin.rules.ts'
import { lastDay, type RoaEffect } from './roa-area.rules.ts'
import { validityOf, type Validity } from './validity.rules.ts'

/**
 * What to do about ROAs (network-rules §4): one entry for each that covers the prefix, and one for each that is missing
 * for it, or for what letters for it allow inside. Done together, for a prefix and its parts, they never make an expected
 * announcement invalid. Without RPKI data there are none; without routing data everything is kept and nothing is added, since what is used is not known.
 */

export type SuggestionStatus =
  | 'keep'
  | 'not_found'
  | 'invalid_asn'
  | 'invalid_length'
  | 'expected'
  | 'too_permissive'
  | 'replacement'
  | 'stale'
  | 'redundant'
  | 'disallowing'
  | 'as0'
  | 'as0_redundant'
  | 'not_held'
  | 'expiring'

export interface Suggestion {
  readonly status: SuggestionStatus
  readonly prefix: Prefix
  readonly asn: number
  readonly maxLength: number
  readonly ta: string
  /** For a person. */
  readonly sentence: string
}

interface Scene extends WorkFacts, RoaEffect {
  readonly roa: Vrp
  readonly covering: readonly Vrp[]
}

interface Row {
  readonly status: SuggestionStatus
  readonly when: (scene: Scene) => boolean
  readonly says: (scene: Scene) => string
}

const name = ({ prefix, asn, maxLength }: Pick<Vrp, 'prefix' | 'asn' | 'maxLength'>): string =>
  `the ROA of ${asText(asn)} for ${formatPrefix(prefix)}${maxLength > prefix.length ? ` up to /${maxLength}` : ''}`

const isHeld = ({ held }: WorkFacts, { prefix }: Vrp): boolean => held !== null && contains(held, prefix)

/** Without an end it lasts as long as it is there. */
const endOf = ({ expires }: Vrp): number => expires ?? Infinity

/** Another allows the same and more. Of two alike the one that lasts longer is to be kept, or else the first. */
function makesRedundant(scene: Scene, other: Vrp): boolean {
  const { roa, covering } = scene
  if (other === roa || other.asn !== roa.asn || !isHeld(scene, other)) return false
  if (!contains(other.prefix, roa.prefix) || other.maxLength < roa.maxLength) return false
  if (!samePrefix(other.prefix, roa.prefix) || other.maxLength > roa.maxLength) return true
  if (endOf(other) !== endOf(roa)) return endOf(other) > endOf(roa)
  return covering.indexOf(other) < covering.indexOf(roa)
}

/**
 * Whether AS0 adds nothing to another: one that covers its whole block and stays. Others within it, such as a lessee's, do
 * not: what lies beside them has only AS0 to keep strangers away.
 */
const makesAs0Redundant = (scene: Scene, other: Vrp): boolean =>
  other.asn !== 0 &&
  contains(other.prefix, scene.roa.prefix) &&
  staying.has(rowFor(scene, other, scene.covering).status)

const rows: readonly Row[] = [
  {
    status: 'not_held',
    when: (scene) => !isHeld(scene, scene.roa),
    says: ({ roa }) => `Leave ${name(roa)}: its block is larger than what is held here.`,
  },
  {
    status: 'keep',
    when: ({ routes }) => usable(routes) === null,
    says: ({ roa }) => `Keep ${name(roa)}: what is announced is not known.`,
  },
  {
    status: 'as0_redundant',
    when: (scene) => scene.roa.asn === 0 && scene.covering.some((other) => makesAs0Redundant(scene, other)),
    says: ({ roa }) => `Remove ${name(roa)}: another covers the whole of its block, and AS0 adds nothing to it.`,
  },
  {
    status: 'as0',
    when: ({ roa }) => roa.asn === 0,
    says: ({ roa }) => `Keep ${name(roa)}: it rejects all under it that has no ROA of its own.`,
  },
  {
    status: 'redundant',
    when: (scene) => scene.covering.some((other) => makesRedundant(scene, other)),
    says: ({ roa }) => `Remove ${name(roa)}: another of the same AS allows all that it allows.`,
  },
  {
    status: 'stale',
    when: ({ roa, authorises, disallows, roaArea }) =>
      authorises.length === 0 && disallows.length === 0 && !roaArea.expects(roa.asn, roa.prefix),
    says: ({ roa }) => `Remove ${name(roa)}: nothing it allows is announced, and there is no LOA for it.`,
  },
  {
    status: 'too_permissive',
    when: ({ roa, atMaxLength, roaArea }) =>
      atMaxLength > 0 && atMaxLength < childCount(roa.prefix, roa.maxLength) && !roaArea.intends(roa),
    says: ({ roa }) =>
      `Replace ${name(roa)} by ROAs for what is announced: it also allows parts that are not, which others could forge.`,
  },
  {
    status: 'disallowing',
    when: ({ authorises, disallows }) => authorises.length === 0 && disallows.length > 0,
    says: ({ roa, disallows }) =>
      `Look at ${name(roa)}: it allows nothing that is announced, and announcements under it are rejected (${disallows.length}).`,
  },
  {
    status: 'expiring',
    when: ({ roa, now }) => endOf(roa) - now.getTime() / 1_000 < lastDay,
    says: ({ roa }) => `See to it that ${name(roa)} is renewed: it expires within a day.`,
  },
  { status: 'keep', when: () => true, says: ({ roa }) => `Keep ${name(roa)}.` },
]

const staying: ReadonlySet<SuggestionStatus> = new Set(['keep', 'expiring'])

export function suggestRoas(facts: WorkFacts): Suggestion[] {
  const covering = usable(facts.vrps)
  if (covering === null) return []
  const existing = judged(facts, covering)
  const routes = usable(facts.routes)
  if (routes === null) return existing.map(({ row }) => row)
  const origins = distinct([
    ...routes.exact.flatMap(({ asn, asSet }) => (asSet === null ? asn : [])),
    ...facts.expected,
  ])
  return [
    ...existing.map(({ row }) => row),
    ...origins.flatMap((asn) => replacement({ prefix: facts.prefix, asn }, existing) ?? []),
    ...facts.expected.flatMap((asn) => missing(facts, { prefix: facts.prefix, asn }, covering) ?? []),
    ...lackingForParts(facts),
  ]
}

interface Judged {
  readonly roa: Vrp
  readonly row: Suggestion
}

const judged = (facts: WorkFacts, covering: readonly Vrp[]): Judged[] =>
  covering.map((roa) => ({ roa, row: rowFor(facts, roa, covering) }))

function rowFor(facts: WorkFacts, roa: Vrp, covering: readonly Vrp[]): Suggestion {
  const scene = { ...facts, ...facts.roaArea.effectOf(roa), roa, covering }
  const row = rows.find(({ when }) => when(scene))
  const { prefix, asn, maxLength, ta } = roa
  return { status: row?.status ?? 'keep', prefix, asn, maxLength, ta, sentence: row?.says(scene) ?? '' }
}

interface Wish {
  readonly prefix: Prefix
  readonly asn: number
}

/**
 * For what is announced or may be, where the ROA that allows it is to be narrowed. Only one that stays counts as another
 * that allows it: of two that are both to be narrowed neither would be left.
 */
function replacement(wish: Wish, existing: readonly Judged[]): Suggestion | null {
  const allowing = existing.filter(({ roa }) => validityOf({ ...wish, asSet: null }, [roa]).validity === 'valid')
  const wide = allowing.find(({ row }) => row.status === 'too_permissive')
  if (!wide || allowing.some(({ row }) => staying.has(row.status))) return null
  const exactly = exactRoa(wish, wide.roa.ta)
  return { ...exactly, status: 'replacement', sentence: `Add ${name(exactly)} in place of ${name(wide.roa)}.` }
}

/** Never wider than the prefix: a longer maximum would let others forge its parts (RFC 9319). */
const exactRoa = ({ prefix, asn }: Wish, ta: string) => ({ prefix, asn, maxLength: prefix.length, ta })

const missingWhenAnnounced: Readonly<Record<Exclude<Validity, 'valid'>, readonly [SuggestionStatus, because: string]>> =
  {
    not_found: ['not_found', 'it is announced and no ROA covers it'],
    invalid_length: ['invalid_length', 'it is announced, and its ROA allows only larger blocks'],
    invalid_asn: ['invalid_asn', 'it is announced, and ROAs allow only others'],
    invalid_as0: ['invalid_asn', 'it is announced, and a ROA for AS0 forbids it'],
    invalid_as_set: ['invalid_asn', 'it is announced, and ROAs allow only others'],
  }

function missing(facts: WorkFacts, wish: Wish, covering: readonly Vrp[]): Suggestion | null {
  const { validity } = validityOf({ ...wish, asSet: null }, covering)
  if (validity === 'valid') return null
  const [status, because] = isSeen(facts, wish)
    ? missingWhenAnnounced[validity]
    : (['expected', 'there is an LOA for it, and no ROA allows it yet'] as const)
  const roa = exactRoa(wish, facts.registry)
  return { ...roa, status, sentence: `Add ${name(roa)}: ${because}.` }
}

function isSeen(facts: WorkFacts, { prefix, asn }: Wish): boolean {
  const { exact, inside } = usable(facts.routes) ?? { exact: [], inside: [] }
  return [...exact, ...inside].some(
    (route) => route.asSet === null && route.asn === asn && samePrefix(route.prefix, prefix),
  )
}

/** What letters for exactly this block allow inside it: their holder is asked for the same (`letters/release`). */
function lackingForParts(facts: WorkFacts): Suggestion[] {
  const around = usable(facts.vrps) ?? []
  const letters = facts.expectedAround.flatMap((one) => (samePrefix(one.block, facts.prefix) ? one.letters : []))
  return letters.flatMap(({ asn, maxLength }) =>
    [...intendedPrefixes({ block: facts.prefix, maxLength }).take(mostRoasListed).drop(1)].flatMap((prefix) => {
      const inside = facts.roaArea.around(prefix).filter((roa) => roa.prefix.length > facts.prefix.length)
      const covering = [...inside, ...around]
      const wish = { prefix, asn }
      return replacement(wish, judged(facts, covering)) ?? missing(facts, wish, covering) ?? []
    }),
  )
}
