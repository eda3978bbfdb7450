import { sql, type Selectable } from 'kysely'
import type { Context } from '../context.ts'
import { hot } from './pool.ts'
import type { DB } from './rows.gen.ts'

/** What a company keeps until it removes it: a page of it, the oldest first, and how much there is. */
export function ownList<Table extends keyof DB>(table: Table) {
  type Row = Selectable<DB[Table]>
  const kept = sql`from ${sql.table(table)} where tenant_uuid = ${''} and removed_at is null`
  const page = hot<Row>(`${table}_page`, (db) =>
    sql<Row>`select * ${kept} order by created_at, uuid limit ${1} offset ${1}`.compile(db),
  )
  const count = hot<{ total: number }>(`${table}_total`, (db) =>
    sql<{ total: number }>`select count(*) as total ${kept}`.compile(db),
  )
  return async (
    ctx: Context,
    tenant: string,
    { perPage, offset }: { readonly perPage: number; readonly offset: number },
  ): Promise<{ rows: Row[]; total: number }> => {
    const [rows, [counted]] = await Promise.all([page(ctx, tenant, perPage, offset), count(ctx, tenant)])
    return { rows, total: counted?.total ?? 0 }
  }
}
