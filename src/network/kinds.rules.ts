import type { DatasetName, Datasets } from './datasets.rules.ts'
import type { Reader } from './reading/source.ts'

/** The kinds of files there are: what each becomes, who reads it, how long its data counts and how often it is new. */

type Area = 'bgp' | 'rpki' | 'irr' | 'registry' | 'geo' | 'asn' | 'list'

interface Kind {
  readonly dataset: DatasetName
  readonly area: Area
  /** A reader of the rows of the dataset; loaded when a file is imported. */
  readonly reader: () => Promise<unknown>
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

const reads = <D extends DatasetName>(
  dataset: D,
  area: Area,
  reader: () => Promise<Reader<Datasets[D]['rows']>>,
): { readonly dataset: D; readonly area: Area; readonly reader: () => Promise<Reader<Datasets[D]['rows']>> } => ({
  dataset,
  area,
  reader,
})

export const kinds = {
  riswhois: reads('announcements', 'bgp', async () => (await import('./sources/riswhois.ts')).readRiswhois),
  mrt: reads('announcements', 'bgp', async () => (await import('./sources/mrt.ts')).readMrt),
  pfx2as: reads('announcements', 'bgp', async () => (await import('./sources/pfx2as.ts')).readPfx2as),
  vrps: reads('vrps', 'rpki', async () => (await import('./sources/vrps.ts')).readVrps),
  delegated: reads('delegations', 'registry', async () => (await import('./sources/delegated.ts')).readDelegated),
  rpsl: reads('registryobjects', 'irr', async () => (await import('./sources/rpsl.ts')).readRpsl),
  geofeed: reads('places', 'geo', async () => (await import('./sources/geofeed.ts')).readGeofeed),
  mmdb: reads('places', 'geo', async () => (await import('./sources/mmdb.ts')).readMmdb),
  'country-ranges': reads('places', 'geo', async () => (await import('./reading/ranges.ts')).readCountryRanges),
  'asn-ranges': reads('asnames', 'asn', async () => (await import('./reading/ranges.ts')).readAsnRanges),
  'asn-names': reads('asnames', 'asn', async () => (await import('./sources/asn-names.ts')).readAsnNames),
  drop: reads('blocklist', 'list', async () => (await import('./sources/spamhaus.ts')).readDrop),
  'asn-drop': reads('blocklist', 'list', async () => (await import('./sources/spamhaus.ts')).readAsnDrop),
  uceprotect: reads('blocklist', 'list', async () => (await import('./sources/uceprotect.ts')).readUceprotect),
  ofac: reads('sanctions', 'list', async () => (await import('./sources/ofac.ts')).readOfac),
} as const satisfies Record<string, Kind>

export type KindName = keyof typeof kinds
export const kindNames = Object.keys(kinds) as KindName[]
export const isKind = (name: string): name is KindName => Object.hasOwn(kinds, name)

export type FactOfKind<K extends KindName> = Datasets[(typeof kinds)[K]['dataset']]['fact']

/** Where a kind has but one source, and nobody named it. */
export const onlySource = 'main'

export const isSourceName = (name: string): boolean => /^[A-Za-z0-9][A-Za-z0-9._-]{0,63}$/.test(name)

/** How sentences name a source. */
export const titleOf = (kind: KindName, name: string): string => (name === onlySource ? kind : `${kind} ${name}`)
