import type { Context } from '../../kernel/context.ts'
import { pageOfList } from '../../kernel/db/pages.ts'
import { query, type Query } from '../../kernel/db/query.ts'
import { settledTotal } from '../../kernel/db/settled-total.ts'
import type { LedgerEntry } from '../ledger.store.ts'

/** What came into a company's credits or went out of them: its entries of that account, and what they were about. */
export interface CreditEntry extends Pick<LedgerEntry, 'transfer_uuid' | 'kind' | 'amount_minor' | 'happened_at'> {
  readonly invoice_uuid: string | null
  readonly number: string | null
}

interface EntriesWish {
  readonly tenant: string
  readonly descending: boolean
  readonly perPage: number
  readonly offset: number
}

const keys = [query`entry.happened_at`, query`entry.transfer_uuid`, query`entry.position`]

export async function listCreditEntries(
  ctx: Context,
  { tenant, descending, ...page }: EntriesWish,
): Promise<{ rows: CreditEntry[]; total: number }> {
  const mine = query`ledger_entry entry where tenant_uuid = ${tenant} and account = 'credit'`
  const count = (came: Query<unknown>) => query<{ total: number }>`select count(*) as total from ${mine} and ${came}`
  return pageOfList(ctx, page, {
    keys: keys.map((by) => ({ by, descending })),
    total: (asked) => settledTotal(asked, { list: `credit ${tenant}`, cameAt: query`entry.happened_at`, count }),
    rows: (asked, { order, most, skip }) =>
      query<CreditEntry>`
        select entry.transfer_uuid, entry.kind, entry.amount_minor, entry.happened_at, i.uuid as invoice_uuid, i.number
        from (select * from ${mine} ${order} limit ${most} offset ${skip}) entry
        left join invoice i on i.uuid = entry.source_uuid ${order}`.rows(asked),
  })
}
