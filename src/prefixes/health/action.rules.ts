import { contains, samePrefix, specialUseOf } from '../../kernel/ip/index.ts'
import type { RouteObject } from '../../network/index.ts'
import type { BgpVerdict } from './bgp.rules.ts'
import {
  isLet,
  lettersTooShort,
  strangersOf,
  strangersWithin,
  usable,
  type Routes,
  type Stranger,
  type WorkFacts,
} from './facts.rules.ts'
import { isOwnIrr, type IrrVerdict } from './irr.rules.ts'
import { distinct, numbersOf, originsOf } from '../prefix/origin.rules.ts'
import type { RpkiVerdict } from './rpki.rules.ts'
import type { Suggestion, SuggestionStatus } from './suggestion.rules.ts'
import { validityOf } from './validity.rules.ts'

/**
 * What to do, as it follows from the statuses (decisions 7, Actions), in the order in which to do it (network-rules
 * §3): first the ROA and the route object, then the announcement; at the end first the withdrawal, and what allowed it
 * goes when nothing is seen any more. Nothing is ever proposed in favour of a number without a letter: its announcement
 * may be a hijack, and has to be looked into. Nothing is proposed either on data that is not there.
 */

type BgpAction =
  | 'announce'
  | 'withdraw'
  | 'withdraw_more_specific'
  | 'investigate_origin'
  | 'improve_visibility'
  | 'remove_as_set'

type RpkiAction =
  | 'create_roa'
  | 'delete_roa'
  | 'replace_roa'
  | 'create_as0_roa'
  | 'delete_as0_roa'
  | 'renew_roa'
  | 'investigate_origin'

type IrrAction = 'create_route' | 'delete_route' | 'replace_route' | 'move_route' | 'report_foreign_route'

type IrmAction =
  | 'create_inetnum'
  | 'update_inetnum'
  | 'fix_abuse_contact'
  | 'add_mnt_routes'
  | 'delegate_reverse_dns'
  | 'publish_geofeed'
  | 'issue_loa'
  | 'revoke_loa'

export interface Proposed<Action extends string, About> {
  readonly action: Action
  readonly asns: readonly About[]
}

export interface RouteAt {
  readonly origin: number
  /** The IRR. */
  readonly target: string
}

export interface Actions {
  readonly bgpActions: readonly Proposed<BgpAction, number>[]
  readonly rpkiActions: readonly Proposed<RpkiAction, number>[]
  readonly irrActions: readonly Proposed<IrrAction, RouteAt>[]
  readonly irmActions: readonly Proposed<IrmAction, number>[]
}

interface Scene extends WorkFacts {
  readonly bgp: BgpVerdict
  readonly rpki: RpkiVerdict
  readonly irr: IrrVerdict
  readonly suggestions: readonly Suggestion[]
  readonly seen: Routes
}

/** Null: not to be done. An empty list: to be done, whatever the number. */
interface Row<Action extends string, About> {
  readonly action: Action
  readonly about: (scene: Scene) => readonly About[] | null
}

const proposedBy = <Action extends string, About>(
  rows: readonly Row<Action, About>[],
  scene: Scene,
): Proposed<Action, About>[] =>
  rows.flatMap(({ action, about }) => {
    const asns = about(scene)
    return asns === null ? [] : { action, asns }
  })

const unlessNone = <T>(found: readonly T[]): readonly T[] | null => (found.length > 0 ? found : null)
const when = (condition: boolean): readonly never[] | null => (condition ? [] : null)

/** Whether a payload allows that number; false also when that is not known. */
const isAllowed = ({ prefix, vrps }: WorkFacts, asn: number): boolean =>
  validityOf({ prefix, asn, asSet: null }, usable(vrps) ?? []).validity === 'valid'

/**
 * Without a letter for it, but by the holder, by a letter for more of the block or one that has ended, or by leave of a
 * ROA. It can be asked to withdraw. Of anybody else nobody here knows anything.
 */
const isKnown = (scene: Scene, asn: number): boolean =>
  scene.ownAsns.includes(asn) ||
  scene.lettersLeft.includes(asn) ||
  lettersTooShort(scene, scene.prefix).includes(asn) ||
  isAllowed(scene, asn)

/** The same of a part. */
const isKnownInside = (scene: Scene, { prefix, asn }: Stranger): boolean =>
  scene.ownAsns.includes(asn) ||
  scene.lettersLeft.includes(asn) ||
  scene.lettersLeftInside.some(
    ({ block, letters }) => contains(block, prefix) && letters.some((letter) => letter.asn === asn),
  ) ||
  lettersTooShort(scene, prefix).includes(asn) ||
  validityOf({ prefix, asn, asSet: null }, [...(usable(scene.vrps) ?? []), ...scene.roaArea.around(prefix)])
    .validity === 'valid'

/** As long as nobody else has a letter, the holder may announce its block. */
const mayUse = (scene: Scene, asn: number): boolean => !isLet(scene, scene.prefix) && scene.ownAsns.includes(asn)

