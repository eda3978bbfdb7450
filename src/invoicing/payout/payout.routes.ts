import { tenantOf, type Context } from '../../kernel/context.ts'
import { Content, endpoint, type Endpoint } from '../../kernel/endpoint.ts'
import { pageMeta, pageOf, PageMeta, PageOf, pageQuery, sortKeys, wholeQuery } from '../../kernel/db/paging.ts'
import { csvBeside } from '../../kernel/http/download.ts'
import { DataOf, Int, ListOf, named, OneOf, Type, Uuid, type Static } from '../../kernel/http/schema.ts'
import { invoicingProblem } from '../invoicing.problems.ts'
import {
  listPayouts,
  payByHand,
  payoutsInBatches,
  payoutStats,
  showPayoutInFull,
  showStatement,
} from './payout.actions.ts'
import { payoutStates } from './payout.states.ts'
import {
  leaseEarningAnswer,
  OperatorPayoutAnswer,
  operatorPayoutAnswer,
  operatorPayoutCsv,
  PayoutAnswer,
  payoutAnswer,
  PayoutInFullAnswer,
  PayoutStatsAnswer,
  payoutStatsAnswer,
  payoutCsv,
  StatementAnswer,
  statementAnswer,
} from './payout.wire.ts'
import { statementPdf } from './pdf.wire.ts'

/** What holders earned, per calendar month (decisions 8, Payouts). */

const sortable = ['created_at', 'month', 'amount'] as const

const PayoutsQuery = pageQuery({
  perPage: 25,
  sortable,
  filters: { status: Type.Optional(ListOf(OneOf(payoutStates.states), 2)) },
})

const PayoutPath = Type.Object({ payoutUUID: Uuid })

type Listed = Awaited<ReturnType<typeof listPayouts>>['rows'][number]

/** A holder's, or without one everybody's. */
const wishOf = ({ filter, sort }: Pick<Static<typeof PayoutsQuery>, 'filter' | 'sort'>, tenant: string | null) => ({
  tenant,
  status: filter?.status ?? [],
  sort: sortKeys(sort, sortable, '-created_at'),
})

/** As payouts, as statements or as an operator sees them. */
async function pageOfPayouts<A>(
  ctx: Context,
  query: Static<typeof PayoutsQuery>,
  tenant: string | null,
  answer: (row: Listed, currency: string) => A,
) {
  const page = pageOf(query, 25)
  const { rows, total } = await listPayouts(ctx, { ...wishOf(query, tenant), ...page })
  const data = rows.map((row) => answer(row, ctx.house.config.currency))
  return { data, meta: pageMeta(page, rows.length, total) }
}

/** Decisions 8, Payouts, has these paths with and without `/market`; both lead here. */
function underBothPaths(declaration: Endpoint): Endpoint[] {
  const route = declaration.route.replace(':tenantUUID/', ':tenantUUID/market/') as Endpoint['route']
  return [declaration, { ...declaration, id: `${declaration.id}OfMarket`, route }]
}

const onePayout = endpoint({
  id: 'getPayout',
  route: 'GET /billing/v1/:tenantUUID/payouts/:payoutUUID',
  tag: 'Payouts',
  summary: 'Read a payout, with what each lease brought',
  description: 'Leases come in pages; `meta` counts them.',
  access: { by: 'token', scope: 'billing' },
  params: PayoutPath,
  query: Type.Object({
    page: Type.Optional(Int(1, 2_147_483_647, { default: 1, description: 'Page of the leases, from 1.' })),
    per_page: Type.Optional(Int(1, 1_000, { default: 25, description: 'Leases per page.' })),
  }),
  answer: named('PayoutInFullPage', { data: PayoutInFullAnswer, meta: PageMeta }),
  handle: async (ctx, { params, query }) => {
    const { currency } = ctx.house.config
    const page = pageOf(query, 25)
    const { payout, leases, total } = await showPayoutInFull(ctx, tenantOf(ctx), params.payoutUUID, page)
    return {
      data: {
        ...payoutAnswer(payout, currency),
        leases: leases.map((lease) => leaseEarningAnswer(lease, currency)),
      },
      meta: pageMeta(page, leases.length, total),
    }
  },
})

