import { formatPrefix } from '../../kernel/ip/index.ts'
import type { RouteObject, Vrp } from '../../network/index.ts'
import { isAnnounced, lackOf, originsAtStake, usable, type HealthFacts } from './facts.rules.ts'
import { asWords, originsOf, wordsOf } from '../prefix/origin.rules.ts'
import { isInvalid, validityOf } from './validity.rules.ts'
import { firstMatch, unknown, type Rule, type Verdict } from './verdict.rules.ts'

/**
 * irrStatus (network-rules §3). Unknown without route objects, and without routing data, since nobody knows then for
 * whom there should be one. RPKI data is needed only where there are objects that it might call invalid. Where the
 * registry is not known, no IRR is its own, and the rules about that do not apply.
 */

type IrrStatus =
  | 'missing'
  | 'mismatch'
  | 'partial'
  | 'authority_mismatch'
  | 'rpki_invalid'
  | 'not_authoritative'
  | 'conflict'
  | 'surplus'
  | 'unused'
  | 'valid'
  | 'not_found'

export interface IrrVerdict extends Verdict<IrrStatus> {
  /** Objects for an origin at stake. */
  readonly matched: readonly RouteObject[]
  /** Objects for others. */
  readonly unmatched: readonly RouteObject[]
  /** Objects that the RPKI contradicts: no filter should believe them, and none of the above. */
  readonly invalid: readonly RouteObject[]
}

interface Scene extends HealthFacts {
  /** A; a set counts as each of its members, since a filter has to know them all. */
  readonly wanted: readonly number[]
  /** R. */
  readonly objects: readonly RouteObject[]
  readonly matched: readonly RouteObject[]
  /** Of origins that are neither at stake nor expected. */
  readonly strange: readonly RouteObject[]
  readonly lacking: readonly number[]
  readonly invalid: readonly RouteObject[]
  readonly announced: boolean
}

const ifAnnounced = ({ announced }: Scene) => (announced ? 'critical' : 'warning')

const name = ({ prefix }: Scene): string => formatPrefix(prefix)

const objectText = ({ origin, source }: RouteObject): string => `AS${origin} in ${source}`
const objectWords = (objects: readonly RouteObject[]): string => wordsOf(objects.map(objectText))

export const isOwnIrr = ({ source }: RouteObject, registryIrr: string | null): boolean =>
  source.toUpperCase() === registryIrr

const own = ({ registryIrr }: Scene, objects: readonly RouteObject[]): RouteObject[] =>
  objects.filter((object) => isOwnIrr(object, registryIrr))

const foreign = ({ registryIrr }: Scene, objects: readonly RouteObject[]): RouteObject[] =>
  objects.filter((object) => registryIrr !== null && !isOwnIrr(object, registryIrr))

const onlyForeignMatch = (scene: Scene): boolean =>
  scene.registryIrr !== null && scene.matched.length > 0 && own(scene, scene.matched).length === 0

/** That there are some, which do not count: nobody is to look for what is missing where it only is invalid. */
function butInvalid({ lacking, invalid }: Scene): string {
  const theirs = invalid.filter(({ origin }) => lacking.includes(origin))
  return theirs.length === 0 ? '' : ` but RPKI-invalid ones (${objectWords(theirs)})`
}

