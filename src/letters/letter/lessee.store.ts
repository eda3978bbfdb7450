import { sql } from 'kysely'
import { textArray, uuidArray, wholeArray } from '../../kernel/db/arrays.ts'
import type { Context } from '../../kernel/context.ts'
import { hot } from '../../kernel/db/pool.ts'
import type { LetterStatus } from './letter.states.ts'
import type { Letter } from './letter.store.ts'

/** The letters of leases, for their lessee: live ones first, then those that ended last. */

const mostOfEach = 50

const ofLeases = hot<Letter>('letters_of_leases', (db) =>
  sql<Letter>`
    select t.* from unnest(${''}::uuid[]) as wanted (uuid) cross join lateral (
      select * from letter where lease_uuid = wanted.uuid and tenant_uuid = ${''}
      order by coalesce(ended_at, 'infinity') desc, uuid desc limit ${sql.lit(mostOfEach)}
    ) t`.compile(db),
)

/** By lease. */
export async function lettersOfLeases(
  ctx: Context,
  lessee: string,
  leases: readonly string[],
): Promise<ReadonlyMap<string, readonly Letter[]>> {
  return Map.groupBy(await ofLeases(ctx, leases, lessee), ({ lease_uuid }) => lease_uuid)
}

export interface LettersOfLeaseQuery {
  readonly lessee: string
  readonly lease: string
  readonly statuses: readonly LetterStatus[]
  readonly perPage: number
  readonly offset: number
}

export async function pageOfLease(
  ctx: Context,
  { lessee, lease, statuses, perPage, offset }: LettersOfLeaseQuery,
): Promise<{ rows: Letter[]; total: number }> {
  const wanted = sql`letter where lease_uuid = ${lease} and tenant_uuid = ${lessee}
    and ${statuses.length === 0 ? sql`true` : sql`status = any(${textArray(statuses)})`}`
  const [{ rows }, counted] = await Promise.all([
    sql<Letter>`
      select * from ${wanted} order by coalesce(ended_at, 'infinity') desc, uuid desc
      limit ${perPage} offset ${offset}`.execute(ctx.db),
    sql<{ total: number }>`select count(*) as total from ${wanted}`.execute(ctx.db),
  ])
  return { rows, total: counted.rows[0]?.total ?? 0 }
}

interface LettersOfLesseeQuery extends Omit<LettersOfLeaseQuery, 'lease'> {
  /** Null: of all leases. */
  readonly lease: string | null
  readonly asn: number | null
  readonly descending: boolean
}

/** Letters of all its leases, by their age. */
export async function pageOfLessee(
  ctx: Context,
  { lessee, lease, statuses, asn, descending, perPage, offset }: LettersOfLesseeQuery,
): Promise<{ rows: Letter[]; total: number }> {
  const wanted = ctx.db
    .selectFrom('letter')
    .where('tenant_uuid', '=', lessee)
    .$if(lease !== null, (q) => q.where('lease_uuid', '=', lease ?? ''))
    .$if(statuses.length > 0, (q) => q.where('status', 'in', [...statuses]))
    .$if(asn !== null, (q) => q.where('asn', '=', asn ?? 0))
  const direction = descending ? 'desc' : 'asc'
  const [rows, { total }] = await Promise.all([
    wanted
      .selectAll()
      .orderBy('created_at', direction)
      .orderBy('uuid', direction)
      .limit(perPage)
      .offset(offset)
      .execute(),
    wanted.select(sql<number>`count(*)`.as('total')).executeTakeFirstOrThrow(),
  ])
  return { rows, total }
}

/** Which of these are the company's. */
export async function ownLetters(ctx: Context, lessee: string, uuids: readonly string[]): Promise<string[]> {
  const { rows } = await sql<{ uuid: string }>`
    select uuid from letter where uuid = any(${uuidArray(uuids)}) and tenant_uuid = ${lessee}`.execute(ctx.db)
  return rows.map(({ uuid }) => uuid)
}

export interface AskedLease {
  readonly lease: string
  /** Only letters for this number. */
  readonly asn: number | null
}

/** What each names: its live letters, or where it has none for a number the last one; nothing found is null. */
interface NamedLetter {
  readonly place: number
  readonly lease: string | null
  readonly letter: string | null
}

export async function lettersNamedBy(
  ctx: Context,
  lessee: string,
  asked: readonly AskedLease[],
): Promise<NamedLetter[]> {
  const { rows } = await sql<NamedLetter>`
    select asked.place::integer - 1 as place, l.uuid as lease, coalesce(live.uuid, ended.uuid) as letter
    from unnest(${uuidArray(asked.map(({ lease }) => lease))}, ${wholeArray(asked.map(({ asn }) => asn))})
      with ordinality as asked (lease, asn, place)
    left join lease l on l.uuid = asked.lease and l.tenant_uuid = ${lessee}
    left join lateral (
      select uuid from letter where lease_uuid = l.uuid and status in ('pending', 'active')
        and (asked.asn is null or asn = asked.asn)
    ) live on true
    left join lateral (
      select uuid from letter where live.uuid is null and lease_uuid = l.uuid and asn = asked.asn
      order by coalesce(ended_at, 'infinity') desc, uuid desc limit 1
    ) ended on true`.execute(ctx.db)
  return rows
}
