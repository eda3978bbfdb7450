import type { Endpoint } from '../kernel/endpoint.ts'
import { deliveryRoutes } from './delivery/delivery.routes.ts'
import { endpointRoutes } from './endpoint/endpoint.routes.ts'
import { eventRoutes } from './event/event.routes.ts'

/** The door of the webhooks slice. */

export const webhooksRoutes: readonly Endpoint[] = [...endpointRoutes, ...deliveryRoutes, ...eventRoutes]

export { forgetOldDeliveries, wakeForgottenEndpoints } from './delivery/delivery.jobs.ts'
export { publishEvents } from './delivery/publish.actions.ts'
export { sendToEndpoint, sendToLaggard } from './delivery/send.actions.ts'
export { changeEndpoint, createEndpoint } from './endpoint/endpoint.actions.ts'
export { webhookEndpointStates } from './endpoint/endpoint.states.ts'
export { messages } from './event/event.wire.ts'
export { webhooksInvariants } from './invariants.store.ts'
export { tellOfSwitchedOff } from './endpoint/switch-off.actions.ts'
export { publishedTypes } from './published.rules.ts'
export { webhooksEvents } from './webhooks.events.ts'
export { webhooksSettings } from './webhooks.settings.ts'
