import type { Context } from '../../kernel/context.ts'
import { arrayOf, textArray, uuidArray } from '../../kernel/db/arrays.ts'
import { inBatches, type Placed } from '../../kernel/db/batches.ts'
import { counted, pageOfList } from '../../kernel/db/pages.ts'
import { query } from '../../kernel/db/query.ts'
import type { ReverseRecordTable } from '../../kernel/db/rows.gen.ts'
import { newUuid } from '../../kernel/uuid.ts'

/** What is wanted in reverse zones. */

export interface LeasedBlock {
  readonly uuid: string
  readonly tenant_uuid: string
  readonly holder_uuid: string
  readonly offer_uuid: string
  readonly block: string
}

/** The one place that says what a company may name: its leases among these blocks. None ends until the transaction does. */
export async function lockLeases(ctx: Context, tenant: string, blocks: readonly string[]): Promise<LeasedBlock[]> {
  return query<LeasedBlock>`
    select uuid, tenant_uuid, holder_uuid, offer_uuid, block from lease
    where tenant_uuid = ${tenant} and block in (select unnest(${arrayOf('cidr', blocks)})) and status <> 'terminated'
    order by uuid for share`.rows(ctx)
}

interface KnownName {
  readonly block: string
  readonly contents: string[]
}

/** The names that these addresses have now. */
export async function namesAt(ctx: Context, tenant: string, blocks: readonly string[]): Promise<KnownName[]> {
  return query<KnownName>`
    select block, contents from reverse_record
    where tenant_uuid = ${tenant} and type = 'PTR' and cardinality(contents) > 0
      and block in (select unnest(${arrayOf('cidr', blocks)}))`.rows(ctx)
}

interface WantedZone {
  readonly tenant: string
  readonly server: string
  readonly name: string
  readonly block: string
}

/** Makes those that are missing; each by server and name. */
export async function zonesFor(ctx: Context, wanted: readonly WantedZone[]): Promise<Map<string, string>> {
  const servers = uuidArray(wanted.map(({ server }) => server))
  const names = textArray(wanted.map(({ name }) => name))
  await query`
    insert into dns_zone (uuid, tenant_uuid, server_uuid, name, block)
    select * from unnest(${uuidArray(wanted.map(() => newUuid()))}, ${uuidArray(wanted.map(({ tenant }) => tenant))},
      ${servers}, ${names}, ${arrayOf(
        'cidr',
        wanted.map(({ block }) => block),
      )}) order by 3, 4
    on conflict do nothing`.changed(ctx)
  const rows = await query<{ uuid: string; server_uuid: string; name: string }>`
    select z.uuid, z.server_uuid, z.name from unnest(${servers}, ${names}) w (server, name)
    join dns_zone z on z.server_uuid = w.server and z.name = w.name`.rows(ctx)
  return new Map(rows.map(({ uuid, server_uuid, name }) => [`${server_uuid} ${name}`, uuid]))
}

export interface NewRecord {
  readonly zone: string
  readonly name: string
  readonly type: ReverseRecordTable['type']
  readonly lease: LeasedBlock
  readonly block: string
  readonly contents: readonly string[]
}

/** So many in a statement take a second or two, where a statement has ten. */
const atOnce = 8_192

/** What is the same already stays as it is; in the order of names, so that two who write wait and do not lock each other out. */
export async function writeRecords(ctx: Context, records: readonly NewRecord[]): Promise<void> {
  const inOrder = records.toSorted((a, b) => (a.zone + a.name < b.zone + b.name ? -1 : 1))
  for (let from = 0; from < inOrder.length; from += atOnce) await writeSome(ctx, inOrder.slice(from, from + atOnce))
}

async function writeSome(ctx: Context, records: readonly NewRecord[]): Promise<void> {
  await query`
    insert into reverse_record as r
      (zone_uuid, name, type, tenant_uuid, lease_uuid, block, contents, changed_at)
    select zone, name, type, tenant, lease, block, string_to_array(contents, ' '), ${ctx.realNow}::timestamptz
    from unnest(${uuidArray(records.map(({ zone }) => zone))}, ${textArray(records.map(({ name }) => name))},
      ${textArray(records.map(({ type }) => type))}, ${uuidArray(records.map(({ lease }) => lease.tenant_uuid))},
      ${uuidArray(records.map(({ lease }) => lease.uuid))}, ${arrayOf(
        'cidr',
        records.map(({ block }) => block),
      )},
      ${textArray(records.map(({ contents }) => contents.join(' ')))})
      as w (zone, name, type, tenant, lease, block, contents)
    order by zone, name collate "C", type
    on conflict (zone_uuid, name, type) do update set tenant_uuid = excluded.tenant_uuid,
      lease_uuid = excluded.lease_uuid, block = excluded.block, contents = excluded.contents, state = 'wanted',
      version = nextval('reverse_record_version'), changed_at = excluded.changed_at
    where (r.contents, r.lease_uuid) is distinct from (excluded.contents, excluded.lease_uuid)`.changed(ctx)
}

