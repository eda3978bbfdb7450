import type { Endpoint } from '../kernel/endpoint.ts'
import { delegationRoutes } from './delegation/delegation.routes.ts'
import { offerRoutes } from './offer/offer.routes.ts'
import { nameRoutes } from './record/name.routes.ts'
import { serverRoutes } from './server/server.routes.ts'

/** The door of the slice of reverse DNS. */

export const dnsRoutes: readonly Endpoint[] = [...nameRoutes, ...delegationRoutes, ...serverRoutes, ...offerRoutes]

export { dnsEvents } from './dns.events.ts'
export { dnsInvariants } from './invariants.store.ts'
export { countServers } from './server/server.store.ts'
export { dnsRemarks, type DnsFacts } from './readiness.rules.ts'
export { reverseDnsWords } from './server/words.rules.ts'
export { dnsServerStates } from './server/server.states.ts'
export { dnsSettings } from './dns.settings.ts'
export { emptyEndedLease } from './send/ended.actions.ts'
export { sendReverseDns } from './send/send.actions.ts'
export { tendReverseDns } from './send/send.jobs.ts'
