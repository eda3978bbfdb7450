import type Stripe from 'stripe'
import type { Config } from '../../kernel/config.ts'
import { slot } from '../../kernel/slot.ts'
import { invoicingProblem } from '../invoicing.problems.ts'

/** In ms: longer than Stripe takes for a slow bank, shorter than a customer waits, all tries of it together. */
export const patience = 12_000

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

/** Until when nobody who can come again asks Stripe, because it has just let somebody wait in vain. */
export const silence = slot(() => ({ until: Number.NEGATIVE_INFINITY }))
