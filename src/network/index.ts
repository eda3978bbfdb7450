import type { House } from '../kernel/house.ts'
import { configuredSources } from './source.actions.ts'
import { networkSources } from './sources.memory.ts'

/** The door of the network slice. */

/** Before the first request: every node knows the snapshots. */
export async function openNetwork(house: House): Promise<void> {
  configuredSources(house)
  networkSources({ house })
  await house.pulse.look()
}

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
export { runImport } from './import.actions.ts'
export { importDueSources } from './import.jobs.ts'
export { networkRoutes } from './import.routes.ts'
export { importStates } from './import.states.ts'
export { sourceAnswer } from './import.wire.ts'
export { performAskedImport } from './importing.actions.ts'
export { isKind, isSourceName, kindNames, type FactOfKind, type KindName } from './kinds.rules.ts'
export type { NetworkQuestions } from './questions.rules.ts'
export { keepFacts } from './snapshot.actions.ts'
export { showSources } from './source.actions.ts'
export { networkSources } from './sources.memory.ts'
export type { Progress } from './sources/thread.ts'
