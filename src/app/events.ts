import { alertsEvents } from '../alerts/index.ts'
import { commerceEvents } from '../commerce/index.ts'
import { dnsEvents } from '../dns/index.ts'
import { identityEvents } from '../identity/index.ts'
import { invoicingEvents } from '../invoicing/index.ts'
import type { EventRow } from '../kernel/work/event-table.ts'
import { kernelEvents } from '../kernel/kernel.events.ts'
import { lettersEvents } from '../letters/index.ts'
import { marketEvents } from '../market/index.ts'
import { networkEvents } from '../network/index.ts'
import { prefixesEvents } from '../prefixes/index.ts'
import { routingEvents } from '../routing/index.ts'
import { webhooksEvents } from '../webhooks/index.ts'

/** Every event there is, by slice, for the documents. */
export const eventsBySlice: Readonly<Record<string, readonly EventRow[]>> = {
  kernel: kernelEvents.all,
  identity: identityEvents.all,
  invoicing: invoicingEvents.all,
  network: networkEvents.all,
  market: marketEvents.all,
  letters: lettersEvents.all,
  prefixes: prefixesEvents.all,
  routing: routingEvents.all,
  dns: dnsEvents.all,
  commerce: commerceEvents.all,
  alerts: alertsEvents.all,
  webhooks: webhooksEvents.all,
}
