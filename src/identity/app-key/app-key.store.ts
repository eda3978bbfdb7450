import { textArray, timeArray, uuidArray } from '../../kernel/db/arrays.ts'
import type { Context } from '../../kernel/context.ts'
import type { Db } from '../../kernel/db/db.ts'
import type { SortKey } from '../../kernel/db/paging.ts'
import { uuidsBeginning } from '../../kernel/uuid.ts'
import type { AppKeySecretTable, AppKeyTable } from '../../kernel/db/rows.gen.ts'
import { addDays } from '../../kernel/time.ts'
import type { WarningDays } from './expiry.rules.ts'
import { knownPrefix, type Prefix } from '../../kernel/ip/index.ts'
import { joined, nothing, query, type Query } from '../../kernel/db/query.ts'

export type AppKey = AppKeyTable
export type AppKeySecret = AppKeySecretTable

/** What the token endpoint needs to know of a key, in one row. */
export interface Credentials {
  readonly uuid: string
  readonly tenant_uuid: string
  readonly client_id: string
  readonly scopes: string[]
  /** From where; empty: from anywhere. */
  readonly allowed: string[]
  readonly expires_at: Date | null
  readonly revoked_at: Date | null
  readonly tenant_status: string
  /** Of the live secrets, both in the same order. */
  readonly digests: Buffer[]
  readonly secrets: string[]
}

export async function findCredentials(ctx: Context, clientId: string): Promise<Credentials | undefined> {
  return query<Credentials>`
    select k.uuid, k.tenant_uuid, k.client_id, k.scopes, k.allowed, k.expires_at, k.revoked_at, t.status as tenant_status,
      array(select s.digest from app_key_secret s where s.app_key_uuid = k.uuid and s.ended_at is null
        order by s.uuid) as digests,
      array(select s.uuid from app_key_secret s where s.app_key_uuid = k.uuid and s.ended_at is null
        order by s.uuid) as secrets
    from app_key k join tenant t on t.uuid = k.tenant_uuid where k.client_id = ${clientId}`.one(ctx)
}

type NewKey = Omit<AppKey, 'last_used_at' | 'last_used_from' | 'revoked_at' | 'warned_days'>

export async function insertAppKey(ctx: Context, key: NewKey): Promise<AppKey> {
  const { uuid, tenant_uuid, client_id, name, scopes, allowed, created_at, expires_at } = key
  return query<AppKey>`
    insert into app_key (uuid, tenant_uuid, client_id, name, scopes, allowed, created_at, expires_at)
    values (${uuid}, ${tenant_uuid}, ${client_id}, ${name}, ${scopes}, ${allowed}::cidr[], ${created_at}, ${expires_at})
    returning *`.only(ctx)
}

export async function insertSecret(ctx: Context, secret: Omit<AppKeySecret, 'ended_at'>): Promise<void> {
  const { uuid, tenant_uuid, app_key_uuid, digest, created_at } = secret
  await query`insert into app_key_secret (uuid, tenant_uuid, app_key_uuid, digest, created_at)
    values (${uuid}, ${tenant_uuid}, ${app_key_uuid}, ${digest}, ${created_at})`.changed(ctx)
}

export async function lockAppKey(ctx: Context, tenant: string, uuid: string): Promise<AppKey | undefined> {
  return query<AppKey>`select * from app_key where uuid = ${uuid} and tenant_uuid = ${tenant} for update`.one(ctx)
}

export async function findAppKeyByClientId(ctx: Context, clientId: string): Promise<AppKey | undefined> {
  return query<AppKey>`select * from app_key where client_id = ${clientId}`.one(ctx)
}

export async function countLiveKeys(ctx: Context, tenant: string): Promise<number> {
  const { live } = await query<{ live: number }>`
    select count(*) as live from app_key where tenant_uuid = ${tenant} and revoked_at is null`.only(ctx)
  return live
}

export async function secretsOf(ctx: Context, keyUuids: readonly string[]): Promise<AppKeySecret[]> {
  if (keyUuids.length === 0) return []
  return query<AppKeySecret>`
    select * from app_key_secret where app_key_uuid = any(${uuidArray(keyUuids)}) and ended_at is null
    order by created_at, uuid`.rows(ctx)
}