const stats = endpoint({
  id: 'getPayoutStats',
  route: 'GET /billing/v1/:tenantUUID/payouts/stats',
  tag: 'Payouts',
  summary: 'Add up what was earned and paid out',
  access: { by: 'token', scope: 'billing' },
  answer: DataOf(PayoutStatsAnswer),
  handle: async (ctx) => ({
    data: payoutStatsAnswer(await payoutStats(ctx, tenantOf(ctx)), ctx.house.config.currency),
  }),
})

const payouts = endpoint({
  id: 'listPayouts',
  route: 'GET /billing/v1/:tenantUUID/market/payouts',
  tag: 'Payouts',
  summary: 'List payouts',
  description:
    'One for each month at whose end enough had been earned: what leases brought, minus commission. Less than the minimum waits for the next month.',
  access: { by: 'token', scope: 'billing' },
  query: PayoutsQuery,
  answer: PageOf(PayoutAnswer),
  handle: (ctx, { query }) => pageOfPayouts(ctx, query, tenantOf(ctx), payoutAnswer),
})

const allPayouts = endpoint({
  id: 'operatorListPayouts',
  route: 'GET /portal/operator/payouts',
  tag: 'Operator',
  summary: 'List payouts of all holders',
  access: { by: 'operator' },
  query: PayoutsQuery,
  answer: PageOf(OperatorPayoutAnswer),
  handle: (ctx, { query }) => pageOfPayouts(ctx, query, null, operatorPayoutAnswer),
})

export const payoutRoutes: readonly Endpoint[] = [
  payouts,
  csvBeside(payouts, {
    id: 'exportPayouts',
    summary: 'Download payouts as CSV',
    name: 'payouts',
    query: wholeQuery(PayoutsQuery),
    columns: payoutCsv,
    batches: (ctx, query) => payoutsInBatches(ctx, wishOf(query, tenantOf(ctx))),
  }),
  ...underBothPaths(stats),
  ...underBothPaths(onePayout),
  endpoint({
    id: 'listPayoutStatements',
    route: 'GET /billing/v1/:tenantUUID/market/payouts_invoices',
    tag: 'Payouts',
    summary: 'List the statements of payouts',
    description: 'The documents to payouts: each has the number and the amounts of its payout.',
    access: { by: 'token', scope: 'billing' },
    query: PayoutsQuery,
    answer: PageOf(StatementAnswer),
    handle: (ctx, { query }) => pageOfPayouts(ctx, query, tenantOf(ctx), statementAnswer),
  }),
  endpoint({
    id: 'downloadPayoutStatement',
    route: 'GET /billing/v1/:tenantUUID/market/payouts_invoices/:payoutUUID/download',
    tag: 'Payouts',
    summary: 'Download the statement of a payout as PDF',
    description: 'With what each lease brought; beyond a thousand leases the rest is summed up.',
    access: { by: 'token', scope: 'billing' },
    params: PayoutPath,
    content: 'application/pdf',
    handle: async (ctx, { params }) => {
      const statement = await showStatement(ctx, tenantOf(ctx), params.payoutUUID)
      return new Content('application/pdf', await statementPdf(statement, ctx.house.config.currency), {
        'content-disposition': `attachment; filename="${statement.payout.number}.pdf"`,
      })
    },
  }),
  allPayouts,
  csvBeside(allPayouts, {
    id: 'operatorExportPayouts',
    summary: 'Download payouts of all holders as CSV',
    name: 'payouts',
    query: wholeQuery(PayoutsQuery),
    columns: operatorPayoutCsv,
    batches: (ctx, query) => payoutsInBatches(ctx, wishOf(query, null)),
  }),
  endpoint({
    id: 'operatorMarkPayoutPaid',
    route: 'POST /portal/operator/payouts/:payoutUUID/paid',
    tag: 'Operator',
    summary: 'Note that a payout has been sent',
    access: { by: 'operator' },
    freshProof: true,
    params: PayoutPath,
    answer: DataOf(PayoutAnswer),
    refuses: invoicingProblem.rows('payout_paid', 'bank_details_missing'),
    handle: async (ctx, { params }) => ({
      data: payoutAnswer(await payByHand(ctx, params.payoutUUID), ctx.house.config.currency),
    }),
  }),
]
