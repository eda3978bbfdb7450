import { formatPrefix, specialUseOf } from '../../kernel/ip/index.ts'
import type { Announcement } from '../../network/index.ts'
import {
  expectedWithin,
  isLet,
  lackOf,
  lettersTooShort,
  strangersOf,
  strangersWithin,
  usable,
  type HealthFacts,
  type Routes,
  type Stranger,
} from './facts.rules.ts'
import { asText, asWords, numbersOf, originsOf, originText, wordsOf } from '../prefix/origin.rules.ts'
import { firstMatch, unknown, type Rule, type Verdict } from './verdict.rules.ts'

/**
 * bgpStatus (network-rules §3). Without routing data it is unknown, but for space that nobody may announce: that needs no
 * data. Without a number of full tables, or of peers, nothing is called badly visible.
 */

type BgpStatus =
  | 'bogon'
  | 'origin_mismatch'
  | 'unexpected_announcement'
  | 'more_specific_mismatch'
  | 'low_visibility'
  | 'multiple_origins'
  | 'announced'
  | 'more_specifics_only'
  | 'covered_only'
  | 'not_announced'

export interface BgpVerdict extends Verdict<BgpStatus> {
  /** Announcements of the prefix and of parts of it by those with an LOA. */
  readonly matched: readonly Announcement[]
  /** The same by others. */
  readonly unmatched: readonly Announcement[]
}

interface Scene extends HealthFacts, Routes {
  /** Origins of the prefix without a letter. */
  readonly strangers: readonly number[]
  readonly strangersInside: readonly Stranger[]
  /** The most peers that see it; null when that is not counted. */
  readonly seenBy: number | null
}

const name = ({ prefix }: HealthFacts): string => formatPrefix(prefix)
const by = (routes: readonly Announcement[]): string => wordsOf(routes.map(originText))
const specifics = ({ inside }: Scene): string => wordsOf(inside.map(({ prefix }) => formatPrefix(prefix)))

const inPlace = (scene: Scene): boolean => scene.inside.every((route) => isExpected(scene, route))

/** By a letter that allows what is announced. */
function isExpected(facts: HealthFacts, route: Announcement): boolean {
  const expected = expectedWithin(facts, route.prefix)
  return numbersOf(route).every((asn) => expected.includes(asn))
}

/** The holder may use its block as long as it is not for lease, or announce it by its own numbers until it is let. */
const isUnwelcome = (scene: Scene): boolean =>
  scene.listed && scene.strangers.some((asn) => isLet(scene, scene.prefix) || !scene.ownAsns.includes(asn))

/** Why somebody who has a letter is called a stranger there. */
function tooShort(scene: Scene, strangers: readonly Stranger[]): string {
  const known = strangers.filter(({ prefix, asn }) => lettersTooShort(scene, prefix).includes(asn))
  return known.length === 0
    ? ''
    : ` The LOA of ${wordsOf(known.map(({ asn }) => asText(asn)))} does not cover so long a prefix.`
}

const exactStrangers = ({ prefix, strangers }: Scene): Stranger[] => strangers.map((asn) => ({ prefix, asn }))

