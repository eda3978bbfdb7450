import {
  comparePrefixes,
  contains,
  formatAddress,
  parseAddress,
  parsePrefix,
  splitRange,
  type Address,
  type Prefix,
} from '../../kernel/ip/index.ts'
import { mailboxesIn, mailboxOf } from './mailbox.rules.ts'

/**
 * What a registry answers about a block (RFC 9083), as the five of them and their national ones really write it: every
 * field may be missing, roles too, and the same thing stands in other places at each.
 */

export interface RdapContact {
  readonly handle: string
  readonly name: string
  /** `registrant`, `administrative`, `technical`, `abuse`, `noc`, `routing` …; none where the registry says none. */
  readonly roles: readonly string[]
  readonly emails: readonly string[]
}

export interface RdapRecord {
  readonly handle: string
  /** The record's own space; several where its range is no prefix. */
  readonly prefixes: readonly Prefix[]
  /** `192.0.2.0 - 192.0.2.255`. */
  readonly range: string
  readonly parentHandle: string | null
  readonly name: string
  /** `ALLOCATED PA`, `DIRECT ALLOCATION`, `assigned` …: as the registry writes it, in capitals. */
  readonly type: string
  readonly status: readonly string[]
  readonly country: string | null
  /** One of our five, whoever of them or under them answered; null when the answer does not tell. */
  readonly registry: string | null
  readonly holder: string
  readonly holderHandle: string | null
  readonly maintainers: readonly string[]
  readonly contacts: readonly RdapContact[]
  /** Of the record itself, line by line; those of its contacts are not its holder's to prove anything by. */
  readonly remarks: readonly string[]
  readonly created: string
  readonly lastChanged: string
}

type Json = Readonly<Record<string, unknown>>

interface Entity {
  readonly handle: string
  readonly roles: readonly string[]
  readonly name: string
  readonly kind: string
  readonly emails: readonly string[]
}

const isObject = (value: unknown): value is Json => typeof value === 'object' && value !== null && !Array.isArray(value)
const objectsIn = (value: unknown): Json[] => (Array.isArray(value) ? value.filter(isObject) : [])
const textsIn = (value: unknown): string[] =>
  Array.isArray(value) ? value.filter((each) => typeof each === 'string') : []
const textOf = (value: unknown): string => (typeof value === 'string' ? value.trim() : '')

/** The record; null: it is an answer, but not about a block of addresses. */
export function readAnswer(answer: unknown): RdapRecord | null {
  if (!isObject(answer)) return null
  const prefixes = prefixesOf(answer)
  const [first] = prefixes
  if (first === undefined) return null
  const entities = flatten(answer['entities'], 0)
  const remarks = objectsIn(answer['remarks']).flatMap(({ description }) => textsIn(description))
  const holder = holderAmong(entities)
  return {
    handle: textOf(answer['handle']),
    prefixes,
    range: rangeOf(answer) ?? textOf(answer['handle']),
    parentHandle: textOf(answer['parentHandle']) || null,
    name: textOf(answer['name']),
    type: textOf(answer['type']).toUpperCase(),
    status: textsIn(answer['status']),
    country: /^[A-Z]{2}$/i.exec(textOf(answer['country']))?.[0].toUpperCase() ?? null,
    registry: registryOf(answer),
    // Where the registry shows no more than handles, the first line of the description names the holder.
    holder: holder?.name || (remarks[0] ?? '').trim() || textOf(answer['name']),
    holderHandle: holder?.handle || null,
    maintainers: entities.flatMap(({ handle }) => (isMaintainer(handle) ? handle : [])),
    contacts: contactsOf(entities),
    remarks,
    created: eventOf(answer, 'registration'),
    lastChanged: eventOf(answer, 'last changed'),
  }
}

/** What is asked for must lie within: registries answer with the smallest record around it. */
export const isAbout = ({ prefixes }: RdapRecord, block: Prefix): boolean =>
  prefixes.some((prefix) => contains(prefix, block))

function prefixesOf(answer: Json): Prefix[] {
  const stated = objectsIn(answer['cidr0_cidrs']).flatMap(({ v4prefix, v6prefix, length }) => {
    const parsed = parsePrefix(`${textOf(v4prefix ?? v6prefix)}/${String(length)}`)
    return parsed.ok ? parsed.value : []
  })
  if (stated.length > 0) return stated.toSorted(comparePrefixes)
  const [start, end] = [readAddress(answer['startAddress']), readAddress(answer['endAddress'])]
  if (start === null || end === null || start.family !== end.family || start.value > end.value) return []
  return splitRange(start, end)
}

