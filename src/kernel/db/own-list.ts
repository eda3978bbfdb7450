import type { Context } from '../context.ts'
import { identifier, query } from './query.ts'
import type { DB } from './rows.gen.ts'

/** What a company keeps until it removes it: a page of it, the oldest first, and how much there is. */
export function ownList<Table extends keyof DB>(table: Table) {
  type Row = DB[Table]
  return async (
    ctx: Context,
    tenant: string,
    { perPage, offset }: { readonly perPage: number; readonly offset: number },
  ): Promise<{ rows: Row[]; total: number }> => {
    const kept = query`from ${identifier(table)} where tenant_uuid = ${tenant} and removed_at is null`
    const [rows, [counted]] = await Promise.all([
      query<Row>`select * ${kept} order by created_at, uuid limit ${perPage} offset ${offset}`.rows(ctx),
      query<{ total: number }>`select count(*) as total ${kept}`.rows(ctx),
    ])
    return { rows, total: counted?.total ?? 0 }
  }
}
