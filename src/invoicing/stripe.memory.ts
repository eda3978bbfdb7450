import type Stripe from 'stripe'
import type { Config } from '../kernel/config.ts'
import { slot } from '../kernel/slot.ts'
import { invoicingProblem } from './invoicing.problems.ts'

/** Longer than Stripe takes for a slow bank, shorter than a customer waits. */
const patience = 20_000

/** Loaded when a payment first needs it. */
export async function openStripe(
  { stripeKey, stripeUrl }: Pick<Config, 'stripeKey' | 'stripeUrl'>,
  timeout: number = patience,
): Promise<Stripe> {
  // A payment of the time when the installation had a key.
  if (stripeKey === null) throw invoicingProblem('payment_unanswered')
  const { default: Client } = await import('stripe')
  const url = stripeUrl === null ? null : new URL(stripeUrl)
  return new Client(stripeKey, {
    timeout,
    maxNetworkRetries: 1,
    telemetry: false,
    ...(url ? { protocol: url.protocol === 'http:' ? 'http' : 'https', host: url.hostname, port: url.port } : {}),
  })
}

export const stripeClient = slot(({ config }) => openStripe(config))
