import type { Posting } from '../ledger.store.ts'

/** How credits stand in the ledger: what a company has of them is owed to it. */

/** Money that came for no document, or for none yet. */
export const depositPostings = (tenant: string, amount: number): Posting[] => [
  { account: 'payments', amount },
  { account: 'credit', tenant, amount: -amount },
]

export const grantPostings = (tenant: string, amount: number): Posting[] => [
  { account: 'grants', amount },
  { account: 'credit', tenant, amount: -amount },
]