const rules: readonly Rule<IrrStatus, Scene>[] = [
  {
    status: 'missing',
    level: ifAnnounced,
    when: ({ wanted, objects }) => wanted.length > 0 && objects.length === 0,
    says: (scene) =>
      scene.invalid.length === 0
        ? `No IRR has a route object for ${name(scene)}; ${asWords(scene.wanted)} should have one.`
        : `The only route objects for ${name(scene)} are RPKI-invalid (${objectWords(scene.invalid)}), so none counts; ${asWords(scene.wanted)} should have one.`,
  },
  {
    status: 'mismatch',
    level: 'critical',
    when: ({ wanted, matched }) => wanted.length > 0 && matched.length === 0,
    says: (scene) =>
      `The route objects for ${name(scene)} are for others (${objectWords(scene.objects)}), none for ${asWords(scene.wanted)}${butInvalid(scene)}.`,
  },
  {
    status: 'partial',
    level: ifAnnounced,
    when: ({ wanted, lacking }) => wanted.length > 0 && lacking.length > 0,
    says: (scene) =>
      `${asWords(scene.lacking)} has no route object for ${name(scene)}${butInvalid(scene)}; others have.`,
  },
  {
    status: 'authority_mismatch',
    level: 'critical',
    when: (scene) => onlyForeignMatch(scene) && own(scene, scene.strange).length > 0,
    says: (scene) =>
      `The registry's own IRR says otherwise about ${name(scene)} (${objectWords(own(scene, scene.strange))}); only ${objectWords(scene.matched)} agrees.`,
  },
  {
    status: 'rpki_invalid',
    level: 'warning',
    when: ({ matched, invalid }) => matched.length > 0 && invalid.length > 0,
    says: (scene) =>
      `Route objects for ${name(scene)} are right, but there are some that the RPKI contradicts: ${objectWords(scene.invalid)}.`,
  },
  {
    status: 'not_authoritative',
    level: 'warning',
    when: onlyForeignMatch,
    says: (scene) =>
      `The route objects for ${name(scene)} (${objectWords(scene.matched)}) are not in ${scene.registryIrr}, the registry's own IRR.`,
  },
  {
    status: 'conflict',
    level: 'warning',
    when: (scene) => scene.matched.length > 0 && foreign(scene, scene.strange).length > 0,
    says: (scene) =>
      `${scene.registryIrr} is right about ${name(scene)}, but other IRRs say otherwise: ${objectWords(foreign(scene, scene.strange))}.`,
  },
  {
    status: 'surplus',
    level: 'info',
    when: ({ matched, strange }) => matched.length > 0 && strange.length > 0,
    says: (scene) => `${name(scene)} has its route objects, and more than are needed: ${objectWords(scene.strange)}.`,
  },
  {
    status: 'unused',
    level: 'info',
    when: ({ wanted, objects }) => wanted.length === 0 && objects.length > 0,
    says: (scene) =>
      `Nobody is expected to announce ${name(scene)}, but there are route objects: ${objectWords(scene.objects)}.`,
  },
  {
    status: 'valid',
    level: 'ok',
    when: ({ wanted }) => wanted.length > 0,
    says: (scene) => `${asWords(scene.wanted)} has a route object for ${name(scene)} (${objectWords(scene.matched)}).`,
  },
  {
    status: 'not_found',
    level: 'ok',
    when: () => true,
    says: (scene) => `There is no route object for ${name(scene)}, and none is needed.`,
  },
]

const notKnown = (sentence: string, unmatched: readonly RouteObject[] = []): IrrVerdict => ({
  ...unknown(sentence),
  matched: [],
  unmatched,
  invalid: [],
})

export function irrHealth(facts: HealthFacts): IrrVerdict {
  const all = usable(facts.routeObjects)
  if (all === null) return notKnown(lackOf('IRR data', facts.routeObjects))
  const origins = originsAtStake(facts)
  if (origins === null) return notKnown(lackOf('routing data', facts.routes), all)
  const vrps = usable(facts.vrps) ?? (all.length === 0 ? [] : null)
  if (vrps === null) return notKnown(lackOf('RPKI data', facts.vrps), all)
  const scene = sceneOf(facts, originsOf(origins), all, vrps)
  const { matched, objects, invalid } = scene
  return {
    ...firstMatch(rules, scene),
    matched,
    unmatched: objects.filter((object) => !matched.includes(object)),
    invalid,
  }
}

function sceneOf(
  facts: HealthFacts,
  wanted: readonly number[],
  all: readonly RouteObject[],
  vrps: readonly Vrp[],
): Scene {
  const invalid = all.filter(({ prefix, origin }) =>
    isInvalid(validityOf({ prefix, asn: origin, asSet: null }, vrps).validity),
  )
  const objects = all.filter((object) => !invalid.includes(object))
  const matched = objects.filter(({ origin }) => wanted.includes(origin))
  return {
    ...facts,
    wanted,
    objects,
    matched,
    strange: objects.filter(({ origin }) => !wanted.includes(origin) && !facts.expected.includes(origin)),
    lacking: wanted.filter((asn) => !matched.some(({ origin }) => origin === asn)),
    invalid,
    announced: isAnnounced(facts),
  }
}
