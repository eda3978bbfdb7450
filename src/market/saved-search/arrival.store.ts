import type { Context } from '../../kernel/context.ts'
import { insertLater } from '../../kernel/db/bulk.ts'
import { query } from '../../kernel/db/query.ts'
import type { ArrivalTable } from '../../kernel/db/rows.gen.ts'
import { formatPrefix, knownPrefix, type Prefix } from '../../kernel/ip/index.ts'
import type { Arrival, Before } from './match.rules.ts'

interface NewArrival {
  readonly offer: string
  readonly block: Prefix
  /** Since when it had been away; null: nobody has seen it here. */
  readonly goneAt?: Date | null
  /** What was known of it, where it has been here all the time. */
  readonly before?: Before
}

/** Whoever brings space to the market says so, in the same transaction; whom it concerns is found out later. */
export async function noteArrivals(ctx: Context, arrivals: readonly NewArrival[]): Promise<void> {
  if (ctx.quiet) return
  const rows = arrivals.map(({ offer, block, goneAt = null, before = null }) => ({
    offer_uuid: offer,
    block: formatPrefix(block),
    arrived_at: ctx.now,
    gone_at: goneAt,
    before,
  }))
  await insertLater(ctx, 'arrival', rows)
}

/** The oldest ones, which nobody else is comparing: gone with the end of the transaction. */
export async function takeArrivals(ctx: Context, most: number): Promise<Arrival[]> {
  const rows = await query<ArrivalTable>`
    delete from arrival where id in (select id from arrival order by id limit ${most} for update skip locked)
    returning *`.rows(ctx)
  return rows
    .map((row) => ({
      id: row.id,
      offer: row.offer_uuid,
      block: knownPrefix(row.block),
      at: row.arrived_at,
      goneAt: row.gone_at,
      before: row.before as Before | null,
    }))
    .sort((a, b) => a.id - b.id)
}
