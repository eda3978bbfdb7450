import type { Selectable } from 'kysely'
import type { Context } from '../../kernel/context.ts'
import type { AsnBanTable } from '../../kernel/db/rows.gen.ts'
import { query } from '../../kernel/db/query.ts'

export type AsnBan = Selectable<AsnBanTable>

export async function findBan(ctx: Context, asn: number): Promise<AsnBan | undefined> {
  return query<AsnBan>`select * from asn_ban where asn = ${asn}`.one(ctx)
}

/** Which of these are banned. */
export async function bannedAmong(ctx: Context, asns: readonly number[]): Promise<ReadonlySet<number>> {
  const rows = await query<{ asn: number }>`select asn from asn_ban where asn = any(${asns}::bigint[])`.rows(ctx)
  return new Set(rows.map(({ asn }) => asn))
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

export async function writeBan(ctx: Context, ban: AsnBan): Promise<void> {
  await ctx.db
    .insertInto('asn_ban')
    .values(ban)
    .onConflict((conflict) => conflict.column('asn').doUpdateSet({ reason: ban.reason }))
    .execute()
}

export async function deleteBan(ctx: Context, asn: number): Promise<boolean> {
  const { numDeletedRows } = await ctx.db.deleteFrom('asn_ban').where('asn', '=', asn).executeTakeFirst()
  return numDeletedRows > 0n
}