const strangers = (scene: Scene): number[] =>
  strangersOf(scene.seen.exact, scene.expected).filter((asn) => !mayUse(scene, asn))

const strangersInside = (scene: Scene, known: boolean): number[] =>
  distinct(
    strangersWithin(scene, scene.seen.inside).flatMap((stranger) =>
      isKnownInside(scene, stranger) === known ? stranger.asn : [],
    ),
  )

const bgpRows: readonly Row<BgpAction, number>[] = [
  {
    action: 'investigate_origin',
    about: (scene) =>
      unlessNone(
        distinct([...strangers(scene).filter((asn) => !isKnown(scene, asn)), ...strangersInside(scene, false)]),
      ),
  },
  {
    action: 'withdraw',
    about: (scene) =>
      unlessNone(
        scene.bgp.status === 'bogon'
          ? originsOf(scene.seen.exact)
          : strangers(scene).filter((asn) => isKnown(scene, asn)),
      ),
  },
  {
    action: 'withdraw_more_specific',
    about: (scene) => unlessNone(strangersInside(scene, true)),
  },
  {
    action: 'remove_as_set',
    about: ({ seen }) => unlessNone(originsOf(seen.exact.filter(({ asSet }) => asSet !== null))),
  },
  {
    action: 'improve_visibility',
    about: ({ bgp, seen }) => (bgp.status === 'low_visibility' ? originsOf(seen.exact) : null),
  },
  {
    // Who announces before the ROA is seen makes the most common new invalid of this trade.
    action: 'announce',
    about: (scene) =>
      scene.bgp.status === 'not_announced' || scene.bgp.status === 'covered_only'
        ? unlessNone(scene.expected.filter((asn) => isAllowed(scene, asn)))
        : null,
  },
]

const asnsOf = ({ suggestions }: Scene, ...statuses: SuggestionStatus[]): number[] =>
  distinct(suggestions.flatMap(({ status, asn }) => (statuses.includes(status) ? asn : [])))

/** A ROA that rejects only announcements nobody here has a letter for does what it is for. */
const isInTheWay = (scene: Scene, asn: number): boolean =>
  !scene.expected.includes(asn) &&
  scene.rpki.origins.some(
    ({ origin, validity }) =>
      validity !== 'valid' && numbersOf(origin).every((number) => scene.expected.includes(number)),
  )

const rpkiRows: readonly Row<RpkiAction, number>[] = [
  {
    action: 'investigate_origin',
    // Whose letter has ended, or does not reach so far down, is asked to withdraw, whatever the RPKI says.
    about: (scene) =>
      unlessNone(
        strangersOf(
          scene.rpki.origins.flatMap((each) => (each.validity === 'valid' ? [] : each.origin)),
          [...scene.expected, ...scene.lettersLeft, ...lettersTooShort(scene, scene.prefix)],
        ),
      ),
  },
  {
    action: 'create_roa',
    about: (scene) => unlessNone(asnsOf(scene, 'not_found', 'invalid_asn', 'invalid_length', 'expected')),
  },
  { action: 'renew_roa', about: (scene) => unlessNone(asnsOf(scene, 'expiring')) },
  { action: 'replace_roa', about: (scene) => unlessNone(asnsOf(scene, 'too_permissive')) },
  {
    // A ROA for AS0 rejects every part that is announced without a ROA of its own. No registry certifies special-use space.
    action: 'create_as0_roa',
    about: ({ prefix, rpki, seen, expectedInside }) =>
      rpki.status === 'unprotected' &&
      seen.inside.length === 0 &&
      expectedInside.length === 0 &&
      specialUseOf(prefix) === undefined
        ? [0]
        : null,
  },
  { action: 'delete_as0_roa', about: (scene) => unlessNone(asnsOf(scene, 'as0_redundant')) },
  {
    // The holder's own numbers stay: such a ROA keeps others away from an idle block.
    action: 'delete_roa',
    about: (scene) =>
      unlessNone(
        distinct([
          ...asnsOf(scene, 'redundant'),
          ...asnsOf(scene, 'stale').filter((asn) => !scene.ownAsns.includes(asn)),
          ...asnsOf(scene, 'disallowing').filter((asn) => isInTheWay(scene, asn)),
        ]),
      ),
  },
]

/** Where a route object belongs when the registry's own IRR is not known. */
const anyIrr = 'RADB'

const isOwn =
  ({ registryIrr }: Scene) =>
  (object: RouteObject): boolean =>
    isOwnIrr(object, registryIrr)
const isForeign =
  ({ registryIrr }: Scene) =>
  (object: RouteObject): boolean =>
    registryIrr !== null && !isOwnIrr(object, registryIrr)

const at = ({ registryIrr }: Scene, origins: readonly number[]): readonly RouteAt[] | null =>
  unlessNone(distinct(origins).map((origin) => ({ origin, target: registryIrr ?? anyIrr })))

