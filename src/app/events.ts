import { appAudit } from './app.events.ts'
import { commerceAudit, commerceEvents } from '../commerce/index.ts'
import { identityAudit, identityEvents } from '../identity/index.ts'
import { invoicingAudit, invoicingEvents } from '../invoicing/index.ts'
import type { EventRow } from '../kernel/work/event-table.ts'
import { kernelAudit, kernelEvents } from '../kernel/kernel.events.ts'
import { lettersAudit, lettersEvents } from '../letters/index.ts'
import { marketAudit, marketEvents } from '../market/index.ts'
import { networkAudit, networkEvents } from '../network/index.ts'
import { prefixesAudit, prefixesEvents } from '../prefixes/index.ts'

/** Every event there is, by slice, for the documents. */
export const eventsBySlice: Readonly<Record<string, readonly EventRow[]>> = {
  kernel: kernelEvents.all,
  identity: identityEvents.all,
  invoicing: invoicingEvents.all,
  network: networkEvents.all,
  market: marketEvents.all,
  letters: lettersEvents.all,
  prefixes: prefixesEvents.all,
  commerce: commerceEvents.all,
}

/** Every action of the audit log that is no move of a state, for the tests of its words. */
export const auditedActions: readonly string[] = [
  kernelAudit,
  identityAudit,
  invoicingAudit,
  networkAudit,
  marketAudit,
  lettersAudit,
  prefixesAudit,
  commerceAudit,
  appAudit,
].flatMap(({ all }) => all)
