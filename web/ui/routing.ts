import { knownPrefix } from '../../src/kernel/ip/index.ts'
import { radb, routeObject } from '../../src/letters/release/rpsl.rules.ts'
import { levels, type Level } from '../../src/prefixes/health/verdict.rules.ts'
import { sentence, type Tone } from './badge.tsx'

/** Routing health in words and tones: what the API's short names mean, and what to do. */

export const levelTones: Readonly<Record<Level, Tone>> = {
  ok: 'good',
  info: 'info',
  unknown: 'plain',
  warning: 'warn',
  critical: 'bad',
}

const isLevel = (word: string): word is Level => (levels as readonly string[]).includes(word)
export const levelOf = (word: string): Level => (isLevel(word) ? word : 'unknown')
export const worse = (a: Level, b: Level): Level => (levels.indexOf(a) > levels.indexOf(b) ? a : b)

export const aspects = ['bgp', 'rpki', 'irr'] as const
export type Aspect = (typeof aspects)[number]

export const aspectNames: Readonly<Record<Aspect, string>> = { bgp: 'BGP', rpki: 'RPKI', irr: 'IRR' }

type Words = Readonly<Record<string, readonly [label: string, worst: Level]>>

/** Each status: how it is called here, and how bad it can be. */
const statusWords: Readonly<Record<Aspect, Words>> = {
  bgp: {
    bogon: ['Not routable', 'critical'],
    origin_mismatch: ['Wrong origin', 'critical'],
    unexpected_announcement: ['Unexpected', 'critical'],
    more_specific_mismatch: ['More-specifics by others', 'critical'],
    low_visibility: ['Low visibility', 'warning'],
    multiple_origins: ['Multiple origins', 'info'],
    announced: ['Announced', 'ok'],
    more_specifics_only: ['More-specifics only', 'ok'],
    covered_only: ['Covering route only', 'warning'],
    not_announced: ['Not announced', 'info'],
  },
  rpki: {
    valid: ['Valid', 'ok'],
    invalid_asn: ['Invalid origin', 'critical'],
    invalid_length: ['Invalid length', 'critical'],
    invalid_as0: ['AS0 ROA', 'critical'],
    invalid_as_set: ['AS set', 'critical'],
    not_found: ['No ROA', 'warning'],
    covered: ['Covered', 'ok'],
    protected: ['Protected', 'ok'],
    unprotected: ['Unprotected', 'info'],
  },
  irr: {
    missing: ['Missing', 'critical'],
    mismatch: ['Wrong origin', 'critical'],
    partial: ['Incomplete', 'critical'],
    authority_mismatch: ['Registry mismatch', 'critical'],
    rpki_invalid: ['Conflicts with RPKI', 'warning'],
    not_authoritative: ['Other IRR only', 'warning'],
    conflict: ['Conflict', 'warning'],
    surplus: ['Too many', 'info'],
    unused: ['Unused', 'info'],
    valid: ['Valid', 'ok'],
    not_found: ['No object', 'ok'],
  },
}

export const statusLabel = (aspect: Aspect, status: string): string =>
  statusWords[aspect][status]?.[0] ?? sentence(status)

/** How bad one status is: what it can be at worst, but never worse than the prefix as a whole. */
export function statusLevel(aspect: Aspect, status: string, whole: string): Level {
  const worst = statusWords[aspect][status]?.[1] ?? 'unknown'
  return levels.indexOf(worst) > levels.indexOf(levelOf(whole)) && isLevel(whole) ? whole : worst
}

/** Something to do: a sentence for people, and the text to paste or to send. */
export interface ToDo {
  readonly kind: string
  readonly says: string
  readonly text: string
  /** Objects of registries are set in the mono face. */
  readonly verbatim: boolean
}

interface Proposed {
  readonly bgpActions: readonly { action: string; asns: readonly number[] }[]
  readonly rpkiActions: readonly { action: string; asns: readonly number[] }[]
  readonly irmActions: readonly { action: string; asns: readonly number[] }[]
  readonly irrActions: readonly { action: string; asns: readonly { origin: number; target: string }[] }[]
}

const asList = (asns: readonly number[]): string => asns.map((asn) => `AS${asn}`).join(', ')