const objectsOf = ({ irr }: Scene): RouteObject[] => [...irr.matched, ...irr.unmatched]

/** Numbers with a letter that the registry's own IRR has no object for; one that the RPKI contradicts wants a ROA, not another object. */
function unregistered(scene: Scene): number[] {
  if (scene.irr.status === 'unknown') return []
  const all = [...objectsOf(scene), ...scene.irr.invalid]
  const counted = scene.registryIrr === null ? all : all.filter(isOwn(scene))
  return scene.expected.filter((asn) => !counted.some(({ origin }) => origin === asn))
}

/** Objects for nobody who has a letter, who announces it or whom the holder calls its own. */
const idleObjects = (scene: Scene): RouteObject[] =>
  scene.irr.status === 'unknown'
    ? []
    : [...objectsOf(scene), ...scene.irr.invalid].filter(
        ({ origin }) => !scene.expected.includes(origin) && !scene.ownAsns.includes(origin),
      )

const announces = ({ seen }: Scene, asn: number): boolean => originsOf(seen.exact).includes(asn)

/** Those that may go: nothing is seen of them any more. */
const ownIdle = (scene: Scene): number[] =>
  idleObjects(scene).flatMap((object) =>
    isOwn(scene)(object) && !announces(scene, object.origin) ? object.origin : [],
  )

const isElsewhere = (scene: Scene, asn: number): boolean =>
  objectsOf(scene).some((object) => object.origin === asn && isForeign(scene)(object))

const irrRows: readonly Row<IrrAction, RouteAt>[] = [
  { action: 'replace_route', about: (scene) => (ownIdle(scene).length > 0 ? at(scene, unregistered(scene)) : null) },
  {
    action: 'move_route',
    about: (scene) =>
      ownIdle(scene).length > 0
        ? null
        : at(
            scene,
            unregistered(scene).filter((asn) => isElsewhere(scene, asn)),
          ),
  },
  {
    action: 'create_route',
    about: (scene) =>
      ownIdle(scene).length > 0
        ? null
        : at(
            scene,
            unregistered(scene).filter((asn) => !isElsewhere(scene, asn)),
          ),
  },
  { action: 'delete_route', about: (scene) => (unregistered(scene).length > 0 ? null : at(scene, ownIdle(scene))) },
  {
    action: 'report_foreign_route',
    about: (scene) =>
      unlessNone(
        idleObjects(scene).flatMap((object) =>
          isForeign(scene)(object) ? { origin: object.origin, target: object.source } : [],
        ),
      ),
  },
]

const recordOf = ({ record }: Scene) => usable(record)

/** The record is of exactly the prefix, and says less than it has to, or is kept elsewhere than the offer says. */
function isPoor(scene: Scene): boolean {
  const record = recordOf(scene)
  if (!record || !samePrefix(record.prefix, scene.prefix)) return false
  return record.countries.length === 0 || record.netname === '' || record.registry !== scene.registry
}

const irmRows: readonly Row<IrmAction, number>[] = [
  {
    action: 'create_inetnum',
    about: (scene) => {
      const record = recordOf(scene)
      const known = scene.record !== null && !scene.record.stale
      return when(known && scene.leased && !(record && samePrefix(record.prefix, scene.prefix)))
    },
  },
  { action: 'update_inetnum', about: (scene) => when(isPoor(scene)) },
  { action: 'fix_abuse_contact', about: (scene) => when(recordOf(scene)?.abuseEmail === null) },
  {
    // So that whoever has the letter may write the route object itself.
    action: 'add_mnt_routes',
    about: (scene) => (scene.registryIrr !== null && recordOf(scene) ? unlessNone(unregistered(scene)) : null),
  },
  {
    action: 'delegate_reverse_dns',
    about: (scene) => when(scene.leased && usable(scene.reverseZones)?.length === 0),
  },
  { action: 'publish_geofeed', about: (scene) => when(scene.leased && recordOf(scene)?.geofeed === null) },
  {
    action: 'issue_loa',
    about: ({ leased, expected, expectedInside }) =>
      when(leased && expected.length === 0 && expectedInside.length === 0),
  },
  {
    // It has ended; whoever was shown it has to hear so, until nothing of it is seen any more.
    action: 'revoke_loa',
    about: ({ lettersLeft }) => unlessNone(distinct(lettersLeft)),
  },
]

export function actionsFor(
  facts: WorkFacts,
  verdicts: Pick<Scene, 'bgp' | 'rpki' | 'irr'>,
  suggestions: readonly Suggestion[],
): Actions {
  const seen = usable(facts.routes) ?? { exact: [], inside: [], around: [] }
  const scene = { ...facts, ...verdicts, suggestions, seen }
  return {
    bgpActions: proposedBy(bgpRows, scene),
    rpkiActions: proposedBy(rpkiRows, scene),
    irrActions: proposedBy(irrRows, scene),
    irmActions: proposedBy(irmRows, scene),
  }
}
