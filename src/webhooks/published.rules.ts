import { alertsEvents } from '../alerts/index.ts'
import { commerceEvents } from '../commerce/index.ts'
import { dnsEvents } from '../dns/index.ts'
import { identityEvents } from '../identity/index.ts'
import { invoicingEvents } from '../invoicing/index.ts'
import type { EventRow } from '../kernel/work/event-table.ts'
import { lettersEvents } from '../letters/index.ts'
import { marketEvents } from '../market/index.ts'
import { prefixesEvents } from '../prefixes/index.ts'
import { routingEvents } from '../routing/index.ts'
import { webhooksEvents } from './webhooks.events.ts'

/** What companies may be told of: events that are of one company, and that say what happened. */
export const published = [
  identityEvents.on('app_key.*', 'tenant.*'),
  invoicingEvents.on('bank_details.*', 'credits.*', 'invoice.*', 'payment_method.*', 'payout.*'),
  marketEvents.on('lease.*', 'offer.*', 'reservation.*', 'saved_search.*'),
  lettersEvents.on('letter.*'),
  prefixesEvents.on('geofeed.*', 'prefix.*', 'prefixes.*'),
  routingEvents.on('routing.*'),
  dnsEvents.on('reverse_dns.*'),
  commerceEvents.on('order.*', 'subscription.*'),
  alertsEvents.on('alert.*'),
  webhooksEvents.on('webhook_endpoint.*'),
] as const

export const publishedTypes: readonly string[] = published.flatMap(({ types }) => types)

const tables = [
  identityEvents,
  invoicingEvents,
  marketEvents,
  lettersEvents,
  prefixesEvents,
  routingEvents,
  dnsEvents,
  commerceEvents,
  alertsEvents,
  webhooksEvents,
] as const

/** With what each says and carries, in the order of their types. */
export const publishedEvents: readonly EventRow[] = tables
  .flatMap(({ all }) => all)
  .filter(({ type }) => publishedTypes.includes(type))
  .toSorted((a, b) => (a.type < b.type ? -1 : 1))

/** What is sent: those, and the test that somebody asks for. */
export const sentEvents: readonly EventRow[] = [
  ...publishedEvents,
  ...webhooksEvents.all.filter(({ type }) => type === 'webhook.test'),
]
