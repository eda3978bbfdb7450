import type { Context } from '../../kernel/context.ts'
import type { Page } from '../../kernel/db/paging.ts'
import { query } from '../../kernel/db/query.ts'
import type { SiteTextTable } from '../../kernel/db/rows.gen.ts'
import type { SiteTextKind } from './site-text.rules.ts'

export type CurrentText = Pick<SiteTextTable, 'kind' | 'version' | 'published_at'>

/** The newest of each kind: three at most. */
export async function listCurrentTexts(ctx: Context): Promise<CurrentText[]> {
  return query<CurrentText>`select distinct on (kind) kind, version, published_at from site_text
    order by kind, version desc`.rows(ctx)
}

export type ShownText = CurrentText & Pick<SiteTextTable, 'markdown'>

/** Of that version, else the newest. */
export async function findText(
  ctx: Context,
  kind: SiteTextKind,
  version: number | null,
): Promise<ShownText | undefined> {
  return query<ShownText>`select kind, version, published_at, markdown from site_text
    where kind = ${kind} and version = coalesce(${version}::integer, (
      select max(version) from site_text where kind = ${kind}))`.one(ctx)
}

/** Only after the version that it says it follows: false where that is not the newest, or somebody was quicker. */
export async function insertText(ctx: Context, text: SiteTextTable): Promise<boolean> {
  const { kind, version, markdown, must_accept, published_at, published_by } = text
  const inserted = await query`
    insert into site_text (kind, version, markdown, must_accept, published_at, published_by)
    select ${kind}, ${version}::integer, ${markdown}, ${must_accept}, ${published_at}, ${published_by}::uuid
    where ${version}::integer = 1 + (select coalesce(max(version), 0) from site_text where kind = ${kind})
    on conflict do nothing`.changed(ctx)
  return inserted === 1
}

type TextVersion = CurrentText & Pick<SiteTextTable, 'must_accept'> & { readonly publisher: string | null }

export async function listVersions(
  ctx: Context,
  kind: SiteTextKind,
  { perPage, offset }: Page,
): Promise<{ rows: TextVersion[]; total: number }> {
  const rows = await query<TextVersion>`
    select t.kind, t.version, t.published_at, t.must_accept, p.name as publisher
    from site_text t left join person p on p.uuid = t.published_by
    where t.kind = ${kind} order by t.version desc limit ${perPage} offset ${offset}`.rows(ctx)
  const { total } = await query<{ total: number }>`select count(*) as total from site_text where kind = ${kind}`.only(
    ctx,
  )
  return { rows, total }
}
