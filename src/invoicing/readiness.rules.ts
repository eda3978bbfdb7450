import type { Check, Lack } from '../kernel/readiness.ts'
import { invoicingSettings } from './invoicing.settings.ts'

/** What selling and paying need. */

const sellerRows = ['sellerName', 'sellerAddress', 'sellerVat', 'sellerEmail'] as const

export interface MoneyFacts {
  readonly config: Readonly<Record<(typeof sellerRows)[number], string>> & {
    readonly sandbox: boolean
    readonly paymentProvider: string
    readonly stripeWebhookSecret: string | null
  }
}

/** A sandbox sells nothing that is real. */
function madeUpSeller({ config }: MoneyFacts, why: string): Lack | null {
  const { rows } = invoicingSettings
  const untouched = sellerRows.filter((name) => config[name] === rows[name].standard).map((name) => rows[name].env)
  if (config.sandbox || untouched.length === 0) return null
  return {
    missing: `The seller on invoices is made up: ${untouched.join(', ')}.`,
    why,
    next: `Set ${untouched.join(', ')} (and SUBLET_SELLER_COUNTRY, SUBLET_CURRENCY) to your own before the first invoice, which keeps them for good.`,
  }
}

/** Whether there is any way for money to come in. */
export const canPay = ({ config }: MoneyFacts): boolean => config.paymentProvider !== 'none'

export const noWayToPay = (why: string): Lack => ({
  missing: 'Nobody takes cards (SUBLET_PAYMENT_PROVIDER=none).',
  why,
  next: 'Set SUBLET_PAYMENT_PROVIDER=stripe, SUBLET_STRIPE_KEY and SUBLET_STRIPE_WEBHOOK_SECRET.',
})

export const moneyChecks: readonly Check<MoneyFacts>[] = [
  { step: 'sell', lacks: (facts) => madeUpSeller(facts, 'Invoices would name a seller that does not exist.') },
  { step: 'pay', lacks: (facts) => (canPay(facts) ? null : noWayToPay('Buyers have no way to pay an order.')) },
  {
    step: 'pay',
    lacks: ({ config: { paymentProvider, stripeWebhookSecret } }) =>
      paymentProvider !== 'stripe' || stripeWebhookSecret !== null
        ? null
        : {
            missing: 'Stripe cannot tell what became of a payment: SUBLET_STRIPE_WEBHOOK_SECRET is not set.',
            why: 'What is paid after a second step, or later, would be noticed late.',
            next: 'Let Stripe call /payments/stripe/webhook, and set SUBLET_STRIPE_WEBHOOK_SECRET to the secret it shows.',
          },
  },
  { step: 'pay out', lacks: (facts) => madeUpSeller(facts, 'Statements for holders name the seller, too.') },
]
