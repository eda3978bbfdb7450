import { sql } from 'kysely'
import type { Context } from '../../kernel/context.ts'
import { hot } from '../../kernel/db/pool.ts'
import type { LedgerEntry } from '../ledger.store.ts'

/** What came into a company's credits or went out of them: its entries of that account, and what they were about. */
export interface CreditEntry extends Pick<LedgerEntry, 'transfer_uuid' | 'kind' | 'amount_minor' | 'happened_at'> {
  readonly invoice_uuid: string | null
  readonly number: string | null
}

interface CountedEntry extends CreditEntry {
  readonly total: number
}

/** Prepared once per direction; the total comes along, also with an empty page. */
const pageIn = (direction: 'asc' | 'desc') =>
  hot<CountedEntry>(`credit_entries_${direction}`, (db) => {
    const way = sql.raw(direction)
    const order = sql`order by entry.happened_at ${way}, entry.transfer_uuid ${way}, entry.position ${way}`
    const mine = sql`ledger_entry entry where tenant_uuid = $1 and account = 'credit'`
    return sql<CountedEntry>`
      select counted.total, entry.transfer_uuid, entry.kind, entry.amount_minor, entry.happened_at, i.uuid as invoice_uuid,
        i.number
      from (select count(*) as total from ${mine}) counted
      left join lateral (select * from ${mine} ${order} limit $2 offset $3) entry on true
      left join invoice i on i.uuid = entry.source_uuid ${order}`.compile(db)
  })

const pages = { asc: pageIn('asc'), desc: pageIn('desc') }

export async function listCreditEntries(
  ctx: Context,
  query: { readonly tenant: string; readonly descending: boolean; readonly perPage: number; readonly offset: number },
): Promise<{ rows: CreditEntry[]; total: number }> {
  const rows = await pages[query.descending ? 'desc' : 'asc'](ctx, query.tenant, query.perPage, query.offset)
  return { rows: rows.filter((row) => row.transfer_uuid !== null), total: rows[0]?.total ?? 0 }
}
