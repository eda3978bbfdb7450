import { sql, type RawBuilder } from 'kysely'
import type { Context } from '../../kernel/context.ts'
import { hot } from '../../kernel/db/pool.ts'
import { addSeconds } from '../../kernel/time.ts'
import { companyKinds, type CompanyKind, type Waiting } from './attention.rules.ts'

/** What waits for a company, of whichever slice: counted in one statement, since a page begins with it. */

type Fragment = RawBuilder<unknown>

/** Of the values given each time: 1 the company, 2 now, 3 since when an answer may be awaited. */
const [company, now, askedSince] = [sql.raw('$1::uuid'), sql.raw('$2::timestamptz'), sql.raw('$3::timestamptz')]

const none = sql`null::timestamptz`

const offers = (statuses: readonly string[]): Fragment =>
  sql`from offer o where o.tenant_uuid = ${company} and o.status in (${sql.join(statuses.map((one) => sql.lit(one)))})`

/** Where to look, and which of their times counts. */
const sources: Readonly<Record<CompanyKind, readonly [from: Fragment, at: Fragment]>> = {
  // Who has not answered in time cannot any more, so those asked before that need not be looked at.
  reservations_to_answer: [
    sql`from reservation r join allocation a on a.uuid = r.allocation_uuid
      where r.holder_uuid = ${company} and r.created_at > ${askedSince} and r.status = 'pending' and a.status = 'held'
        and a.until > ${now}`,
    sql`a.until`,
  ],
  blocks_in_cart: [
    sql`from allocation a join reservation r on r.allocation_uuid = a.uuid
      where a.tenant_uuid = ${company} and a.status = 'held' and a.until > ${now} and r.status = 'accepted'`,
    sql`a.until`,
  ],
  unpaid_invoices: [sql`from invoice where tenant_uuid = ${company} and status = 'unpaid'`, sql`due_at`],
  subscriptions_in_grace: [
    sql`from subscription s join renewal_step r on r.uuid = s.uuid
      where s.tenant_uuid = ${company} and s.status <> 'terminated' and r.next_step_at > s.period_end`,
    sql`r.next_step_at`,
  ],
  terminations_open: [
    sql`from termination_request where tenant_uuid = ${company} and status in ('pending', 'approved')`,
    sql`effective_at`,
  ],
  proofs_pending: [offers(['auth_pending']), sql`(select expires_at from ownership_proof where offer_uuid = o.uuid)`],
  offers_failed: [
    offers([
      'auth_failed_verify',
      'auth_failed_verify_email_not_found',
      'auth_failed_verify_email_not_sent',
      'validity_invalid',
    ]),
    none,
  ],
  prefixes_critical: [
    sql`from (
      select block from offer where tenant_uuid = ${company} and proven
      union all
      select block from lease where tenant_uuid = ${company} and status <> 'terminated' and holder_uuid <> tenant_uuid
    ) own join prefix_health h on h.block = own.block and h.criticality = 'critical'`,
    none,
  ],
}

const counts = companyKinds.map((kind) => {
  const [from, at] = sources[kind]
  return sql`select ${sql.lit(kind)} as kind, count(*) as count, min(${at}) as at ${from}`
})

const waiting = hot<Waiting>('attention_of_company', (db) =>
  sql<Waiting>`${sql.join(counts, sql` union all `)}`.compile(db),
)

/** Each kind once, in this order. */
export async function whatWaits(ctx: Context, tenant: string): Promise<Waiting[]> {
  const { negotiationHours } = ctx.house.config
  return waiting(ctx, tenant, ctx.now, addSeconds(ctx.now, -negotiationHours * 3_600))
}
