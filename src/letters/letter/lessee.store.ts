import { textArray, uuidArray, wholeArray } from '../../kernel/db/arrays.ts'
import type { Context } from '../../kernel/context.ts'
import { counted, pageOfList } from '../../kernel/db/pages.ts'
import { nothing, query, type Query } from '../../kernel/db/query.ts'
import { settledTotal } from '../../kernel/db/settled-total.ts'
import type { LetterStatus } from './letter.states.ts'
import type { Letter } from './letter.store.ts'

/** The letters of leases, for their lessee: live ones first, then those that ended last. */

/** By lease, fifty of each at most. */
export async function lettersOfLeases(
  ctx: Context,
  lessee: string,
  leases: readonly string[],
): Promise<ReadonlyMap<string, readonly Letter[]>> {
  const letters = await query<Letter>`
    select t.* from unnest(${leases}::uuid[]) as wanted (uuid) cross join lateral (
      select * from letter where lease_uuid = wanted.uuid and tenant_uuid = ${lessee}
      order by coalesce(ended_at, 'infinity') desc, uuid desc limit 50
    ) t`.rows(ctx)
  return Map.groupBy(letters, ({ lease_uuid }) => lease_uuid)
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
  const wanted = query`letter where lease_uuid = ${lease} and tenant_uuid = ${lessee}
    and ${statuses.length === 0 ? query`true` : query`status = any(${textArray(statuses)})`}`
  const [rows, [counted]] = await Promise.all([
    query<Letter>`
      select * from ${wanted} order by coalesce(ended_at, 'infinity') desc, uuid desc
      limit ${perPage} offset ${offset}`.rows(ctx),
    query<{ total: number }>`select count(*) as total from ${wanted}`.rows(ctx),
  ])
  return { rows, total: counted?.total ?? 0 }
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
  { lessee, lease, statuses, asn, descending, ...page }: LettersOfLesseeQuery,
): Promise<{ rows: Letter[]; total: number }> {
  const matching = query`letter where tenant_uuid = ${lessee}
    ${lease === null ? nothing : query`and lease_uuid = ${lease}`}
    ${statuses.length === 0 ? nothing : query`and status = any(${textArray(statuses)})`}
    ${asn === null ? nothing : query`and asn = ${asn}`}`
  const cameAt = query`created_at`
  const count = (came: Query<unknown>) =>
    query<{ total: number }>`select count(*) as total from ${matching} and ${came}`
  const whole = lease === null && statuses.length === 0 && asn === null
  return pageOfList(ctx, page, {
    keys: [cameAt, query`uuid`].map((by) => ({ by, descending })),
    total: whole
      ? (asked) => settledTotal(asked, { list: `letter ${lessee}`, cameAt, count })
      : counted(count(query`true`)),
    rows: (asked, { order, most, skip }) =>
      query<Letter>`select * from ${matching} ${order} limit ${most} offset ${skip}`.planned(asked),
  })
}

/** Which of these are the company's. */
export async function ownLetters(ctx: Context, lessee: string, uuids: readonly string[]): Promise<string[]> {
  const rows = await query<{ uuid: string }>`
    select uuid from letter where uuid = any(${uuidArray(uuids)}) and tenant_uuid = ${lessee}`.rows(ctx)
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
  return query<NamedLetter>`
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
    ) ended on true`.rows(ctx)
}
