import type { Context } from '../../kernel/context.ts'
import type { AsnAcceptanceTable } from '../../kernel/db/rows.gen.ts'
import { query } from '../../kernel/db/query.ts'

export type AsnAcceptance = AsnAcceptanceTable

/** The newest first, those that have lapsed among them. */
export async function pageOfAcceptances(
  ctx: Context,
  { perPage, offset }: { readonly perPage: number; readonly offset: number },
): Promise<{ rows: AsnAcceptance[]; total: number }> {
  const [rows, counted] = await Promise.all([
    query<AsnAcceptance>`
      select * from asn_acceptance order by accepted_at desc, asn limit ${perPage} offset ${offset}`.rows(ctx),
    query<{ total: number }>`select count(*) as total from asn_acceptance`.only(ctx),
  ])
  return { rows, total: counted.total }
}

export async function writeAcceptance(ctx: Context, row: AsnAcceptance): Promise<void> {
  const { asn, reason, accepted_at, until } = row
  await query`insert into asn_acceptance (asn, reason, accepted_at, until)
    values (${asn}, ${reason}, ${accepted_at}, ${until})
    on conflict (asn) do update set reason = excluded.reason, accepted_at = excluded.accepted_at,
      until = excluded.until`.changed(ctx)
}

export async function deleteAcceptance(ctx: Context, asn: number): Promise<boolean> {
  return (await query`delete from asn_acceptance where asn = ${asn}`.changed(ctx)) > 0
}

interface Standing {
  readonly asn: number
  readonly banned: boolean
}

/** What operators have decided about some of these: a ban, or an acceptance that holds now. */
export async function decidedAmong(ctx: Context, asns: readonly number[]): Promise<Standing[]> {
  return query<Standing>`
    select asn, true as banned from asn_ban where asn = any(${asns}::bigint[])
    union all
    select asn, false from asn_acceptance where asn = any(${asns}::bigint[]) and until > ${ctx.now}`.few(ctx)
}
