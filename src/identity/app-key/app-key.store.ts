import type { Selectable } from 'kysely'
import { timeArray, uuidArray } from '../../kernel/db/arrays.ts'
import type { Context } from '../../kernel/context.ts'
import type { Db } from '../../kernel/db/pool.ts'
import type { SortKey } from '../../kernel/db/paging.ts'
import type { AppKeySecretTable, AppKeyTable } from '../../kernel/db/rows.gen.ts'
import { query } from '../../kernel/db/query.ts'

export type AppKey = Selectable<AppKeyTable>
export type AppKeySecret = Selectable<AppKeySecretTable>

/** What the token endpoint needs to know of a key, in one row. */
export interface Credentials {
  readonly uuid: string
  readonly tenant_uuid: string
  readonly client_id: string
  readonly scopes: string[]
  readonly expires_at: Date | null
  readonly revoked_at: Date | null
  readonly tenant_status: string
  /** Of the live secrets, both in the same order. */
  readonly digests: Buffer[]
  readonly secrets: string[]
}

export async function findCredentials(ctx: Context, clientId: string): Promise<Credentials | undefined> {
  return query<Credentials>`
    select k.uuid, k.tenant_uuid, k.client_id, k.scopes, k.expires_at, k.revoked_at, t.status as tenant_status,
      array(select s.digest from app_key_secret s where s.app_key_uuid = k.uuid and s.ended_at is null
        order by s.uuid) as digests,
      array(select s.uuid from app_key_secret s where s.app_key_uuid = k.uuid and s.ended_at is null
        order by s.uuid) as secrets
    from app_key k join tenant t on t.uuid = k.tenant_uuid where k.client_id = ${clientId}`.one(ctx)
}

export async function insertAppKey(ctx: Context, key: Omit<AppKey, 'last_used_at' | 'revoked_at'>): Promise<AppKey> {
  return ctx.db.insertInto('app_key').values(key).returningAll().executeTakeFirstOrThrow()
}

export async function insertSecret(ctx: Context, secret: Omit<AppKeySecret, 'ended_at'>): Promise<void> {
  await ctx.db.insertInto('app_key_secret').values(secret).execute()
}

export async function lockAppKey(ctx: Context, tenant: string, uuid: string): Promise<AppKey | undefined> {
  return ctx.db
    .selectFrom('app_key')
    .selectAll()
    .where('uuid', '=', uuid)
    .where('tenant_uuid', '=', tenant)
    .forUpdate()
    .executeTakeFirst()
}

export async function findAppKeyByClientId(ctx: Context, clientId: string): Promise<AppKey | undefined> {
  return ctx.db.selectFrom('app_key').selectAll().where('client_id', '=', clientId).executeTakeFirst()
}

export async function countLiveKeys(ctx: Context, tenant: string): Promise<number> {
  const { live } = await ctx.db
    .selectFrom('app_key')
    .select((eb) => eb.fn.countAll<number>().as('live'))
    .where('tenant_uuid', '=', tenant)
    .where('revoked_at', 'is', null)
    .executeTakeFirstOrThrow()
  return live
}

export async function secretsOf(ctx: Context, keyUuids: readonly string[]): Promise<AppKeySecret[]> {
  if (keyUuids.length === 0) return []
  return ctx.db
    .selectFrom('app_key_secret')
    .selectAll()
    .where('app_key_uuid', 'in', [...keyUuids])
    .where('ended_at', 'is', null)
    .orderBy('created_at')
    .orderBy('uuid')
    .execute()
}

export async function endSecret(ctx: Context, uuid: string): Promise<void> {
  await ctx.db.updateTable('app_key_secret').set({ ended_at: ctx.realNow }).where('uuid', '=', uuid).execute()
}

export async function markRevoked(ctx: Context, uuid: string): Promise<Date> {
  await ctx.db.updateTable('app_key').set({ revoked_at: ctx.realNow }).where('uuid', '=', uuid).execute()
  return ctx.realNow
}

type AppKeySort = 'name' | 'created_at' | 'last_used_at'

export interface AppKeyQuery {
  readonly tenant: string
  readonly status: readonly ('live' | 'revoked')[]
  readonly sort: readonly SortKey<AppKeySort>[]
  readonly perPage: number
  readonly offset: number
}

export async function listAppKeys(ctx: Context, query: AppKeyQuery): Promise<{ rows: AppKey[]; total: number }> {
  const [only] = query.status.length === 1 ? query.status : []
  const matching = ctx.db
    .selectFrom('app_key')
    .where('tenant_uuid', '=', query.tenant)
    .$if(only !== undefined, (q) => q.where('revoked_at', only === 'live' ? 'is' : 'is not', null))
  let page = matching.selectAll()
  for (const { field, descending } of query.sort)
    page = page.orderBy(field, (order) => (descending ? order.desc() : order.asc()).nullsLast())
  const rows = await page.orderBy('uuid', 'desc').limit(query.perPage).offset(query.offset).execute()
  const { total } = await matching.select((eb) => eb.fn.countAll<number>().as('total')).executeTakeFirstOrThrow()
  return { rows, total }
}

export async function markUsed(db: Db, used: ReadonlyMap<string, Date>): Promise<void> {
  await query`update app_key k set last_used_at = u.at
    from unnest(${uuidArray([...used.keys()])}, ${timeArray([...used.values()])}) as u(uuid, at)
    where k.uuid = u.uuid and (k.last_used_at is null or k.last_used_at < u.at)`.changed({ db })
}
