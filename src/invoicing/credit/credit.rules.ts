import type { Posting } from '../ledger.store.ts'

/** How credits stand in the ledger: what a company has of them is owed to it. */

export const grantPostings = (tenant: string, amount: number): Posting[] => [
  { account: 'grants', amount },
  { account: 'credit', tenant, amount: -amount },
]
