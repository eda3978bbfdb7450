import type { Endpoint } from '../kernel/endpoint.ts'
import { connectorRoutes } from './connector/connector.routes.ts'
import { objectRoutes } from './object/object.routes.ts'

/** The door of the routing slice. */

export const routingRoutes: readonly Endpoint[] = [...connectorRoutes, ...objectRoutes]

export { countConnectors } from './connector/connector.actions.ts'
export { routingConnectorStates } from './connector/connector.states.ts'
export { routingAlertWords } from './connector/words.rules.ts'
export { routingInvariants } from './invariants.store.ts'
export { routingObjectStates } from './object/object.states.ts'
export {
  planForLetters,
  planForWaitingLetters,
  planWaitingLetters,
  wakeForgottenConnectors,
} from './object/plan.jobs.ts'
export { lookForMadeObjects, noteSeenObjects } from './object/sight.jobs.ts'
export { planHolder, planRouting, tendConnector } from './object/work.actions.ts'
export { routingRemarks, type RoutingFacts } from './readiness.rules.ts'
export { routingEvents } from './routing.events.ts'
export { routingSettings } from './routing.settings.ts'
