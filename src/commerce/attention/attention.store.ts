import type { Context } from '../../kernel/context.ts'
import { joined, query, raw, type Query } from '../../kernel/db/query.ts'
import { addSeconds } from '../../kernel/time.ts'
import { whatIsWrong } from '../../prefixes/index.ts'
import { failing } from '../renewal/failing.store.ts'
import { companyKinds, type CompanyKind, type Waiting } from './attention.rules.ts'

/** What waits for a company, of whichever slice: counted in one statement, since a page begins with it. */

type Fragment = Query<unknown>

interface Asked {
  readonly company: string
  readonly now: Date
  /** Since when an answer may be awaited. */
  readonly since: Date
}

/** Of words that only code knows. */
const literal = (word: string): Fragment => raw(`'${word}'`)

const none = query`null::timestamptz`

const offers =
  (statuses: readonly string[]) =>
  ({ company }: Asked): Fragment =>
    query`from offer o where o.tenant_uuid = ${company} and o.status in (${joined(statuses.map(literal))})`

/** Where to look, and which of their times counts. */
const sources: Readonly<Record<CompanyKind, readonly [from: (asked: Asked) => Fragment, at: Fragment]>> = {
  // Who has not answered in time cannot any more, so those asked before that need not be looked at.
  reservations_to_answer: [
    ({ company, now, since }) => query`from reservation r join allocation a on a.uuid = r.allocation_uuid
      where r.holder_uuid = ${company} and r.created_at > ${since} and r.status = 'pending' and a.status = 'held'
        and a.until > ${now}`,
    query`a.until`,
  ],
  counters_to_answer: [
    ({ company, now }) => query`from allocation a join reservation r on r.allocation_uuid = a.uuid
      where a.tenant_uuid = ${company} and a.status = 'held' and a.until > ${now} and r.status = 'countered'`,
    query`a.until`,
  ],
  // What a holder has said yes to, and what comes next is to buy it.
  offers_accepted: [
    ({ company, now }) => query`from allocation a join reservation r on r.allocation_uuid = a.uuid
      where a.tenant_uuid = ${company} and a.status = 'held' and a.until > ${now} and r.status = 'accepted'
        and r.negotiated`,
    query`a.until`,
  ],
  blocks_in_cart: [
    ({ company, now }) => query`from allocation a join reservation r on r.allocation_uuid = a.uuid
      where a.tenant_uuid = ${company} and a.status = 'held' and a.until > ${now} and r.status = 'accepted'`,
    query`a.until`,
  ],
  unpaid_invoices: [
    ({ company }) => query`from invoice where tenant_uuid = ${company} and status = 'unpaid'`,
    query`due_at`,
  ],
  subscriptions_in_grace: [
    ({ company }) => query`from ${failing} where s.tenant_uuid = ${company}`,
    query`s.next_step_at`,
  ],
  terminations_open: [
    ({ company }) =>
      query`from termination_request where tenant_uuid = ${company} and status in ('pending', 'approved')`,
    query`effective_at`,
  ],
  proofs_pending: [offers(['auth_pending']), query`(select expires_at from ownership_proof where offer_uuid = o.uuid)`],
  offers_failed: [
    offers([
      'auth_failed_verify',
      'auth_failed_verify_email_not_found',
      'auth_failed_verify_email_not_sent',
      'validity_invalid',
    ]),
    none,
  ],
  prefixes_critical: [({ company }) => query`from ${whatIsWrong(company, 'critical')} w`, none],
  letters_to_release: [({ company }) => query`from letter where holder_uuid = ${company} and status = 'pending'`, none],
  letters_pending: [({ company }) => query`from letter where tenant_uuid = ${company} and status = 'pending'`, none],
}

function countOf(kind: CompanyKind, asked: Asked): Fragment {
  const [from, at] = sources[kind]
  return query`select ${literal(kind)} as kind, count(*) as count, min(${at}) as at ${from(asked)}`
}

/** Each kind once, in this order. */
export async function whatWaits(ctx: Context, tenant: string): Promise<Waiting[]> {
  const { negotiationHours } = ctx.house.config
  const asked = { company: tenant, now: ctx.now, since: addSeconds(ctx.now, -negotiationHours * 3_600) }
  const counts = companyKinds.map((kind) => countOf(kind, asked))
  return query<Waiting>`${joined(counts, ' union all ')}`.rows(ctx)
}
