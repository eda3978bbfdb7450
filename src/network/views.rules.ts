import type { Plain } from './datasets/plain.ts'
import type { Vrps } from './datasets/vrps.ts'
import type { Announcement, BlocklistEntry, Place, RegistryRecord } from './fact.rules.ts'

/** How each dataset is asked. */
export interface Views {
  vrps: Vrps
  announcements: Plain<Announcement>
  registryobjects: Plain<RegistryRecord>
  places: Plain<Place>
  blocklist: Plain<BlocklistEntry>
}
