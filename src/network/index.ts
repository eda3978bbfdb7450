import type { House } from '../kernel/house.ts'
import { networkFacts } from './facts.memory.ts'

/** The door of the network slice. */

/** Before the first request: every node knows the snapshots. */
export async function openNetwork(house: House): Promise<void> {
  networkFacts({ house })
  await house.pulse.look()
}

export { networkFacts } from './facts.memory.ts'
export type {
  Announcement,
  BlocklistEntry,
  FactKind,
  Facts,
  Known,
  Located,
  Place,
  RegistryRecord,
  Vrp,
} from './facts.rules.ts'
export { replaceSnapshot } from './snapshot.actions.ts'
