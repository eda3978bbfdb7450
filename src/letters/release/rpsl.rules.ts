import { children, firstAddress, formatAddress, formatPrefix, lastAddress, type Prefix } from '../../kernel/ip/index.ts'
import type { RegistryRecord } from '../../network/index.ts'

/** Registry objects for a letter, to be pasted into a registry's form (RFC 2622), with what each registry insists on. */

export interface RegistryText {
  readonly kind: 'route' | 'inetnum' | 'domain' | 'reassignment'
  /** The IRR or registry that keeps it. */
  readonly source: string
  readonly text: string
}

export interface RpslFacts {
  readonly block: Prefix
  readonly asn: number
  /** Who uses the block; null where that is not to be known. */
  readonly company: string | null
  /** The holder's own at its registry; a record that several keep is kept by all of them. */
  readonly maintainers: readonly string[]
  /** Where the lessee says where its addresses are (RFC 9632); null where it cannot. */
  readonly geofeed: string | null
  readonly record: Pick<RegistryRecord, 'netname' | 'countries' | 'contacts' | 'type' | 'irts'> | null
}

/** Where we do not know what to write, the holder does. */
export const unknown = {
  maintainer: 'YOUR-MAINTAINER',
  contact: 'YOUR-CONTACT',
  country: 'YOUR-COUNTRY',
  irt: 'YOUR-IRT',
  organisation: 'YOUR-ORGANISATION',
  nameservers: ['YOUR-NAMESERVER-1', 'YOUR-NAMESERVER-2'],
} as const

export const radb = 'RADB'

type Attribute = readonly [name: string, value: string]

/** A maintainer of a registry is none in RADB, which has its own. */
export function routeObject(
  facts: Pick<RpslFacts, 'block' | 'asn' | 'company' | 'maintainers'>,
  source: string,
): RegistryText {
  const { block, asn, company, maintainers } = facts
  return object('route', source, [
    [block.family === 4 ? 'route' : 'route6', formatPrefix(block)],
    ['origin', `AS${asn}`],
    ['descr', described(company)],
    ...keptBy(source === radb ? [] : maintainers),
    ['source', source],
  ])
}

const keptBy = (maintainers: readonly string[]): Attribute[] =>
  (maintainers.length === 0 ? [unknown.maintainer] : [...new Set(maintainers)]).map((name) => ['mnt-by', name])

export const contactOf = ({ record }: Pick<RpslFacts, 'record'>, kind: string): string | undefined =>
  record?.contacts.find((one) => one.kind === kind)?.handle

/** What the three registries that keep records in RPSL want beside what all want. */
interface Dialect {
  readonly status: (parent: string) => string
  /** Of what stands behind the country. */
  readonly about: (facts: RpslFacts) => readonly Attribute[]
  /** Of what stands behind the maintainers. */
  readonly reported: (facts: RpslFacts) => readonly Attribute[]
}

const geofeedLine = ({ geofeed }: RpslFacts): Attribute[] => (geofeed === null ? [] : [['geofeed', geofeed]])

const abuseLine = (facts: RpslFacts): Attribute[] => {
  const handle = contactOf(facts, 'abuse-c')
  return handle === undefined ? [] : [['abuse-c', handle]]
}

const irtLines = ({ record }: RpslFacts): Attribute[] => (record?.irts ?? []).map((irt) => ['mnt-irt', irt])

const dialects: Readonly<Record<string, Dialect>> = {
  RIPE: {
    status: (parent) => (parent === 'LEGACY' ? 'LEGACY' : 'ASSIGNED PA'),
    about: geofeedLine,
    reported: () => [],
  },
  APNIC: {
    status: () => 'ASSIGNED NON-PORTABLE',
    about: geofeedLine,
    reported: (facts) => (irtLines(facts).length > 0 ? irtLines(facts) : [['mnt-irt', unknown.irt]]),
  },
  // It has no attribute of its own for geofeeds, so RFC 9632 §3 wants a remark.
  AFRINIC: {
    status: () => 'ASSIGNED PA',
    about: () => [['org', unknown.organisation]],
    reported: (facts) => [
      ...irtLines(facts),
      ...(facts.geofeed === null ? [] : [['remarks', `Geofeed ${facts.geofeed}`] as const]),
    ],
  },
}

/** Null where the registry keeps its records in another form. */
export function inetnumObject(facts: RpslFacts, source: string): RegistryText | null {
  const dialect = dialects[source]
  if (!dialect) return null
  const { block, company, record, maintainers } = facts
  return object('inetnum', source, [
    ['inetnum', `${formatAddress(firstAddress(block))} - ${formatAddress(lastAddress(block))}`],
    ['netname', netnameOf(record?.netname ?? '', block)],
    ['descr', described(company)],
    ['country', record?.countries[0] ?? unknown.country],
    ...dialect.about(facts),
    ['admin-c', contactOf(facts, 'admin-c') ?? unknown.contact],
    ['tech-c', contactOf(facts, 'tech-c') ?? unknown.contact],
    ...(source === 'AFRINIC' ? [] : abuseLine(facts)),
    ['status', dialect.status(record?.type ?? '')],
    ...keptBy(maintainers),
    ...dialect.reported(facts),
    ['source', source],
  ])
}

/** More would bury the rest; whoever leases so much knows how to ask for them. */
const mostZones = 16

/** Reverse zones for name servers of the lessee's, one for each /24: smaller ones are not delegated by registries. */
export function domainObjects(facts: RpslFacts, source: string): RegistryText[] {
  if (!dialects[source] || facts.block.family !== 4 || facts.block.length > 24) return []
  const tech = contactOf(facts, 'tech-c') ?? unknown.contact
  return children(facts.block, 24)
    .take(mostZones)
    .map((part) =>
      object('domain', source, [
        ['domain', zoneOf(part)],
        ['descr', described(facts.company)],
        ['admin-c', contactOf(facts, 'admin-c') ?? unknown.contact],
        ['tech-c', tech],
        ['zone-c', contactOf(facts, 'zone-c') ?? tech],
        ...unknown.nameservers.map((name) => ['nserver', name] as const),
        ...keptBy(facts.maintainers),
        ['source', source],
      ]),
    )
    .toArray()
}

/** As `4.8.45.in-addr.arpa`. */
const zoneOf = (part: Prefix): string =>
  `${formatAddress(firstAddress(part)).split('.').slice(0, 3).toReversed().join('.')}.in-addr.arpa`

export const described = (company: string | null): string =>
  company === null ? 'Leased address space' : plain(company)

/** Unlike its parent's and its neighbours'. */
export const netnameOf = (parent: string, block: Prefix): string =>
  `${parent === '' ? 'LEASED' : parent}-${formatAddress(firstAddress(block)).replaceAll(/[.:]/g, '-')}`

/** Every registry takes ASCII. A hash begins a comment, and a new line an attribute of somebody else's choice. */
const plain = (text: string): string =>
  text
    .normalize('NFKD')
    .replaceAll(/\p{M}/gu, '')
    .replaceAll(/[\s\p{Cc}#]+/gu, ' ')
    .replaceAll(/[^\x20-\x7E]/g, '?')
    .trim()

const valuesFrom = 16

const object = (kind: RegistryText['kind'], source: string, attributes: readonly Attribute[]): RegistryText => ({
  kind,
  source,
  text: attributes.map(([name, value]) => `${`${name}:`.padEnd(valuesFrom)}${value}\n`).join(''),
})
