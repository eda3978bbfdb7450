import type { Context } from '../../kernel/context.ts'
import { textArray } from '../../kernel/db/arrays.ts'
import { query } from '../../kernel/db/query.ts'

export interface SourceName {
  readonly kind: string
  readonly name: string
}

const listOf = (sources: readonly SourceName[]) =>
  query`unnest(${textArray(sources.map(({ kind }) => kind))}, ${textArray(sources.map(({ name }) => name))}) as s (kind, name)`

/** Those of them of which nobody has been told yet. */
export async function noteStale(ctx: Context, sources: readonly SourceName[]): Promise<SourceName[]> {
  return query<SourceName>`insert into stale_source (kind, name, noticed_at)
    select s.kind, s.name, ${ctx.realNow} from ${listOf(sources)}
    on conflict do nothing returning kind, name`.rows(ctx)
}

/** Those that are stale no longer. */
export async function noteFresh(ctx: Context, stale: readonly SourceName[]): Promise<SourceName[]> {
  return query<SourceName>`delete from stale_source t
    where not exists (select from ${listOf(stale)} where s.kind = t.kind and s.name = t.name)
    returning kind, name`.rows(ctx)
}

export async function operatorCompanies(ctx: Context): Promise<string[]> {
  const rows = await query<{ uuid: string }>`
    select uuid from tenant where role = 'operator' and status = 'active' order by uuid`.rows(ctx)
  return rows.map(({ uuid }) => uuid)
}
