import type { Collector, Dataset } from './datasets/dataset.ts'
import type { Announcement, BlocklistEntry, Place, RegistryRecord, Vrp } from './fact.rules.ts'

/** The kinds of files there are: what each becomes, and how long its data counts as fresh. */

/** What a file tells about. The first two change by the minute and count a day; the rest a week. */
export type Area = 'bgp' | 'rpki' | 'irr' | 'registry' | 'geo' | 'asn' | 'list'

/** A fact of each dataset, as it goes in and as it is answered. */
export interface FactOf {
  vrps: Vrp
  announcements: Announcement
  registryobjects: RegistryRecord
  places: Place
  blocklist: BlocklistEntry
}

export type DatasetName = keyof FactOf

export interface Kind {
  readonly dataset: DatasetName
  readonly area: Area
}

export const kinds = {
  riswhois: { dataset: 'announcements', area: 'bgp' },
  vrps: { dataset: 'vrps', area: 'rpki' },
  rpsl: { dataset: 'registryobjects', area: 'irr' },
  geofeed: { dataset: 'places', area: 'geo' },
  drop: { dataset: 'blocklist', area: 'list' },
} as const satisfies Record<string, Kind>

export type KindName = keyof typeof kinds
export const kindNames = Object.keys(kinds) as KindName[]
export const isKind = (name: string): name is KindName => Object.hasOwn(kinds, name)

export type FactOfKind<K extends KindName> = FactOf[(typeof kinds)[K]['dataset']]

/** Where a kind has but one source, and nobody named it. */
export const onlySource = 'main'

export const sourceName = /^[A-Za-z0-9][A-Za-z0-9._-]{0,63}$/

/** Takes a fact in from memory rather than from a file. */
export interface FactCollector<F> extends Collector {
  add(fact: F): void
}

type Datasets = { readonly [D in DatasetName]: () => Promise<Dataset<FactCollector<FactOf[D]>>> }

/** Loaded when there is data for it. */
export const datasets: Datasets = {
  vrps: async () => (await import('./datasets/vrps.ts')).vrps,
  announcements: async () => (await import('./datasets/plain.ts')).plain(),
  registryobjects: async () => (await import('./datasets/plain.ts')).plain(),
  places: async () => (await import('./datasets/plain.ts')).plain(),
  blocklist: async () => (await import('./datasets/plain.ts')).plain(),
}