const rules: readonly Rule<BgpStatus, Scene>[] = [
  {
    status: 'bogon',
    level: 'critical',
    when: ({ prefix }) => specialUseOf(prefix) !== undefined,
    says: bogonSentence,
  },
  {
    status: 'origin_mismatch',
    level: 'critical',
    when: ({ exact, expected, strangers }) => exact.length > 0 && expected.length > 0 && strangers.length > 0,
    says: (scene) =>
      `${name(scene)} is announced by ${asWords(scene.strangers)}, which has no LOA for it; expected is ${asWords(scene.expected)}.`,
  },
  {
    status: 'unexpected_announcement',
    level: (scene) => (isUnwelcome(scene) ? 'critical' : 'info'),
    // What the holder may do does not hide what a stranger does inside.
    when: (scene) =>
      scene.exact.length > 0 &&
      scene.expected.length === 0 &&
      (isUnwelcome(scene) || scene.strangersInside.length === 0),
    says: (scene) =>
      `${name(scene)} is announced by ${by(scene.exact)}, although there is no LOA for it${scene.listed ? ' and it is listed or leased here' : ''}.${tooShort(scene, exactStrangers(scene))}`,
  },
  {
    status: 'more_specific_mismatch',
    level: 'critical',
    when: ({ strangersInside }) => strangersInside.length > 0,
    says: (scene) =>
      `Parts of ${name(scene)} are announced without an LOA: ${wordsOf(scene.strangersInside.map(({ prefix, asn }) => `${formatPrefix(prefix)} by ${asText(asn)}`))}.${tooShort(scene, scene.strangersInside)}`,
  },
  {
    status: 'low_visibility',
    level: 'warning',
    when: ({ exact, seenBy, vantage }) =>
      exact.length > 0 && seenBy !== null && vantage !== null && seenBy < vantage.fullTable / 2,
    says: (scene) =>
      `${name(scene)} is announced by ${by(scene.exact)}, but only ${scene.seenBy} of ${scene.vantage?.fullTable} full tables have it.`,
  },
  {
    status: 'multiple_origins',
    level: 'info',
    when: ({ exact }) => originsOf(exact).length > 1,
    says: (scene) => `${name(scene)} is announced by several: ${by(scene.exact)}. All of them have an LOA.`,
  },
  {
    status: 'announced',
    level: 'ok',
    when: ({ exact }) => exact.length > 0,
    says: (scene) => `${name(scene)} is announced by ${by(scene.exact)}, as expected.`,
  },
  {
    status: 'more_specifics_only',
    level: 'ok',
    when: (scene) => scene.inside.length > 0 && inPlace(scene),
    says: (scene) =>
      `${name(scene)} itself is not announced; parts of it are, by those with an LOA: ${specifics(scene)}.`,
  },
  {
    status: 'covered_only',
    level: ({ expected }) => (expected.length > 0 ? 'warning' : 'info'),
    when: ({ inside, around }) => inside.length === 0 && around.length > 0,
    says: (scene) =>
      `${name(scene)} is reached only by ${wordsOf(scene.around.map(({ prefix }) => formatPrefix(prefix)))} around it, announced by ${by(scene.around)}.`,
  },
  {
    status: 'not_announced',
    level: ({ expected }) => (expected.length > 0 ? 'info' : 'ok'),
    when: () => true,
    says: notAnnouncedSentence,
  },
]

function bogonSentence({ prefix }: Pick<HealthFacts, 'prefix'>): string {
  const use = specialUseOf(prefix)
  return `${formatPrefix(prefix)} overlaps ${use ? `${formatPrefix(use.prefix)} (${use.name}, ${use.rfc})` : 'special-use space'}, which nobody may announce.`
}

function notAnnouncedSentence(scene: Scene): string {
  const parts = scene.inside.length > 0 ? `; parts of it are: ${specifics(scene)}` : ''
  const waiting = scene.expected.length > 0 ? `, though ${asWords(scene.expected)} may announce it` : ''
  return `${name(scene)} is not announced${waiting}${parts}.`
}

export function bgpHealth(facts: HealthFacts): BgpVerdict {
  const routes = usable(facts.routes)
  if (routes === null) {
    if (specialUseOf(facts.prefix) === undefined)
      return { ...unknown(lackOf('routing data', facts.routes)), matched: [], unmatched: [] }
    return { status: 'bogon', level: 'critical', sentence: bogonSentence(facts), matched: [], unmatched: [] }
  }
  const seen = [...routes.exact, ...routes.inside]
  const matched = seen.filter((route) => isExpected(facts, route))
  return { ...firstMatch(rules, sceneOf(facts, routes)), matched, unmatched: seen.filter((r) => !matched.includes(r)) }
}

function sceneOf(facts: HealthFacts, routes: Routes): Scene {
  const counted = routes.exact.flatMap(({ peers }) => peers ?? [])
  return {
    ...facts,
    ...routes,
    strangers: strangersOf(routes.exact, facts.expected),
    strangersInside: strangersWithin(facts, routes.inside),
    seenBy: counted.length === 0 ? null : Math.max(...counted),
  }
}
