import type { Context } from '../context.ts'
import { counted, pageOfList } from './pages.ts'
import { identifier, query } from './query.ts'
import type { DB } from './rows.gen.ts'

/** What a company keeps until it removes it: a page of it, the oldest first, and how much there is. */
export function ownList<Table extends keyof DB>(table: Table) {
  type Row = DB[Table]
  return async (
    ctx: Context,
    tenant: string,
    page: { readonly perPage: number; readonly offset: number },
  ): Promise<{ rows: Row[]; total: number }> => {
    const kept = query`from ${identifier(table)} where tenant_uuid = ${tenant} and removed_at is null`
    return pageOfList(ctx, page, {
      keys: [query`created_at`, query`uuid`].map((by) => ({ by, descending: false })),
      total: counted(query<{ total: number }>`select count(*) as total ${kept}`),
      rows: (asked, { order, most, skip }) =>
        query<Row>`select * ${kept} ${order} limit ${most} offset ${skip}`.rows(asked),
    })
  }
}