/** Some write `074.125.000.000`, some `62.239.237.0/32`: neither octal nor a prefix is meant. */
function readAddress(value: unknown): Address | null {
  const text = textOf(value).replace(/\/\d+$/, '')
  const plain = text.includes(':') ? text : text.replaceAll(/\b0+(?=\d)/g, '')
  const parsed = parseAddress(plain)
  return parsed.ok ? parsed.value : null
}

function rangeOf(answer: Json): string | null {
  const [start, end] = [readAddress(answer['startAddress']), readAddress(answer['endAddress'])]
  return start && end ? `${formatAddress(start)} - ${formatAddress(end)}` : null
}

/** Nobody nests deeper for a reason. */
const deepest = 5

/** ARIN's contacts stand within the organisation, those of others beside it. */
function flatten(value: unknown, depth: number): Entity[] {
  if (depth > deepest) return []
  return objectsIn(value).flatMap((entity) => [readEntity(entity), ...flatten(entity['entities'], depth + 1)])
}

function readEntity(entity: Json): Entity {
  const card = cardOf(entity['vcardArray'])
  const values = (name: string) => card.filter(([own]) => own === name).map(([, , , value]) => textOf(value))
  return {
    handle: textOf(entity['handle']),
    roles: textsIn(entity['roles']).map((role) => role.toLowerCase()),
    name: values('fn')[0] ?? '',
    kind: values('kind')[0]?.toLowerCase() ?? '',
    emails: [
      ...new Map(
        values('email')
          .flatMap(mailboxesIn)
          .map((email) => [mailboxOf(email), email]),
      ).values(),
    ],
  }
}

/** jCard (RFC 7095): `["vcard", [[name, parameters, type, value], …]]`. */
const cardOf = (value: unknown): unknown[][] =>
  Array.isArray(value) && Array.isArray(value[1]) ? value[1].filter((line) => Array.isArray(line)) : []

const isMaintainer = (handle: string): boolean => /(^|-)(MNT|MAINT)(-|$)/i.test(handle)

/** RIPE calls every maintainer a registrant, LACNIC every company an individual, and old answers nobody anything. */
function holderAmong(entities: readonly Entity[]): Entity | undefined {
  const registrants = entities.filter(({ roles, handle }) => roles.includes('registrant') && !isMaintainer(handle))
  return (
    registrants.find(({ kind }) => kind === 'org') ??
    registrants.find(({ handle }) => handle.startsWith('ORG-')) ??
    registrants.find(({ name }) => name !== '') ??
    entities.find(({ kind, roles }) => kind === 'org' && roles.length === 0)
  )
}

/** Whoever has a mailbox, once, with all that it is called; a person stands there once for each role. */
function contactsOf(entities: readonly Entity[]): RdapContact[] {
  const mailable = entities.filter(({ emails }) => emails.length > 0)
  return [...Map.groupBy(mailable, ({ handle, emails }) => handle || emails.join()).values()].map((same) => ({
    handle: same[0]?.handle ?? '',
    name: same.find(({ name }) => name !== '')?.name ?? '',
    roles: [...new Set(same.flatMap(({ roles }) => roles))],
    emails: [...new Set(same.flatMap(({ emails }) => emails))],
  }))
}

const eventOf = (answer: Json, wanted: string): string => {
  const event = objectsIn(answer['events']).find(({ eventAction }) => eventAction === wanted)
  const time = Date.parse(textOf(event?.['eventDate']))
  return Number.isNaN(time) ? '' : new Date(time).toISOString().replace('.000', '')
}

const registries: readonly (readonly [registry: string, hosts: RegExp])[] = [
  ['ripencc', /(^|\.)ripe\.net$/],
  ['arin', /(^|\.)arin\.net$/],
  [
    'apnic',
    /(^|\.)(apnic\.net|nic\.ad\.jp|krnic\.or\.kr|kisa\.or\.kr|cnnic\.cn|twnic\.tw|idnic\.net|vnnic\.vn|irinn\.in)$/,
  ],
  ['lacnic', /(^|\.)(lacnic\.net|registro\.br|nic\.br|nic\.mx)$/],
  ['afrinic', /(^|\.)afrinic\.net$/],
]

/** By the host of its WHOIS or of its own address. */
function registryOf(answer: Json): string | null {
  const self = objectsIn(answer['links']).find(({ rel }) => rel === 'self')
  const hosts = [textOf(answer['port43']), URL.parse(textOf(self?.['href']))?.hostname ?? '']
  return registries.find(([, known]) => hosts.some((host) => known.test(host.toLowerCase())))?.[0] ?? null
}
