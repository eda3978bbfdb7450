import { bankLineStates, cartStates, orderStates, subscriptionStates, terminationStates } from '../commerce/index.ts'
import { dnsServerStates } from '../dns/index.ts'
import { tenantStates } from '../identity/index.ts'
import { bankDetailsStates, invoiceStates, paymentStates, payoutStates } from '../invoicing/index.ts'
import type { Machine } from '../kernel/machine.ts'
import { letterStates } from '../letters/index.ts'
import { importStates } from '../network/index.ts'
import { allocationStates, commitmentStates, leaseStates, offerStates, reservationStates } from '../market/index.ts'
import { routingConnectorStates, routingObjectStates } from '../routing/index.ts'
import { webhookEndpointStates } from '../webhooks/index.ts'

/** Every state table there is, for the documents. */
export const machines = [
  tenantStates,
  importStates,
  offerStates,
  allocationStates,
  reservationStates,
  leaseStates,
  commitmentStates,
  letterStates,
  routingConnectorStates,
  routingObjectStates,
  dnsServerStates,
  cartStates,
  orderStates,
  bankLineStates,
  paymentStates,
  invoiceStates,
  payoutStates,
  bankDetailsStates,
  subscriptionStates,
  terminationStates,
  webhookEndpointStates,
] as unknown as readonly Machine<string, string>[]
