import type { Endpoint } from '../kernel/endpoint.ts'
import { choiceRoutes } from './choice/choice.routes.ts'
import { inboxRoutes } from './inbox/inbox.routes.ts'

/** The door of the alerts slice. */

export const alertsRoutes: readonly Endpoint[] = [...inboxRoutes, ...choiceRoutes]

export { forgetOldAlerts } from './alert/alert.jobs.ts'
export { raiseAlerts } from './alert/heard.actions.ts'
export { tellAlert } from './alert/tell.actions.ts'
export { alertsEvents } from './alerts.events.ts'
export { digestsDue, sendDueDigests } from './digest/digest.jobs.ts'
export { noticeStaleSources } from './stale/stale.actions.ts'
