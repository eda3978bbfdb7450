import type { DatasetName } from './datasets.rules.ts'

/**
 * The one table of the kinds of network data: what each is called, what it becomes, how long it counts and how often it
 * is new. The portal reads it, too; who reads a file of a kind is in `reading/readers.ts`.
 */

export const areas = ['bgp', 'rpki', 'irr', 'registry', 'geo', 'asn', 'list'] as const
export type Area = (typeof areas)[number]

interface Kind {
  /** For people. */
  readonly title: string
  readonly dataset: DatasetName
  readonly area: Area
}

/** Hours between two looks at a source that is fetched by itself: routes and ROAs change by the minute, the rest daily. */
export const hoursBetween: Readonly<Record<Area, number>> = {
  bgp: 8,
  rpki: 1,
  irr: 24,
  registry: 24,
  geo: 24,
  asn: 24,
  list: 24,
}

/** What the network does changes quickly; what people wrote down, slowly. */
export const isVolatile = (area: Area): boolean => area === 'bgp' || area === 'rpki'

export const kinds = {
  riswhois: { title: 'Routes (RIS whois dump)', dataset: 'announcements', area: 'bgp' },
  mrt: { title: 'Routes (MRT table dump)', dataset: 'announcements', area: 'bgp' },
  pfx2as: { title: 'Routes (prefix to AS)', dataset: 'announcements', area: 'bgp' },
  vrps: { title: 'ROAs (validated RPKI payloads)', dataset: 'vrps', area: 'rpki' },
  delegated: { title: 'Registry delegations', dataset: 'delegations', area: 'registry' },
  rpsl: { title: 'Routing registry objects', dataset: 'registryobjects', area: 'irr' },
  geofeed: { title: 'Geofeed', dataset: 'places', area: 'geo' },
  mmdb: { title: 'Places (MMDB)', dataset: 'places', area: 'geo' },
  'country-ranges': { title: 'Places (country ranges)', dataset: 'places', area: 'geo' },
  'asn-ranges': { title: 'AS names (ranges)', dataset: 'asnames', area: 'asn' },
  'asn-names': { title: 'AS names', dataset: 'asnames', area: 'asn' },
  drop: { title: 'Block list (DROP)', dataset: 'blocklist', area: 'list' },
  'asn-drop': { title: 'Block list (ASN-DROP)', dataset: 'blocklist', area: 'list' },
  uceprotect: { title: 'Block list (UCEPROTECT)', dataset: 'blocklist', area: 'list' },
  ofac: { title: 'Sanctions (OFAC)', dataset: 'sanctions', area: 'list' },
} as const satisfies Record<string, Kind>

export type KindName = keyof typeof kinds
export const kindNames = Object.keys(kinds) as KindName[]
export const isKind = (name: string): name is KindName => Object.hasOwn(kinds, name)

/** Where a kind has but one source, and nobody named it. */
export const onlySource = 'main'

export const isSourceName = (name: string): boolean => /^[A-Za-z0-9][A-Za-z0-9._-]{0,63}$/.test(name)

/** How sentences name a source. */
export const titleOf = (kind: KindName, name: string): string => (name === onlySource ? kind : `${kind} ${name}`)
