import { formatPrefix } from '../../kernel/ip/index.ts'
import type { Vrp } from '../../network/index.ts'
import { isAnnounced, lackOf, originsAtStake, usable, type HealthFacts } from './facts.rules.ts'
import { asText, originText, wordsOf, type Origin } from '../prefix/origin.rules.ts'
import { validityOf, type RouteValidity, type Validity } from './validity.rules.ts'
import { firstMatch, unknown, type Rule, type Verdict } from './verdict.rules.ts'

/**
 * rpkiStatus (network-rules §3): the worst over the origins at stake, so the table runs from bad to good. Unknown without
 * payloads, and without routing data: judged by what is expected alone, a prefix whose real announcement is invalid
 * would be called valid.
 */

type RpkiStatus =
  | 'invalid_as0'
  | 'invalid_as_set'
  | 'invalid_asn'
  | 'invalid_length'
  | 'not_found'
  | 'valid'
  | 'unprotected'
  | 'protected'
  | 'covered'

interface JudgedOrigin extends RouteValidity {
  readonly origin: Origin
}

export interface RpkiVerdict extends Verdict<RpkiStatus> {
  readonly origins: readonly JudgedOrigin[]
  /** Payloads that allow an origin at stake. */
  readonly matched: readonly Vrp[]
  /** Payloads that cover the prefix and allow none of them. */
  readonly unmatched: readonly Vrp[]
}

interface Scene extends HealthFacts {
  readonly judged: readonly JudgedOrigin[]
  readonly covering: readonly Vrp[]
  readonly announced: boolean
}

const some = (scene: Scene, validity: Validity): boolean => scene.judged.some((each) => each.validity === validity)

const ifAnnounced = ({ announced }: Scene) => (announced ? 'critical' : 'warning')

const name = ({ prefix }: Scene): string => formatPrefix(prefix)

const who = ({ judged }: Scene, validity: Validity): string =>
  wordsOf(judged.flatMap((each) => (each.validity === validity ? originText(each.origin) : [])))

const allowed = ({ covering }: Scene): string =>
  wordsOf(
    covering.map(({ prefix, asn, maxLength }) => `${asText(asn)} for ${formatPrefix(prefix)} up to /${maxLength}`),
  )

const verb = ({ announced }: Scene): string => (announced ? 'is' : 'would be')

const rules: readonly Rule<RpkiStatus, Scene>[] = [
  {
    status: 'invalid_as0',
    level: 'critical',
    when: (scene) => some(scene, 'invalid_as0'),
    says: (scene) =>
      `${name(scene)} from ${who(scene, 'invalid_as0')} ${verb(scene)} rejected: its ROAs are for AS0 only, which forbid every announcement.`,
  },
  {
    status: 'invalid_as_set',
    level: 'critical',
    when: (scene) => some(scene, 'invalid_as_set'),
    says: (scene) =>
      `${name(scene)} from the set ${who(scene, 'invalid_as_set')} is rejected: a ROA cannot allow a set of origins.`,
  },
  {
    status: 'invalid_asn',
    level: ifAnnounced,
    when: (scene) => some(scene, 'invalid_asn'),
    says: (scene) =>
      `${name(scene)} from ${who(scene, 'invalid_asn')} ${verb(scene)} rejected: ROAs allow only ${allowed(scene)}.`,
  },
  {
    status: 'invalid_length',
    level: ifAnnounced,
    when: (scene) => some(scene, 'invalid_length'),
    says: (scene) =>
      `${name(scene)} from ${who(scene, 'invalid_length')} ${verb(scene)} rejected: it is more specific than ROAs allow (${allowed(scene)}).`,
  },
  {
    status: 'not_found',
    level: 'warning',
    when: (scene) => some(scene, 'not_found'),
    says: (scene) => `No ROA covers ${name(scene)}, so nothing vouches for ${who(scene, 'not_found')}.`,
  },
  {
    status: 'valid',
    level: 'ok',
    when: ({ judged }) => judged.length > 0,
    says: (scene) => `A ROA allows ${name(scene)} from ${who(scene, 'valid')}.`,
  },
  {
    status: 'unprotected',
    level: 'info',
    when: ({ covering }) => covering.length === 0,
    says: (scene) => `Nobody is expected to announce ${name(scene)}, and no ROA forbids it to others.`,
  },
  {
    status: 'protected',
    level: 'ok',
    when: ({ covering }) => covering.every(({ asn }) => asn === 0),
    says: (scene) => `Nobody is expected to announce ${name(scene)}, and a ROA for AS0 forbids it to everybody.`,
  },
  {
    status: 'covered',
    level: 'ok',
    when: () => true,
    says: (scene) => `Nobody is expected to announce ${name(scene)}; ROAs allow ${allowed(scene)}.`,
  },
]

export function rpkiHealth(facts: HealthFacts): RpkiVerdict {
  const nothing = { origins: [], matched: [], unmatched: [] }
  const covering = usable(facts.vrps)
  if (covering === null) return { ...unknown(lackOf('RPKI data', facts.vrps)), ...nothing }
  const origins = originsAtStake(facts)
  if (origins === null) return { ...unknown(lackOf('routing data', facts.routes)), ...nothing, unmatched: covering }
  const { prefix } = facts
  const judged = origins.map((origin) => ({ origin, ...validityOf({ prefix, ...origin }, covering) }))
  const matched = covering.filter((vrp) => judged.some((each) => each.matched.includes(vrp)))
  return {
    ...firstMatch(rules, { ...facts, judged, covering, announced: isAnnounced(facts) }),
    origins: judged,
    matched,
    unmatched: covering.filter((vrp) => !matched.includes(vrp)),
  }
}
