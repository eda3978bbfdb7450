import type { Context } from '../../kernel/context.ts'
import type { AsnBanTable } from '../../kernel/db/rows.gen.ts'
import { query } from '../../kernel/db/query.ts'

export type AsnBan = AsnBanTable

export async function findBan(ctx: Context, asn: number): Promise<AsnBan | undefined> {
  return query<AsnBan>`select * from asn_ban where asn = ${asn}`.one(ctx)
}

/** The newest first. */
export async function pageOfBans(
  ctx: Context,
  { perPage, offset }: { readonly perPage: number; readonly offset: number },
): Promise<{ rows: AsnBan[]; total: number }> {
  const [rows, [counted]] = await Promise.all([
    query<AsnBan>`select * from asn_ban order by banned_at desc, asn limit ${perPage} offset ${offset}`.rows(ctx),
    query<{ total: number }>`select count(*) as total from asn_ban`.rows(ctx),
  ])
  return { rows, total: counted?.total ?? 0 }
}

export async function writeBan(ctx: Context, { asn, reason, banned_at }: AsnBan): Promise<void> {
  await query`insert into asn_ban (asn, reason, banned_at) values (${asn}, ${reason}, ${banned_at})
    on conflict (asn) do update set reason = excluded.reason`.changed(ctx)
}

export async function deleteBan(ctx: Context, asn: number): Promise<boolean> {
  return (await query`delete from asn_ban where asn = ${asn}`.changed(ctx)) > 0
}
