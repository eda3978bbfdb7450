import type { WebhookEndpoint } from '../../../client/api.gen.ts'
import { Status, type Tone } from '../../ui/badge.tsx'

const tones: Readonly<Record<WebhookEndpoint['status'], Tone>> = {
  active: 'good',
  paused: 'plain',
  switched_off: 'bad',
  removed: 'plain',
}

export function EndpointStatus({ of: { status, failures } }: { readonly of: WebhookEndpoint }) {
  if (status === 'active' && failures > 0) return <Status of={status} tone="warn" label="Failing" />
  return <Status of={status} tone={tones[status]} />
}

/** Why nothing is sent to it. */
export const offWords: Readonly<Record<NonNullable<WebhookEndpoint['switched_off_because']>, string>> = {
  unreachable: 'Deliveries failed for three days.',
  gone: 'It responded 410 Gone.',
  backlog: 'More than 10,000 events were queued.',
}
