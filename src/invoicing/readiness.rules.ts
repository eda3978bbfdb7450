import { isMailSent, noMail, type PeopleFacts } from '../identity/index.ts'
import type { Check, Lack } from '../kernel/readiness.ts'
import type { BankAccount } from './bank/account.rules.ts'
import { invoicingSettings } from './invoicing.settings.ts'

/** What selling, paying and paying out need. */

const sellerRows = ['sellerName', 'sellerAddress', 'sellerVat', 'sellerEmail'] as const

export interface MoneyFacts {
  readonly config: Readonly<Record<(typeof sellerRows)[number], string>> & {
    readonly sandbox: boolean
    readonly currency: string
    readonly paymentProvider: string
    readonly stripeWebhookSecret: string | null
    readonly bankAccounts: readonly BankAccount[] | null
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

/** An account as the setting wants it, in the currency that is set. */
const nameAnAccount = ({ config: { currency } }: MoneyFacts): string =>
  `Set SUBLET_BANK_ACCOUNTS='[{"holder":"NAME","iban":"IBAN","bic":"BIC","currency":"${currency}"}]' with an account of your own ("account" in the place of "iban" where there is none)`

/** Nothing where money can come in, by cards or by a bank. */
export function noWayToPay(facts: MoneyFacts, why: string): Lack | null {
  const { paymentProvider, bankAccounts } = facts.config
  if (paymentProvider !== 'none' || bankAccounts !== null) return null
  return {
    missing:
      'Neither cards nor bank transfers are taken: SUBLET_PAYMENT_PROVIDER is none, SUBLET_BANK_ACCOUNTS is not set.',
    why,
    next: `${nameAnAccount(facts)}; or SUBLET_PAYMENT_PROVIDER=stripe, SUBLET_STRIPE_KEY and SUBLET_STRIPE_WEBHOOK_SECRET; or both.`,
  }
}

/** Test cards pay nobody, so a sandbox sends nothing. */
function nothingToPayFrom(facts: MoneyFacts): Lack | null {
  if (facts.config.sandbox || facts.config.bankAccounts !== null) return null
  return {
    missing: 'There is no account to pay holders from: SUBLET_BANK_ACCOUNTS is not set.',
    why: 'Payouts come as a file for the bank, which says where the money is taken from.',
    next: `${nameAnAccount(facts)}; the first one pays holders.`,
  }
}

export const moneyChecks: readonly Check<PeopleFacts & MoneyFacts>[] = [
  { step: 'sell', lacks: (facts) => madeUpSeller(facts, 'Invoices would name a seller that does not exist.') },
  { step: 'pay', lacks: (facts) => noWayToPay(facts, 'Buyers have no way to pay an order.') },
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
  { step: 'pay out', lacks: (facts) => madeUpSeller(facts, 'Documents for holders name the seller, too.') },
  { step: 'pay out', lacks: nothingToPayFrom },
  {
    step: 'pay out',
    lacks: (facts) => (isMailSent(facts) ? null : noMail('Holders confirm by mail which account they are paid to.')),
  },
]
