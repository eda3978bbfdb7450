import { problems } from '../kernel/problems.ts'

export const webhooksProblem = problems({
  webhook_address_refused: [422, 'Webhooks cannot be sent to this address; see "errors".'],
  too_many_webhook_endpoints: [422, 'A company has at most 20 webhook endpoints; remove one you no longer use.'],
  webhook_endpoint_inactive: [422, 'This endpoint is paused or switched off; set its status to "active" first.'],
  two_webhook_secrets_live: [422, 'This endpoint has two live secrets already; end the old one first.'],
  last_webhook_secret: [422, 'This is the only live secret of the endpoint; rotate first.'],
  webhook_delivery_waiting: [422, 'This delivery waits to be sent already.'],
  webhook_queue_full: [422, 'As many events wait for this endpoint as can; try again once it has taken some of them.'],
  webhook_replay_too_large: [
    422,
    'There are more events in this span than can wait for an endpoint; choose a shorter one.',
  ],
})
