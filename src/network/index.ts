import type { Endpoint } from '../kernel/endpoint.ts'
import type { House } from '../kernel/house.ts'
import { asnRoutes } from './asn.routes.ts'
import { networkFacts } from './facts.memory.ts'

/** The door of the network slice. */

export const networkRoutes: readonly Endpoint[] = [...asnRoutes]

/** Before the first request: every node knows the snapshots. */
export async function openNetwork(house: House): Promise<void> {
  networkFacts({ house })
  await house.pulse.look()
}

export { validateAsn } from './asn.actions.ts'
export type { AsnVerdict } from './asn.rules.ts'
export { asnAnswer, asnFields, asnOf, AsnPath } from './asn.wire.ts'
export { networkProblem } from './network.problems.ts'
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
