import type { Context } from '../../kernel/context.ts'
import { query } from '../../kernel/db/query.ts'
import type { LedgerEntry } from '../ledger.store.ts'

/** What came into a company's credits or went out of them: its entries of that account, and what they were about. */
export interface CreditEntry extends Pick<LedgerEntry, 'transfer_uuid' | 'kind' | 'amount_minor' | 'happened_at'> {
  readonly invoice_uuid: string | null
  readonly number: string | null
}

interface CountedEntry extends CreditEntry {
  readonly total: number
}

interface EntriesWish {
  readonly tenant: string
  readonly descending: boolean
  readonly perPage: number
  readonly offset: number
}

const oldestFirst = query`order by entry.happened_at, entry.transfer_uuid, entry.position`
const newestFirst = query`order by entry.happened_at desc, entry.transfer_uuid desc, entry.position desc`

/** The total comes along, also with an empty page. */
export async function listCreditEntries(
  ctx: Context,
  { tenant, descending, perPage, offset }: EntriesWish,
): Promise<{ rows: CreditEntry[]; total: number }> {
  const order = descending ? newestFirst : oldestFirst
  const mine = query`ledger_entry entry where tenant_uuid = ${tenant} and account = 'credit'`
  const rows = await query<CountedEntry>`
    select counted.total, entry.transfer_uuid, entry.kind, entry.amount_minor, entry.happened_at, i.uuid as invoice_uuid,
      i.number
    from (select count(*) as total from ${mine}) counted
    left join lateral (select * from ${mine} ${order} limit ${perPage} offset ${offset}) entry on true
    left join invoice i on i.uuid = entry.source_uuid ${order}`.rows(ctx)
  return { rows: rows.filter((row) => row.transfer_uuid !== null), total: rows[0]?.total ?? 0 }
}
