import { textArray } from '../../kernel/db/arrays.ts'
import type { Context } from '../../kernel/context.ts'
import { counted, pageOfList, type Slice } from '../../kernel/db/pages.ts'
import { joined, nothing, query, type Query } from '../../kernel/db/query.ts'
import type { CommitmentDiscount } from '../pricing/discount.rules.ts'
import { sideColumns, type Reservation, type Side } from './reservation.store.ts'

/** A reservation as its two companies may read it. */
export interface ListedReservation extends Reservation {
  readonly side: Side
  /** Until when the block is kept, or was; null once it is bought. */
  readonly until: Date | null
  readonly list_minor: number
  readonly commitment_discounts: readonly CommitmentDiscount[]
  readonly lessee_title: string
}

interface ReservationQuery {
  readonly tenant: string
  readonly sides: readonly Side[]
  readonly status: readonly Reservation['status'][]
  readonly perPage: number
  readonly offset: number
}

/** A hold that has lapsed is over, whether or not a job has noticed. */
const statusAt = (now: Date) =>
  query`case when a.status = 'held' and a.until <= ${now} then 'expired' else r.status end`

type Fragment = Query<unknown>

/** A company is on one side of a reservation, never on both; each side is a range of its own index. */
const of = (ctx: Context, { tenant, status }: ReservationQuery, side: Side, wanted: Fragment, rest = nothing) => query`
  (select ${wanted} from reservation r join allocation a on a.uuid = r.allocation_uuid
    where r.${sideColumns[side]} = ${tenant}
    ${status.length > 0 ? query`and ${statusAt(ctx.now)} = any(${textArray(status)})` : nothing} ${rest})`

/** The newest first. */
export async function listReservations(
  ctx: Context,
  wanted: ReservationQuery,
): Promise<{ rows: ListedReservation[]; total: number }> {
  const counts = wanted.sides.map((side) => of(ctx, wanted, side, query`count(*)`))
  const { rows, total } = await pageOfList(ctx, wanted, {
    keys: newest,
    total: counted(query<{ total: number }>`select ${joined(counts, ' + ')} as total`),
    rows: (asked, slice) => rowsOf(ctx, wanted, slice).planned(asked),
  })
  return { rows: rows.map((row) => ({ ...row, status: row.status_now })), total }
}

const newest = [query`r.created_at`, query`r.uuid`].map((by) => ({ by, descending: true }))

/** The first of each side, and of these the page. */
function rowsOf(ctx: Context, wanted: ReservationQuery, { order, most, skip }: Slice) {
  const branches = wanted.sides.map((side) =>
    of(
      ctx,
      wanted,
      side,
      query`r.*, ${statusAt(ctx.now)} as status_now, ${side} as side, case when r.bought_at is null then a.until end as until`,
      query`${order} limit ${skip + most}`,
    ),
  )
  return query<ListedReservation & { status_now: Reservation['status'] }>`
    select r.*, p.price_minor as list_minor, o.commitment_discounts, t.title as lessee_title
    from (select * from (${joined(branches, ' union all ')}) r ${order} limit ${most} offset ${skip}) r
    join pricing p on p.uuid = r.pricing_uuid join offer o on o.uuid = r.offer_uuid
    join tenant t on t.uuid = r.tenant_uuid ${order}`
}
