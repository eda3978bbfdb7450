import type { Endpoint } from '../kernel/endpoint.ts'
import { realNow } from '../kernel/clock.ts'
import type { House } from '../kernel/house.ts'
import { acceptanceRoutes } from './asn/acceptance.routes.ts'
import { asnRoutes } from './asn/asn.routes.ts'
import { networkFacts } from './facts.memory.ts'
import { configuredSources } from './feed/feed.actions.ts'
import { feedRoutes } from './feed/feed.routes.ts'
import { importRoutes } from './import/import.routes.ts'
import { networkSources } from './sources.memory.ts'

/** The door of the network slice. */

export const networkRoutes: readonly Endpoint[] = [...asnRoutes, ...acceptanceRoutes, ...importRoutes, ...feedRoutes]

/** Before the first request: every node knows the snapshots. */
export async function openNetwork(house: House): Promise<void> {
  configuredSources({ house, realNow: realNow() })
  networkSources({ house })
  await house.pulse.look()
}

/** What a house knows of the internet, another view of it knows, too. */
export function lendNetwork(from: { readonly house: House }, to: { readonly house: House }): void {
  networkSources.lend(from, to)
  networkFacts.lend(from, to)
}

/** Resolves when all snapshots this node has heard of are loaded. */
export const networkSettled = (owner: { readonly house: House }): Promise<void> => networkSources(owner).settled()

/** For work that is to go by the newest data: a large snapshot is loaded beside it, and the news of it may come first. */
export async function networkUpToDate(owner: { readonly house: House }): Promise<void> {
  networkSources(owner)
  await owner.house.pulse.look()
  await networkSettled(owner)
}

/** As long as it is the same, so are this node's answers, but for payloads of the RPKI that expire. */
export const networkState = (owner: { readonly house: House }): string => networkSources(owner).state()

/** Of which locations and of which lists this node tells: the same wherever the same are held. */
export const locationStamps = (owner: { readonly house: House }): LocationStamps => ({
  places: networkSources(owner).stamp('places'),
  lists: networkSources(owner).stamp('blocklist'),
})

export interface LocationStamps {
  readonly places: string
  readonly lists: string
}

export { validateAsn, validateAsns } from './asn/asn.actions.ts'
export { asnSentence, type AsnVerdict } from './asn/asn.rules.ts'
export { asnAnswer, asnFields, asnOf, AsnPath } from './asn/asn.wire.ts'
export { networkFacts }
export { dataFreshness } from './freshness.memory.ts'
export type {
  Announcement,
  BlocklistEntry,
  Known,
  Location,
  RegistryRecord,
  ReverseZone,
  RouteObject,
  SanctionedName,
  Vantage,
  Vrp,
} from './fact.rules.ts'
export { runImport } from './import/import.actions.ts'
export { importDueSources, noticeDueSources } from './import/import.jobs.ts'
export { importStates } from './import/import.states.ts'
export { sourceAnswer } from './import/import.wire.ts'
export { isRefusedAsRunning, performAskedImport, showImport } from './import/importing.actions.ts'
export { irrOf } from './irr.rules.ts'
export { isReservedAsn } from './asn/asn.rules.ts'
export { keepFile } from './import/keep-file.actions.ts'
export { areas as dataAreas, isSourceName, kindNames, type KindName } from './kinds.rules.ts'
export { networkEvents } from './network.events.ts'
export { networkProblem } from './network.problems.ts'
export { lacking, recommended } from './recommended.rules.ts'
export { dataAtHand, lackOfData, type DataFacts } from './readiness.rules.ts'
export {
  intendedCount,
  intendedPrefixes,
  lackingPrefixes,
  mostRoasListed,
  outlookOf,
  type Intent,
  type Outlook,
} from './roa.rules.ts'
export type { NetworkQuestions } from './questions.rules.ts'
export { keepFacts } from './snapshot/snapshot.actions.ts'
export type { RdapContact, RdapRecord } from './rdap/answer.rules.ts'
export { rdapAtHand, type RdapFacts } from './rdap/bootstrap.actions.ts'
export { heardOf, isRdapOn, knownRecord, lookUp, type Lookup } from './rdap/lookup.actions.ts'
export { asRegistryRecord } from './rdap/record.rules.ts'
export { isMailbox, isRegistryMailbox, mailboxOf } from './rdap/mailbox.rules.ts'
export { tendRdap } from './rdap/rdap.jobs.ts'
export { lookForTxt } from './reverse/txt.actions.ts'
export { lookForDelegation, type ReverseDelegation } from './reverse/delegation.actions.ts'
export { mostZones, reverseZones, zoneCount } from './reverse/zone.rules.ts'
export { showSources } from './source.actions.ts'
export type { Progress } from './reading/read-source.ts'
export { networkSettings } from './network.settings.ts'