const goes = (ctx: Context) => query`contents = '{}', state = 'wanted',
  version = nextval('reverse_record_version'), changed_at = ${ctx.realNow}`

/** These names are to be gone; so many had one. */
export async function takeNames(ctx: Context, tenant: string, blocks: readonly string[]): Promise<number> {
  if (blocks.length === 0) return 0
  return query`update reverse_record set ${goes(ctx)}
    where tenant_uuid = ${tenant} and type = 'PTR' and cardinality(contents) > 0
      and block in (select unnest(${arrayOf('cidr', blocks)}))`.changed(ctx)
}

/** All that speaks of addresses within a block of the lease, of these types. */
export async function takeWithin(
  ctx: Context,
  lease: string,
  block: string,
  types: readonly ReverseRecordTable['type'][],
): Promise<number> {
  return query`update reverse_record set ${goes(ctx)} where lease_uuid = ${lease} and block <<= ${block}::cidr
    and type = any(${textArray(types)}) and cardinality(contents) > 0`.changed(ctx)
}

/** The servers at which something of a lease stands, or goes. */
export async function serversOf(ctx: Context, lease: string): Promise<string[]> {
  const rows = await query<{ server: string }>`
    select distinct z.server_uuid as server from dns_zone z
    where z.uuid in (select zone_uuid from reverse_record where lease_uuid = ${lease})`.rows(ctx)
  return rows.map(({ server }) => server)
}

export type ReverseName = Pick<ReverseRecordTable, 'block' | 'lease_uuid' | 'contents' | 'state' | 'changed_at'>

interface NameWish {
  readonly tenant: string
  readonly block: string | null
}

const named = ({ tenant, block }: NameWish) => {
  const within = block ?? '0.0.0.0/0'
  return query`from reverse_record where tenant_uuid = ${tenant} and type = 'PTR' and cardinality(contents) > 0
    and block >= ${within}::cidr and block <<= ${within}::cidr`
}

const byAddress = [query`block`, query`zone_uuid`].map((by) => ({ by, descending: false }))

export async function listNames(
  ctx: Context,
  { perPage, offset, ...wish }: NameWish & { readonly perPage: number; readonly offset: number },
): Promise<{ rows: ReverseName[]; total: number }> {
  return pageOfList(
    ctx,
    { perPage, offset },
    {
      keys: byAddress,
      total: counted(query<{ total: number }>`select count(*) as total ${named(wish)}`),
      rows: (asked, { order, most, skip }) =>
        query<ReverseName>`select block, lease_uuid, contents, state, changed_at ${named(wish)}
          ${order} limit ${most} offset ${skip}`.rows(asked),
    },
  )
}

export const namesInBatches = (ctx: Context, wish: NameWish): AsyncGenerator<readonly ReverseName[]> =>
  inBatches(byAddress, ({ standing, beyond, order, most }) =>
    query<ReverseName & Placed>`
      select block, lease_uuid, contents, state, changed_at, ${standing} as standing ${named(wish)} and ${beyond}
      ${order} limit ${most}`.planned(ctx),
  )

export interface NamedBlock {
  readonly uuid: string
  readonly block: string
  readonly connected: boolean
  readonly zone_length: number | null
  readonly names: number
  readonly waiting: number
  readonly fault: string | null
}

/** Leases, with what reverse DNS they have. */
export async function listBlocks(
  ctx: Context,
  { tenant, ...page }: { readonly tenant: string; readonly perPage: number; readonly offset: number },
): Promise<{ rows: NamedBlock[]; total: number }> {
  const leased = query`where l.tenant_uuid = ${tenant} and l.status <> 'terminated'`
  return pageOfList(ctx, page, {
    keys: [query`l.block`, query`l.uuid`].map((by) => ({ by, descending: false })),
    total: counted(query<{ total: number }>`
      select coalesce(sum(l.leases), 0)::bigint as total from lease_tally l ${leased}`),
    rows: (asked, { order, most, skip }) =>
      query<NamedBlock>`
        select l.uuid, l.block, c.offer_uuid is not null as connected, c.zone_length,
          (select count(*) from reverse_record r where r.lease_uuid = l.uuid and r.type = 'PTR'
            and cardinality(r.contents) > 0) as names,
          (select count(*) from reverse_record r where r.lease_uuid = l.uuid and r.state = 'wanted') as waiting,
          s.fault
        from (select l.uuid, l.block, l.offer_uuid from lease l ${leased} ${order} limit ${most} offset ${skip}) l
        left join dns_offer c on c.offer_uuid = l.offer_uuid left join dns_server s on s.uuid = c.server_uuid
        ${order}`.rows(asked),
  })
}
