import { problems } from '../kernel/problems.ts'

export const routingProblem = problems({
  routing_address_refused: [422, 'A registry cannot be spoken to at this address; see "errors".'],
  too_many_routing_connectors: [422, 'A company has at most 20 connectors; remove one you no longer use.'],
  routing_connector_untested: [422, 'This connector is not switched on: test it first.'],
  routing_object_not_refused: [422, 'Only what was refused can be tried again.'],
})
