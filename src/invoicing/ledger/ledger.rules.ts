/** What the ledger knows (ADR 35). */

/** A company has these, each its own. */
export const companyAccounts = ['receivable', 'credit', 'payable'] as const

export const ledgerAccounts = [
  ...companyAccounts,
  'unearned',
  'commission',
  'tax',
  'sales',
  'discount',
  'payments',
  'grants',
  'payouts',
] as const

/** What an entry follows from. */
export const ledgerKinds = [
  'invoice',
  'credit_note',
  'payment',
  'credit',
  'earning',
  'refund',
  'grant',
  'payout',
  'deposit',
] as const
