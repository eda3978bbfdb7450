import { createHash } from 'node:crypto'
import type { Prefix } from '../../kernel/ip/index.ts'
import { actionsFor, type Actions, type Proposed, type RouteAt } from './action.rules.ts'
import { bgpHealth, type BgpVerdict } from './bgp.rules.ts'
import type { HealthFacts, WorkFacts } from './facts.rules.ts'
import { irrHealth, type IrrVerdict } from './irr.rules.ts'
import { asText } from '../prefix/origin.rules.ts'
import { rpkiHealth, type RpkiVerdict } from './rpki.rules.ts'
import { suggestRoas, type Suggestion, type SuggestionStatus } from './suggestion.rules.ts'
import { worstOf, type Level } from './verdict.rules.ts'

/** A prefix's routing health as a whole: three statuses with their reasons, the worst of them, and what to do. */

interface Health {
  readonly criticality: Level
  readonly bgp: BgpVerdict
  readonly rpki: RpkiVerdict
  readonly irr: IrrVerdict
}

export interface HealthWork extends Health, Actions {
  readonly suggestions: readonly Suggestion[]
}

export function judgeHealth(facts: HealthFacts): Health {
  const bgp = bgpHealth(facts)
  const rpki = rpkiHealth(facts)
  const irr = irrHealth(facts)
  return { criticality: worstOf([bgp.level, rpki.level, irr.level]), bgp, rpki, irr }
}

/** The same with what to do about it. */
export function judgeWork(facts: WorkFacts): HealthWork {
  const health = judgeHealth(facts)
  const suggestions = suggestRoas(facts)
  return { ...health, suggestions, ...actionsFor(facts, health, suggestions) }
}

/** The four statuses alone: what a history is kept of. */
export interface Statuses {
  readonly criticalityStatus: Level
  readonly bgpStatus: BgpVerdict['status']
  readonly rpkiStatus: RpkiVerdict['status']
  readonly irrStatus: IrrVerdict['status']
}

export const statusesOf = ({ criticality, bgp, rpki, irr }: Health): Statuses => ({
  criticalityStatus: criticality,
  bgpStatus: bgp.status,
  rpkiStatus: rpki.status,
  irrStatus: irr.status,
})

/** The reason to name first: the worst of what is known. */
export function whyOf({ bgp, rpki, irr }: Health): string {
  const known = [bgp, rpki, irr].filter(({ level }) => level !== 'unknown')
  const worst = worstOf(known.map(({ level }) => level))
  return (known.find(({ level }) => level === worst) ?? bgp).sentence
}

/** Tells whether the reasons have changed. */
export const whyDigest = ({ bgp, rpki, irr }: Health): Buffer =>
  createHash('sha256')
    .update([bgp, rpki, irr].map(({ sentence }) => sentence).join('\n'))
    .digest()

interface ShownAction<About> {
  action: string
  asns: About[]
}

/** `routingHealth` of a prefix, as the specification names its fields. */
interface RoutingHealth extends Statuses {
  readonly bgpActions: ShownAction<number>[]
  readonly rpkiActions: ShownAction<number>[]
  readonly irrActions: ShownAction<RouteAt>[]
  readonly irmActions: ShownAction<number>[]
}

const shown = <About>(actions: readonly Proposed<string, About>[]): ShownAction<About>[] =>
  actions.map(({ action, asns }) => ({ action, asns: [...asns] }))

export const routingHealthOf = (work: HealthWork): RoutingHealth => ({
  ...statusesOf(work),
  bgpActions: shown(work.bgpActions),
  rpkiActions: shown(work.rpkiActions),
  irrActions: shown(work.irrActions),
  irmActions: shown(work.irmActions),
})

interface ShownSuggestion {
  readonly maxLength: number
  readonly asn: string
  readonly ta: string
  readonly status: SuggestionStatus
}

/** `rpki.suggestions` of a prefix. They do not say of which prefix a ROA is, so those for parts of it are left out. */
export const shownSuggestions = ({ suggestions }: HealthWork, prefix: Prefix): ShownSuggestion[] =>
  suggestions
    .filter((suggestion) => suggestion.prefix.length <= prefix.length)
    .map(({ maxLength, asn, ta, status }) => ({ maxLength, asn: asText(asn), ta, status }))
