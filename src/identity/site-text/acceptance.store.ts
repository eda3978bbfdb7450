import type { Context } from '../../kernel/context.ts'
import type { Page } from '../../kernel/db/paging.ts'
import { query } from '../../kernel/db/query.ts'

/** Null: there are no terms. */
export async function currentTerms(ctx: Context): Promise<number | null> {
  const { version } = await query<{ version: number | null }>`
    select max(version) as version from site_text where kind = 'terms'`.only(ctx)
  return version
}

/** The version that somebody has to accept before they go on; null: none. */
export async function termsOwedBy(ctx: Context, person: string): Promise<number | null> {
  const { version } = await query<{ version: number | null }>`
    select case when bool_or(t.must_accept and t.version > coalesce(a.version, 0)) then max(t.version) end as version
    from site_text t
    left join lateral (select max(version) as version from terms_acceptance where person_uuid = ${person}) a on true
    where t.kind = 'terms'`.only(ctx)
  return version
}

/** False: was accepted before. */
export async function insertAcceptance(ctx: Context, person: string, version: number): Promise<boolean> {
  const inserted = await query`insert into terms_acceptance (person_uuid, version, accepted_at)
    values (${person}, ${version}, ${ctx.realNow}) on conflict do nothing`.changed(ctx)
  return inserted === 1
}

interface Acceptance {
  readonly person_uuid: string
  readonly email: string
  readonly name: string
  readonly version: number
  readonly accepted_at: Date
}

/** Newest first; by a part of the address or the name. */
export async function listAcceptances(
  ctx: Context,
  search: string,
  { perPage, offset }: Page,
): Promise<{ rows: Acceptance[]; total: number }> {
  const found = query`from terms_acceptance a join person p on p.uuid = a.person_uuid
    where strpos(p.email, lower(${search})) > 0 or strpos(lower(p.name), lower(${search})) > 0`
  const rows = await query<Acceptance>`select a.person_uuid, p.email, p.name, a.version, a.accepted_at
    ${found} order by a.accepted_at desc, a.person_uuid, a.version limit ${perPage} offset ${offset}`.rows(ctx)
  const { total } = await query<{ total: number }>`select count(*) as total ${found}`.only(ctx)
  return { rows, total }
}