const words: Readonly<Record<string, (prefix: string, asns: string) => string>> = {
  announce: (prefix, asns) => `Announce ${prefix} from ${asns}: everything is in place.`,
  withdraw: (prefix, asns) => `Withdraw the announcement of ${prefix} by ${asns}.`,
  withdraw_more_specific: (prefix, asns) => `Withdraw the more-specifics of ${prefix} announced by ${asns}.`,
  investigate_origin: (prefix, asns) =>
    `Find out why ${asns} announces ${prefix} or part of it: there is no LOA for it.`,
  improve_visibility: (prefix, asns) => `Ask the upstreams of ${asns} to accept ${prefix}: visibility is low.`,
  remove_as_set: (prefix, asns) => `Announce ${prefix} from one AS, not from an AS set (${asns}).`,
  delete_roa: (prefix, asns) => `Delete the ROA of ${asns} for ${prefix}.`,
  replace_roa: (prefix, asns) => `Replace the ROA of ${asns} for ${prefix} with narrower ones.`,
  create_as0_roa: (prefix) => `Create a ROA for AS0, so that nobody can announce ${prefix} while it is idle.`,
  delete_as0_roa: () => 'Delete the ROA for AS0: another covers the whole of its block.',
  renew_roa: (prefix, asns) => `Renew the ROA of ${asns} for ${prefix}: it expires soon.`,
  create_inetnum: (prefix) => `Create a registry record for ${prefix}.`,
  update_inetnum: (prefix) => `Complete the registry record of ${prefix}: netname, country or source is missing.`,
  fix_abuse_contact: (prefix) => `Name an abuse contact in the registry record of ${prefix}.`,
  add_mnt_routes: (prefix, asns) =>
    `Add mnt-routes to the record of ${prefix}, so that ${asns} can create its route object.`,
  delegate_reverse_dns: (prefix) => `Delegate the reverse DNS of ${prefix} to its user’s name servers.`,
  publish_geofeed: (prefix) =>
    `Name a geofeed in the registry record of ${prefix}; at ARIN and AFRINIC, which have no such attribute, as a remark: Geofeed and the address.`,
  issue_loa: (prefix) => `Request an LOA for ${prefix}: it has none.`,
  revoke_loa: (prefix, asns) => `Make sure nothing remains of the LOA of ${asns} for ${prefix}.`,
}

const routeWords: Readonly<Record<string, (prefix: string, origin: string, target: string) => string>> = {
  create_route: (prefix, origin, target) =>
    `Create a route object for ${prefix} from ${origin} in ${target}, which has none.`,
  delete_route: (prefix, origin, target) => `Delete the route object for ${prefix} from ${origin} in ${target}.`,
  replace_route: (prefix, origin, target) =>
    `Replace the route object for ${prefix} in ${target} with one for ${origin}.`,
  move_route: (prefix, origin, target) =>
    `Move the route object for ${prefix} from ${origin} to ${target}: it is in the wrong IRR.`,
  report_foreign_route: (prefix, origin, target) =>
    `Ask ${target} to remove the route object for ${prefix} from ${origin}.`,
}

const madeByRoute = new Set(['create_route', 'replace_route', 'move_route'])

/** As registries' forms ask for it. */
export const roaText = (prefix: string, origin: string, maxLength: number): string =>
  `origin:         ${origin}\nprefix:         ${prefix}\nmax-length:     ${maxLength}\n`

function routeText(notation: string, asn: number, target: string): string {
  const facts = { block: knownPrefix(notation), asn, company: null, maintainers: [] }
  return routeObject(facts, target || radb).text
}

interface Roa {
  readonly notation: string
  readonly asn: string
  readonly maxLength: number
  readonly status: string
}

const lackingRoas = new Set(['not_found', 'invalid_asn', 'invalid_length', 'expected'])

/** As they are suggested: a letter may allow parts of the prefix, too, each with a ROA of its own. */
function roasToDo(roas: readonly Roa[]): ToDo {
  const [first] = roas
  return {
    kind: 'create_roa',
    says:
      roas.length === 1 && first
        ? `Create a ROA for ${first.notation} from ${first.asn}.`
        : `Create a ROA for each prefix that may be announced, none wider than it (${roas.length}).`,
    text: roas.map(({ notation, asn, maxLength }) => roaText(notation, asn, maxLength)).join('\n'),
    verbatim: true,
  }
}

/** What to do about a prefix, in the order in which to do it: what allows first, then the announcement. */
export function toDos(prefix: string, proposed: Proposed, suggested: readonly Roa[], geofeedUrl: string): ToDo[] {
  const plain = (kind: string, says: string): ToDo => ({ kind, says, text: says, verbatim: false })
  const byNumbers = ({ action, asns }: { action: string; asns: readonly number[] }): ToDo => {
    const says = words[action]?.(prefix, asList(asns)) ?? sentence(action)
    if (action === 'create_roa') return roasToDo(suggested.filter(({ status }) => lackingRoas.has(status)))
    if (action === 'create_as0_roa')
      return { kind: action, says, text: roaText(prefix, 'AS0', Number(prefix.split('/')[1])), verbatim: true }
    if (action === 'publish_geofeed')
      return { kind: action, says, text: `geofeed:        ${geofeedUrl}`, verbatim: true }
    return plain(action, says)
  }
  const all = [
    ...proposed.rpkiActions.map(byNumbers),
    ...proposed.irrActions.flatMap(({ action, asns }) =>
      asns.map(({ origin, target }): ToDo => {
        const says = routeWords[action]?.(prefix, `AS${origin}`, target) ?? sentence(action)
        return madeByRoute.has(action)
          ? { kind: action, says, text: routeText(prefix, origin, target), verbatim: true }
          : plain(action, says)
      }),
    ),
    ...proposed.bgpActions.map(byNumbers),
    ...proposed.irmActions.map(byNumbers),
  ]
  // An unknown origin is looked into once, whichever table found it.
  return all.filter(({ says }, i) => all.findIndex((other) => other.says === says) === i)
}
