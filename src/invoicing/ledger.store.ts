import { insertLater } from '../kernel/db/bulk.ts'
import type { Context } from '../kernel/context.ts'
import type { LedgerEntryTable } from '../kernel/db/rows.gen.ts'
import { newUuid } from '../kernel/uuid.ts'

export type LedgerEntry = LedgerEntryTable
type Account = LedgerEntry['account']

/** Debits are positive, credits negative; an account is a company's or, without one, the marketplace's. */
export interface Posting {
  readonly account: Account
  readonly tenant?: string
  readonly amount: number
}

/** What moves together: it adds up to zero, or the database refuses it. */
export interface Transfer {
  readonly kind: LedgerEntry['kind']
  /** The document or payment it follows from. */
  readonly source: string
  readonly at: Date
  readonly postings: readonly Posting[]
}

/** Nothing is written for nothing: postings of zero are left out. */
export async function post(ctx: Context, transfers: readonly Transfer[]): Promise<void> {
  const rows = transfers.flatMap(({ kind, source, at, postings }) => {
    const transfer = newUuid()
    return postings
      .filter(({ amount }) => amount !== 0)
      .map(({ account, tenant, amount }, position) => ({
        transfer_uuid: transfer,
        position: position + 1,
        kind,
        source_uuid: source,
        account,
        tenant_uuid: tenant ?? null,
        amount_minor: amount,
        happened_at: at,
      }))
  })
  await insertLater(ctx, 'ledger_entry', rows)
}
