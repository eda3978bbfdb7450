import type { SettingTable } from '../kernel/settings.ts'
import { readBankAccounts } from './bank/account.rules.ts'
import { readTaxTable } from './tax/table.rules.ts'

const rows = {
  currency: {
    env: 'SUBLET_CURRENCY',
    kind: 'currency',
    standard: 'USD',
    says: 'The one currency of prices and invoices, by its ISO 4217 code.',
  },
  payoutMinimum: {
    env: 'SUBLET_PAYOUT_MINIMUM',
    kind: 'count',
    standard: '50',
    says: 'The least a holder is paid out, in whole units of the currency; less waits for the next month.',
  },
  sellerName: { env: 'SUBLET_SELLER_NAME', kind: 'text', standard: 'Sublet', says: 'The seller on invoices.' },
  sellerAddress: {
    env: 'SUBLET_SELLER_ADDRESS',
    kind: 'text',
    standard: 'Keizersgracht 1, 1015 CN Amsterdam',
    says: "The seller's address on invoices, its lines separated by commas, without the country.",
  },
  sellerCountry: {
    env: 'SUBLET_SELLER_COUNTRY',
    kind: 'text',
    standard: 'NL',
    says: "The seller's country, by its ISO 3166-1 code: its VAT is charged within it.",
  },
  sellerVat: {
    env: 'SUBLET_SELLER_VAT',
    kind: 'text',
    standard: 'NL000099998B57',
    says: "The seller's VAT number on invoices.",
  },
  sellerEmail: {
    env: 'SUBLET_SELLER_EMAIL',
    kind: 'text',
    standard: 'billing@sublet.example',
    says: 'Where customers write to about invoices.',
  },
  taxes: {
    env: 'SUBLET_TAXES',
    kind: 'json',
    reads: readTaxTable,
    says: 'The taxes charged, as a JSON list of {country, province?, code, name, rate (percent), order, stacks}; a stacking tax is charged on the net and the taxes before it. Unset: the standard VAT rates of the EU.',
  },
  bankAccounts: {
    env: 'SUBLET_BANK_ACCOUNTS',
    kind: 'json',
    reads: readBankAccounts,
    says: 'The accounts customers send money to, as a JSON list of {holder, iban or account, bic?, bank?, currency}, in the currency of SUBLET_CURRENCY; the first one pays holders. Unset: no bank transfers are offered.',
  },
  paymentProvider: {
    env: 'SUBLET_PAYMENT_PROVIDER',
    kind: 'text',
    derived: true,
    says: 'Who takes cards: sandbox (test cards, only in a sandbox), stripe, or none (bank transfers alone). Default: sandbox in a sandbox, else none.',
  },
  stripeKey: { env: 'SUBLET_STRIPE_KEY', kind: 'text', secret: true, says: "Stripe's secret key." },
  stripeWebhookSecret: {
    env: 'SUBLET_STRIPE_WEBHOOK_SECRET',
    kind: 'text',
    secret: true,
    says: 'The secret with which Stripe signs what it tells /payments/stripe/webhook.',
  },
  stripeUrl: {
    env: 'SUBLET_STRIPE_URL',
    kind: 'url',
    says: "Where Stripe's API is, for tests against a stand-in. Unset: Stripe itself.",
  },
} as const satisfies SettingTable['rows']

type InvoicingRows = typeof rows

declare module '../kernel/settings.ts' {
  interface SettingRows extends InvoicingRows {}
}

export const invoicingSettings = {
  rows,
  // Without a word about it a sandbox takes test cards, and anything else no cards at all.
  derive: ({ paymentProvider, sandbox }) => ({ paymentProvider: paymentProvider ?? (sandbox ? 'sandbox' : 'none') }),
  contradictions: ({ paymentProvider, sandbox, stripeKey, bankAccounts, currency }) => {
    const foreign = bankAccounts?.find((account) => account.currency !== currency)
    if (foreign)
      return [`SUBLET_BANK_ACCOUNTS has an account in ${foreign.currency}, and orders are in ${currency}: take it out.`]
    if (!['sandbox', 'stripe', 'none'].includes(paymentProvider))
      return [`SUBLET_PAYMENT_PROVIDER=${JSON.stringify(paymentProvider)} must be sandbox, stripe or none.`]
    if (paymentProvider === 'sandbox' && !sandbox)
      return ['SUBLET_PAYMENT_PROVIDER=sandbox takes test cards; use it only with SUBLET_SANDBOX=1.']
    if (paymentProvider === 'stripe' && !stripeKey) return ['SUBLET_PAYMENT_PROVIDER=stripe needs SUBLET_STRIPE_KEY.']
    return []
  },
} satisfies SettingTable
