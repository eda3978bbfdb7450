import { sql, type RawBuilder } from 'kysely'
import type { Context } from '../../kernel/context.ts'
import { hot } from '../../kernel/db/pool.ts'
import { addDays } from '../../kernel/time.ts'
import { longWaitDays, operatorKinds, recentDays, type OperatorKind, type OperatorWaiting } from './attention.rules.ts'

/** What waits for operators, of whichever slice: counted in one statement by the indexes that its lists have. */

/** Of the values given each time: 1 since when a letter waits long, 2 since when a failure is news. */
const [longAgo, lately] = [sql.raw('$1::timestamptz'), sql.raw('$2::timestamptz')]

/** Where to look, and since when the first of them waits. */
const sources: Readonly<Record<OperatorKind, readonly [from: RawBuilder<unknown>, since: RawBuilder<unknown>]>> = {
  terminations_pending: [sql`from termination_request where status = 'pending'`, sql`requested_at`],
  orders_waiting: [sql`from sales_order where status = 'pending_payment' and kind = 'purchase'`, sql`placed_at`],
  payouts_pending: [sql`from payout where status = 'pending'`, sql`created_at`],
  companies_pending: [sql`from tenant where status = 'pending'`, sql`created_at`],
  letters_waiting: [sql`from letter where status = 'pending' and created_at < ${longAgo}`, sql`created_at`],
  // What has come since from the same address has mended it.
  imports_failed: [
    sql`from (select distinct on (kind, origin) status, asked_at from network_import where asked_at > ${lately}
      order by kind, origin, asked_at desc) latest where status in ('failed', 'abandoned')`,
    sql`asked_at`,
  ],
}

const counts = operatorKinds.map((kind) => {
  const [from, since] = sources[kind]
  return sql`select ${sql.lit(kind)} as kind, count(*) as count, min(${since}) as since ${from}`
})

const waiting = hot<OperatorWaiting>('attention_of_operators', (db) =>
  sql<OperatorWaiting>`${sql.join(counts, sql` union all `)}`.compile(db),
)

/** Each kind once, in this order. */
export function whatWaitsForOperators(ctx: Context): Promise<OperatorWaiting[]> {
  return waiting(ctx, addDays(ctx.now, -longWaitDays), addDays(ctx.realNow, -recentDays))
}
