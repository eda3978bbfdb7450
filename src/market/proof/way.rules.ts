import { createHash } from 'node:crypto'
import { contains, formatPrefix, samePrefix, type Prefix } from '../../kernel/ip/index.ts'
import { mostZones, reverseZones, zoneCount, type Announcement, type Known, type Vrp } from '../../network/index.ts'
import { someOf, sourceOf } from '../offer/facts.rules.ts'
import type { ContactList } from './contact.rules.ts'

/** The ways by which a block can be proven, which of them are possible for it, and why the others are not (ADR 84). */

export const wayNames = ['email', 'remark', 'dns', 'roa', 'operator'] as const
export type WayName = (typeof wayNames)[number]

export interface Way {
  readonly way: WayName
  readonly possible: boolean
  /** What to do, or why it cannot be done. */
  readonly says: string
}

export interface WayFacts {
  readonly block: Prefix
  readonly registry: string
  /** Null: no record is known. */
  readonly contacts: ContactList | null
  /** Why no record is known, or why its contacts do not count. */
  readonly noContacts: string
  /** Whether a change of the record would be seen here. */
  readonly recordSeen: boolean
  /** The operator's AS number, where it has named one. */
  readonly proofAsn: number | null
  readonly vrps: Known<readonly Vrp[]> | null
  readonly announcements: Known<readonly Announcement[]> | null
}

/** Where a line of one's own goes in a registry's record; lacking: there is no such place. */
const remarkFields: Readonly<Record<string, string>> = {
  ripencc: 'a "remarks:" or "descr:" line of the inetnum object',
  apnic: 'a "remarks:" or "descr:" line of the inetnum object',
  afrinic: 'a "remarks:" or "descr:" line of the inetnum object',
  arin: 'the public comments of the network',
}

/** Not secret: whoever can put this listing's token there holds the block. Nobody can choose one that stands there already. */
export const tokenOf = (offer: string): string =>
  `sublet-${createHash('sha256').update(`proof of ${offer}`).digest('hex').slice(0, 24)}`

/** The name of the TXT record in a zone. */
export const txtName = (zone: string): string => `_sublet.${zone}`

export const showsToken = (lines: readonly string[], token: string): boolean =>
  lines.some((line) =>
    line
      .toLowerCase()
      .split(/[^a-z0-9-]+/)
      .includes(token),
  )

export const waysFor = (facts: WayFacts): Way[] => [
  byEmail(facts),
  byRemark(facts),
  byDns(facts),
  byRoa(facts),
  {
    way: 'operator',
    possible: true,
    says: 'Send documents that show that the block is yours, such as an invoice of the registry, and say what they are: an operator looks at them.',
  },
]

const possible = (way: WayName, says: string): Way => ({ way, possible: true, says })
const impossible = (way: WayName, says: string): Way => ({ way, possible: false, says })

function byEmail({ contacts, noContacts }: WayFacts): Way {
  if (contacts === null) return impossible('email', noContacts)
  if (contacts.contacts.length > 0)
    return possible('email', 'A code is mailed to the contact of the record that you choose; enter it here.')
  const { registrys, providers } = contacts.left
  if (noContacts !== '') return impossible('email', noContacts)
  if (registrys + providers === 0) return impossible('email', 'The record shows no mail address.')
  const whose =
    registrys === 0 ? "the provider's" : providers === 0 ? "the registry's own" : "the registry's and the provider's"
  return impossible('email', `The mail addresses of the record are ${whose}, and not those of its holder.`)
}

function byRemark({ registry, recordSeen }: WayFacts): Way {
  const field = remarkFields[registry]
  if (field === undefined)
    return impossible('remark', "The records of this block's registry have no place for remarks.")
  if (!recordSeen) return impossible('remark', 'The record cannot be seen from here, so neither could a change of it.')
  return possible(
    'remark',
    `Put the token below into ${field} itself, not of one around it; it is looked for every few minutes.`,
  )
}

function byDns({ block }: WayFacts): Way {
  const zones = zoneCount(block)
  if (zones > mostZones)
    return impossible(
      'dns',
      `${formatPrefix(block)} is made up of ${zones} reverse zones; up to ${mostZones} are looked at.`,
    )
  const where = zones === 1 ? 'its reverse zone' : `each of its ${zones} reverse zones`
  return possible('dns', `Publish the token below as a TXT record in ${where}; the zones' own servers are asked.`)
}

function byRoa({ block, proofAsn, vrps, announcements }: WayFacts): Way {
  const prefix = formatPrefix(block)
  if (proofAsn === null) return impossible('roa', 'The operator of this marketplace has named no AS number for it.')
  if (vrps === null || vrps.stale)
    return impossible('roa', 'There is no fresh RPKI data here, so a ROA would not be seen.')
  if (announcements === null || announcements.stale)
    return impossible(
      'roa',
      'There is no fresh routing data here, so it is not known which routes a ROA would make invalid.',
    )
  if (provesByRoa(block, proofAsn, vrps.value))
    return impossible(
      'roa',
      `A ROA for ${prefix} with AS${proofAsn} is there already, so it would not show that it is you who can publish one (${sourceOf(vrps)}).`,
    )
  const harmed = madeInvalid(block, proofAsn, announcements.value, vrps.value)
  if (harmed.length > 0) {
    const routes = someOf(harmed.map((route) => `${formatPrefix(route.prefix)} by AS${route.asn}`))
    return impossible(
      'roa',
      `A ROA for ${prefix} with AS${proofAsn} would make announced routes invalid that have no ROA of their own: ${routes}. Publish theirs first, or choose another way (${sourceOf(announcements)}).`,
    )
  }
  return possible(
    'roa',
    `Publish a ROA for exactly ${prefix} with AS${proofAsn} and without a longer maximum length; it makes no announced route invalid. You may withdraw it once the block is proven.`,
  )
}

export const provesByRoa = (block: Prefix, asn: number, vrps: readonly Vrp[]): boolean =>
  vrps.some((vrp) => vrp.asn === asn && samePrefix(vrp.prefix, block))

/** Routes that nothing covers now and such a ROA would: what is unknown today would be invalid (RFC 6811 §2). */
export function madeInvalid(
  block: Prefix,
  asn: number,
  routes: readonly Announcement[],
  vrps: readonly Vrp[],
): Announcement[] {
  const isCovered = ({ prefix }: Announcement) => vrps.some((vrp) => contains(vrp.prefix, prefix))
  const isAllowed = (route: Announcement) => route.asn === asn && samePrefix(route.prefix, block)
  return routes.filter((route) => contains(block, route.prefix) && !isCovered(route) && !isAllowed(route))
}

/** What is to be published, where a way wants that. */
export function publicationFor(way: WayName, block: Prefix, offer: string): { token: string; names: string[] } | null {
  if (way === 'remark') return { token: tokenOf(offer), names: [] }
  if (way === 'dns' && zoneCount(block) <= mostZones)
    return { token: tokenOf(offer), names: reverseZones(block).map(txtName) }
  return null
}
