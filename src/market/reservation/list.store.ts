import { sql, type RawBuilder } from 'kysely'
import { textArray } from '../../kernel/db/arrays.ts'
import type { Context } from '../../kernel/context.ts'
import type { Reservation, Side } from './reservation.store.ts'

/** A reservation as its two companies may read it. */
export interface ListedReservation extends Reservation {
  readonly side: Side
  /** Until when the block is kept, or was; null once it is bought. */
  readonly until: Date | null
  readonly list_minor: number
  readonly lessee_title: string
}

interface ReservationQuery {
  readonly tenant: string
  readonly sides: readonly Side[]
  readonly status: readonly Reservation['status'][]
  readonly perPage: number
  readonly offset: number
}

const columnOf = { lessee: sql.ref('r.tenant_uuid'), holder: sql.ref('r.holder_uuid') }

/** A hold that has lapsed is over, whether or not a job has noticed. */
const statusAt = (now: Date) => sql`case when a.status = 'held' and a.until <= ${now} then 'expired' else r.status end`

/** A company is on one side of a reservation, never on both; each side is a range of its own index. */
const of = (ctx: Context, query: ReservationQuery, side: Side, wanted: RawBuilder<unknown>, rest = sql``) => sql`
  (select ${wanted} from reservation r join allocation a on a.uuid = r.allocation_uuid
    where ${columnOf[side]} = ${query.tenant}
    ${query.status.length > 0 ? sql`and ${statusAt(ctx.now)} = any(${textArray(query.status)})` : sql``} ${rest})`

/** The newest first. */
export async function listReservations(
  ctx: Context,
  query: ReservationQuery,
): Promise<{ rows: ListedReservation[]; total: number }> {
  const { sides, perPage, offset } = query
  const newest = sql`order by r.created_at desc, r.uuid desc`
  const branches = sides.map((side) =>
    of(
      ctx,
      query,
      side,
      sql`r.*, ${statusAt(ctx.now)} as status_now, ${side} as side, case when r.bought_at is null then a.until end as until`,
      sql`${newest} limit ${offset + perPage}`,
    ),
  )
  const page = await sql<ListedReservation & { status_now: Reservation['status'] }>`
    select r.*, p.price_minor as list_minor, t.title as lessee_title
    from (select * from (${sql.join(branches, sql` union all `)}) r ${newest} limit ${perPage} offset ${offset}) r
    join pricing p on p.uuid = r.pricing_uuid join tenant t on t.uuid = r.tenant_uuid ${newest}`.execute(ctx.db)
  const counts = sides.map((side) => of(ctx, query, side, sql`count(*)`))
  const { rows } = await sql<{ total: number }>`select ${sql.join(counts, sql` + `)} as total`.execute(ctx.db)
  return { rows: page.rows.map((row) => ({ ...row, status: row.status_now })), total: rows[0]?.total ?? 0 }
}
