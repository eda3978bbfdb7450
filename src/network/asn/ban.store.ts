import { sql, type Selectable } from 'kysely'
import type { Context } from '../../kernel/context.ts'
import { hot, point } from '../../kernel/db/pool.ts'
import type { AsnBanTable } from '../../kernel/db/rows.gen.ts'

export type AsnBan = Selectable<AsnBanTable>

const one = point<AsnBan>('asn_ban', (db) => db.selectFrom('asn_ban').selectAll().where('asn', '=', 0).compile())

export async function findBan(ctx: Context, asn: number): Promise<AsnBan | undefined> {
  return (await one(ctx, asn))[0]
}

const some = hot<{ asn: number }>('asn_bans', (db) =>
  sql<{ asn: number }>`select asn from asn_ban where asn = any(${''}::bigint[])`.compile(db),
)

/** Which of these are banned. */
export async function bannedAmong(ctx: Context, asns: readonly number[]): Promise<ReadonlySet<number>> {
  return new Set((await some(ctx, asns)).map(({ asn }) => asn))
}

const page = hot<AsnBan>('asn_ban_page', (db) =>
  db.selectFrom('asn_ban').selectAll().orderBy('banned_at', 'desc').orderBy('asn').limit(1).offset(1).compile(),
)
const count = hot<{ total: number }>('asn_ban_total', (db) =>
  sql<{ total: number }>`select count(*) as total from asn_ban`.compile(db),
)

/** The newest first. */
export async function pageOfBans(
  ctx: Context,
  { perPage, offset }: { readonly perPage: number; readonly offset: number },
): Promise<{ rows: AsnBan[]; total: number }> {
  const [rows, [counted]] = await Promise.all([page(ctx, perPage, offset), count(ctx)])
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
