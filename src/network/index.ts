import type { House } from '../kernel/house.ts'
import { networkSources } from './sources.memory.ts'

/** The door of the network slice. */

/** Before the first request: every node knows the snapshots. */
export async function openNetwork(house: House): Promise<void> {
  networkSources({ house })
  await house.pulse.look()
}

/** Resolves when all snapshots this node has heard of are loaded. */
export const networkSettled = (owner: { readonly house: House }): Promise<void> => networkSources(owner).settled()

export { networkFacts } from './facts.memory.ts'
export type {
  Announcement,
  AsnFacts,
  BlocklistEntry,
  Delegation,
  Known,
  Place,
  RegistryRecord,
  ReverseZone,
  RouteObject,
  SanctionsMatch,
  Vantage,
  Vrp,
} from './fact.rules.ts'
export type { FactOfKind, KindName } from './kinds.rules.ts'
export type { NetworkQuestions } from './questions.rules.ts'
export { keepFacts } from './snapshot.actions.ts'
export type { Validity } from './validity.rules.ts'
