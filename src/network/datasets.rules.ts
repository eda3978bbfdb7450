import type { AnnouncementRows, Announcements } from './datasets/announcements.ts'
import type { AsNameRows, AsNames } from './datasets/as-names.ts'
import type { AsnEntry, Blocklist, BlocklistRows } from './datasets/blocklist.ts'
import type { Dataset } from './datasets/dataset.ts'
import type { DelegationRows, Delegations, Grant } from './datasets/delegations.ts'
import type { LocationRows, Locations, Spotted } from './datasets/locations.ts'
import type { Registry } from './datasets/registry.ts'
import type { RegistryRows } from './datasets/registry-objects.ts'
import type { Sanctioned, Sanctions, SanctionsRows } from './datasets/sanctions.ts'
import type { VrpRows, Vrps } from './datasets/vrps.ts'
import type {
  Announcement,
  BlocklistEntry,
  Delegation,
  RegistryRecord,
  ReverseZone,
  RouteObject,
  Vrp,
} from './fact.rules.ts'

/** Of each dataset: what collects it, how it is asked, and a fact of it as it can be given by hand. */
export interface Datasets {
  vrps: { rows: VrpRows; view: Vrps; fact: Vrp }
  announcements: { rows: AnnouncementRows; view: Announcements; fact: Announcement }
  delegations: { rows: DelegationRows; view: Delegations; fact: Delegation | AsnGrant }
  asnames: { rows: AsNameRows; view: AsNames; fact: AsNameFact }
  registryobjects: { rows: RegistryRows; view: Registry; fact: RegistryRecord | RouteObject | ReverseZone }
  places: { rows: LocationRows; view: Locations; fact: Spotted }
  blocklist: { rows: BlocklistRows; view: Blocklist; fact: BlocklistEntry | AsnEntry }
  sanctions: { rows: SanctionsRows; view: Sanctions; fact: Sanctioned }
}

export type DatasetName = keyof Datasets

/** AS numbers given to somebody, from the first on. */
interface AsnGrant extends Grant {
  readonly asn: number
  readonly count: number
}

interface AsNameFact {
  readonly asn: number
  readonly name: string
  readonly countryCode: string | null
}

/** Loaded when there is data for it. */
export const datasets: {
  readonly [D in DatasetName]: () => Promise<Dataset<Datasets[D]['rows'], unknown, Datasets[D]['view']>>
} = {
  vrps: async () => (await import('./datasets/vrps.ts')).vrps,
  announcements: async () => (await import('./datasets/announcements.ts')).announcements,
  delegations: async () => (await import('./datasets/delegations.ts')).delegations,
  asnames: async () => (await import('./datasets/as-names.ts')).asNames,
  registryobjects: async () => (await import('./datasets/registry-objects.ts')).registryObjects,
  places: async () => (await import('./datasets/locations.ts')).places,
  blocklist: async () => (await import('./datasets/blocklist.ts')).blocklist,
  sanctions: async () => (await import('./datasets/sanctions.ts')).sanctions,
}

/** Takes in a fact that comes from no file. */
export const feed: { readonly [D in DatasetName]: (rows: Datasets[D]['rows'], fact: Datasets[D]['fact']) => void } = {
  vrps: (rows, fact) => rows.add(fact),
  announcements: (rows, fact) => rows.add(fact),
  delegations: (rows, fact) =>
    'asn' in fact ? rows.addAsns(fact.asn, fact.count, fact) : rows.add(fact.prefix, grantOf(fact)),
  asnames: (rows, { asn, name, countryCode }) => void rows.add(asn, name, countryCode),
  registryobjects: (rows, fact) => {
    if ('origin' in fact) rows.routes.add(fact)
    else if ('domain' in fact) rows.zones.add(fact)
    else rows.records.add(fact)
  },
  places: (rows, { prefix, ...spot }) => rows.add(prefix, spot),
  blocklist: (rows, fact) => rows.add(fact),
  sanctions: (rows, fact) => rows.add(fact),
}

// oxlint-disable-next-line typescript/no-unsafe-type-assertion -- a fact given by hand names one of the five registries
const grantOf = (fact: Delegation): Grant => fact as Omit<Delegation, 'registry'> & Pick<Grant, 'registry'>
