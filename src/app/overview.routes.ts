import { failingSteps, OperatorAttentionAnswer, operatorAttentionAnswer } from '../commerce/index.ts'
import { endpoint, type Endpoint } from '../kernel/endpoint.ts'
import { Answer, DataOf, named, Nullable, OneOf, Type, UnixTime, Uuid, type Static } from '../kernel/http/schema.ts'
import { money, toNumber } from '../kernel/money.ts'
import { toUnix } from '../kernel/time.ts'
import { utilisationPercent } from '../market/index.ts'
import { overview } from './overview.actions.ts'

const OverviewAnswer = named('OperatorOverview', {
  currency: Type.String({ examples: ['USD'] }),
  market: Answer({
    leases: Type.Integer({ description: 'That run.' }),
    recurring_revenue: Type.Number({ description: 'Of a month’s prices of the leases that run, the commission.' }),
    volume: Type.Number({ description: 'The monthly prices of the leases that run.' }),
    ips: Answer({ listed: Type.Integer(), used: Type.Integer() }),
    utilisation_percent: Nullable(Type.Integer({ description: 'Rounded down; null when nothing is listed.' })),
  }),
  attention: Type.Array(OperatorAttentionAnswer),
  failed_payments: Answer({
    count: Type.Integer({ description: 'Leases whose period is over and not paid for.' }),
    first: Type.Array(
      Answer({
        company_uuid: Uuid,
        company: Type.String(),
        block: Type.String(),
        amount: Type.Number({ description: 'Before tax.' }),
        due_at: UnixTime,
        next_step: OneOf(failingSteps, 'What is tried next; "end" ends the lease.'),
        next_step_at: UnixTime,
      }),
      { description: 'The five that are due longest.' },
    ),
  }),
  sources_imported: Type.Integer({ description: 'Sources of network data whose data is at hand.' }),
  readiness: Answer(
    { steps: Type.Integer(), lacking: Type.Array(Type.String()) },
    'Steps from a sign-up to a payout, and the titles of those that lack something, as "npx sublet doctor" says it.',
  ),
})

function overviewAnswer(
  { market, attention, failed, imported, readiness }: Awaited<ReturnType<typeof overview>>,
  currency: string,
): Static<typeof OverviewAnswer> {
  const shown = (minor: number) => toNumber(money(minor, currency))
  const { leases, listed, used } = market
  return {
    currency,
    market: {
      leases,
      recurring_revenue: shown(market.fee_minor),
      volume: shown(market.rate_minor),
      ips: { listed, used },
      utilisation_percent: listed > 0 ? utilisationPercent(used, listed) : null,
    },
    attention: attention.map(operatorAttentionAnswer),
    failed_payments: {
      count: failed.total,
      first: failed.rows.map((row) => ({
        company_uuid: row.tenant_uuid,
        company: row.title,
        block: row.name,
        amount: shown(row.price_minor),
        due_at: toUnix(row.period_end),
        next_step: row.next_step,
        next_step_at: toUnix(row.next_step_at),
      })),
    },
    sources_imported: imported,
    readiness,
  }
}

export const overviewRoutes: readonly Endpoint[] = [
  endpoint({
    id: 'operatorOverview',
    route: 'GET /portal/operator/overview',
    tag: 'Operator',
    summary: 'What operators begin their day with',
    description:
      'What the marketplace earns and lets, what waits for a word, which payments fail, and what "npx sublet doctor" lacks.',
    access: { by: 'operator' },
    answer: DataOf(OverviewAnswer),
    handle: async (ctx) => ({ data: overviewAnswer(await overview(ctx), ctx.house.config.currency) }),
  }),
]
