import type { Context } from '../../kernel/context.ts'
import { joined, query, raw, type Query } from '../../kernel/db/query.ts'
import { addDays } from '../../kernel/time.ts'
import { longWaitDays, operatorKinds, recentDays, type OperatorKind, type OperatorWaiting } from './attention.rules.ts'

/** What waits for operators, of whichever slice: counted in one statement by the indexes that its lists have. */

type Fragment = Query<unknown>

interface Asked {
  /** Before that, a letter waits long. */
  readonly longAgo: Date
  /** After that, a failure is news. */
  readonly lately: Date
}

/** Where to look, and since when the first of them waits. */
const sources: Readonly<Record<OperatorKind, readonly [from: (asked: Asked) => Fragment, since: Fragment]>> = {
  terminations_pending: [() => query`from termination_request where status = 'pending'`, query`requested_at`],
  proofs_to_decide: [
    () => query`from ownership_proof p join offer o on o.uuid = p.offer_uuid
      where p.type = 'operator' and p.status = 'pending' and o.status = 'auth_pending'`,
    query`p.chosen_at`,
  ],
  orders_waiting: [
    () => query`from sales_order where status = 'pending_payment' and kind = 'purchase'`,
    query`placed_at`,
  ],
  payouts_pending: [() => query`from payout where status = 'pending'`, query`created_at`],
  companies_pending: [() => query`from tenant where status = 'pending'`, query`created_at`],
  letters_waiting: [
    ({ longAgo }) => query`from letter where status = 'pending' and created_at < ${longAgo}`,
    query`created_at`,
  ],
  // What has come since from the same address has mended it.
  imports_failed: [
    ({ lately }) => query`
      from (select distinct on (kind, origin) status, asked_at from network_import
        where asked_at > ${lately} and not trial
        order by kind, origin, asked_at desc) latest where status in ('failed', 'abandoned')`,
    query`asked_at`,
  ],
}

function countOf(kind: OperatorKind, asked: Asked): Fragment {
  const [from, since] = sources[kind]
  return query`select ${raw(`'${kind}'`)} as kind, count(*) as count, min(${since}) as since ${from(asked)}`
}

/** Each kind once, in this order. */
export function whatWaitsForOperators(ctx: Context): Promise<OperatorWaiting[]> {
  const asked = { longAgo: addDays(ctx.now, -longWaitDays), lately: addDays(ctx.realNow, -recentDays) }
  const counts = operatorKinds.map((kind) => countOf(kind, asked))
  return query<OperatorWaiting>`${joined(counts, ' union all ')}`.rows(ctx)
}
