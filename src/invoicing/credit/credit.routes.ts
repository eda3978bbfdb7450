import { tenantOf } from '../../kernel/context.ts'
import { endpoint, type Endpoint } from '../../kernel/endpoint.ts'
import { pageMeta, pageOf, PageOf, pageQuery, sortKeys } from '../../kernel/db/paging.ts'
import { Answer, Body, DataOf, ListOf, Text, Type, Uuid } from '../../kernel/http/schema.ts'
import { grantCredits, listCreditEntries, showCredits } from './credit.actions.ts'
import { BalanceAnswer, balanceAnswer, CreditTransactionAnswer, creditTransactionAnswer } from './credit.wire.ts'
import { readAmount } from '../amount.wire.ts'

/** What a company has in credits and where they went (decisions 8, Credits); operators give them. */

const currency = Type.Optional(ListOf(Text(3, { minLength: 3, pattern: '^[A-Z]{3}$', examples: ['USD'] }), 10))

const isAsked = (asked: readonly string[] | undefined, own: string): boolean =>
  asked === undefined || asked.length === 0 || asked.includes(own)

export const creditRoutes: readonly Endpoint[] = [
  endpoint({
    id: 'listCreditBalances',
    route: 'GET /credits/public/:user_id/balances',
    tag: 'Credits',
    summary: 'Read what the company has in credits',
    description: "One balance, in the installation's currency; none where the filter names only others.",
    access: { by: 'token', scope: 'credits' },
    query: Type.Object({ filter: Type.Optional(Type.Object({ currency }, { additionalProperties: false })) }),
    answer: Answer({ data: Type.Array(BalanceAnswer) }),
    handle: async (ctx, { query }) => {
      const { currency: own } = ctx.house.config
      if (!isAsked(query.filter?.currency, own)) return { data: [] }
      return { data: [balanceAnswer(await showCredits(ctx, tenantOf(ctx)), own)] }
    },
  }),
  endpoint({
    id: 'listCreditTransactions',
    route: 'GET /credits/public/:user_id/transactions',
    tag: 'Credits',
    summary: 'List what came into the credits and what was used of them',
    access: { by: 'token', scope: 'credits' },
    query: pageQuery({ perPage: 10, sortable: ['created_at'], filters: { currency } }),
    answer: PageOf(CreditTransactionAnswer),
    handle: async (ctx, { query }) => {
      const { currency: own } = ctx.house.config
      const page = pageOf(query, 10)
      const descending = sortKeys(query.sort, ['created_at'], '-created_at')[0]?.descending ?? true
      if (!isAsked(query.filter?.currency, own)) return { data: [], meta: pageMeta(page, 0, 0) }
      const { rows, total } = await listCreditEntries(ctx, { tenant: tenantOf(ctx), descending, ...page })
      return {
        data: rows.map((row) => creditTransactionAnswer(row, own)),
        meta: pageMeta(page, rows.length, total),
      }
    },
  }),
  endpoint({
    id: 'operatorGrantCredits',
    route: 'POST /portal/operator/companies/:companyUUID/credits',
    tag: 'Operator',
    summary: 'Give a company credits',
    access: { by: 'operator' },
    status: 201,
    params: Type.Object({ companyUUID: Uuid }),
    body: Body('CreditGrant', {
      amount: Type.Number({ minimum: 0, maximum: 10_000_000, description: "In the installation's currency; over 0." }),
      reason: Text(600),
    }),
    answer: DataOf(BalanceAnswer),
    examples: { body: { amount: 50, reason: 'For the outage of 3 November' } },
    handle: async (ctx, { params, body }) => {
      const { currency: own } = ctx.house.config
      await grantCredits(ctx, params.companyUUID, { amount: readAmount(body.amount, own), reason: body.reason })
      return { data: balanceAnswer(await showCredits(ctx, params.companyUUID), own) }
    },
  }),
]
