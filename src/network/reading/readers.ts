import type { Datasets } from '../datasets.rules.ts'
import type { kinds, KindName } from '../kinds.rules.ts'
import type { Reader } from './source.ts'

/** Who reads a kind of file into the rows of its dataset; loaded when one is imported. */
export const readers: {
  readonly [K in KindName]: () => Promise<Reader<Datasets[(typeof kinds)[K]['dataset']]['rows']>>
} = {
  riswhois: async () => (await import('../sources/riswhois.ts')).readRiswhois,
  mrt: async () => (await import('../sources/mrt.ts')).readMrt,
  pfx2as: async () => (await import('../sources/pfx2as.ts')).readPfx2as,
  vrps: async () => (await import('../sources/vrps.ts')).readVrps,
  delegated: async () => (await import('../sources/delegated.ts')).readDelegated,
  rpsl: async () => (await import('../sources/rpsl.ts')).readRpsl,
  geofeed: async () => (await import('../sources/geofeed.ts')).readGeofeed,
  mmdb: async () => (await import('../sources/mmdb.ts')).readMmdb,
  'country-ranges': async () => (await import('./ranges.ts')).readCountryRanges,
  'asn-ranges': async () => (await import('./ranges.ts')).readAsnRanges,
  'asn-names': async () => (await import('../sources/asn-names.ts')).readAsnNames,
  drop: async () => (await import('../sources/spamhaus.ts')).readDrop,
  'asn-drop': async () => (await import('../sources/spamhaus.ts')).readAsnDrop,
  uceprotect: async () => (await import('../sources/uceprotect.ts')).readUceprotect,
  ofac: async () => (await import('../sources/ofac.ts')).readOfac,
}