export async function endSecret(ctx: Context, uuid: string): Promise<void> {
  await query`update app_key_secret set ended_at = ${ctx.realNow} where uuid = ${uuid}`.changed(ctx)
}

export async function setAllowed(ctx: Context, uuid: string, allowed: readonly string[]): Promise<void> {
  await query`update app_key set allowed = ${allowed}::cidr[] where uuid = ${uuid}`.changed(ctx)
}

/** Of those that may not be used from anywhere, by their client ids. */
export async function readAllowLists(db: Db): Promise<Map<string, Prefix[]>> {
  const rows = await query<Pick<AppKey, 'client_id' | 'allowed'>>`
    select client_id, allowed from app_key where allowed <> '{}' and revoked_at is null`.rows({ db })
  return new Map(rows.map(({ client_id, allowed }) => [client_id, allowed.map(knownPrefix)]))
}

export async function markRevoked(ctx: Context, uuid: string): Promise<Date> {
  await query`update app_key set revoked_at = ${ctx.realNow} where uuid = ${uuid}`.changed(ctx)
  return ctx.realNow
}

type AppKeySort = 'name' | 'created_at' | 'last_used_at'

export interface AppKeyQuery {
  readonly tenant: string
  readonly status: readonly ('live' | 'revoked')[]
  readonly search: string | null
  readonly sort: readonly SortKey<AppKeySort>[]
  readonly perPage: number
  readonly offset: number
}

const sortColumns = { name: query`name`, created_at: query`created_at`, last_used_at: query`last_used_at` }

/** A company has few enough of them to look at each. */
function called(text: string): Query<unknown> {
  const range = uuidsBeginning(text)
  return query`and (
    strpos(lower(name), lower(${text})) > 0
    or starts_with(client_id, ${text})
    ${range === null ? nothing : query`or uuid between ${range[0]} and ${range[1]}`})`
}

export async function listAppKeys(
  ctx: Context,
  { tenant, status, search, sort, perPage, offset }: AppKeyQuery,
): Promise<{ rows: AppKey[]; total: number }> {
  const [only] = status.length === 1 ? status : []
  const revoked = { live: query`and revoked_at is null`, revoked: query`and revoked_at is not null` }
  const matching = query`from app_key where tenant_uuid = ${tenant} ${only === undefined ? nothing : revoked[only]}
    ${search === null ? nothing : called(search)}`
  const order = sort.map(({ field, descending }) =>
    descending ? query`${sortColumns[field]} desc nulls last` : query`${sortColumns[field]} asc nulls last`,
  )
  const rows = await query<AppKey>`
    select * ${matching} order by ${joined([...order, query`uuid desc`])}
    limit ${perPage} offset ${offset}`.planned(ctx)
  const [counted] = await query<{ total: number }>`select count(*) as total ${matching}`.planned(ctx)
  return { rows, total: counted?.total ?? 0 }
}

export interface Use {
  readonly at: Date
  readonly from: string | null
}

/** By client id. */
export async function markUsed(db: Db, used: ReadonlyMap<string, Use>): Promise<void> {
  const uses = [...used.values()]
  await query`update app_key k set last_used_at = u.at, last_used_from = u.place
    from unnest(${textArray([...used.keys()])}, ${timeArray(uses.map(({ at }) => at))},
      ${uses.map(({ from }) => from)}::inet[]) as u(client_id, at, place)
    where k.client_id = u.client_id and (k.last_used_at is null or k.last_used_at < u.at)`.changed({ db })
}

interface EndingKey extends AppKey {
  expires_at: Date
}

/** Those that end within so many days and may be worth a warning, alone with them. */
export async function lockEndingKeys(ctx: Context, days: number): Promise<EndingKey[]> {
  return query<EndingKey>`
    select * from app_key where revoked_at is null and expires_at > ${ctx.realNow}
      and expires_at <= ${addDays(ctx.realNow, days)} order by uuid for update`.rows(ctx)
}

export async function markWarned(ctx: Context, uuid: string, days: WarningDays): Promise<void> {
  await query`update app_key set warned_days = ${days} where uuid = ${uuid}`.ahead(ctx)
}
