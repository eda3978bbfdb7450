import { endpoint, type Endpoint } from '../../kernel/endpoint.ts'
import { pageMeta, pageOf, PageOf, pageQuery } from '../../kernel/db/paging.ts'
import { DataOf, Type, Uuid } from '../../kernel/http/schema.ts'
import { commerceProblem } from '../commerce.problems.ts'
import { createCode, endDiscountCode, listCodes } from './discount.actions.ts'
import { CodeAnswer, codeAnswer, NewCodeBody, readCode } from './discount.wire.ts'

const path = '/portal/operator/discount-codes'
const access = { by: 'operator' } as const
const perPage = 25

export const discountRoutes: readonly Endpoint[] = [
  endpoint({
    id: 'operatorCreateDiscountCode',
    route: `POST ${path}`,
    tag: 'Operator',
    summary: 'Give out a discount code',
    description: 'It takes something off a first invoice; the marketplace bears it.',
    access,
    status: 201,
    body: NewCodeBody,
    answer: DataOf(CodeAnswer),
    refuses: commerceProblem.rows('discount_code_exists'),
    handle: async (ctx, { body }) => {
      const { currency } = ctx.house.config
      return { data: codeAnswer(await createCode(ctx, readCode(body, currency)), currency) }
    },
  }),
  endpoint({
    id: 'operatorListDiscountCodes',
    route: `GET ${path}`,
    tag: 'Operator',
    summary: 'List discount codes',
    description: 'The newest first.',
    access,
    query: pageQuery({ perPage, sortable: [] }),
    answer: PageOf(CodeAnswer),
    handle: async (ctx, { query }) => {
      const page = pageOf(query, perPage)
      const { rows, total } = await listCodes(ctx, page)
      return {
        data: rows.map((code) => codeAnswer(code, ctx.house.config.currency)),
        meta: pageMeta(page, rows.length, total),
      }
    },
  }),
  endpoint({
    id: 'operatorEndDiscountCode',
    route: `POST ${path}/:codeUUID/end`,
    tag: 'Operator',
    summary: 'End a discount code',
    description: 'What was ordered with it keeps it. Ending it again changes nothing.',
    access,
    params: Type.Object({ codeUUID: Uuid }),
    answer: DataOf(CodeAnswer),
    handle: async (ctx, { params }) => ({
      data: codeAnswer(await endDiscountCode(ctx, params.codeUUID), ctx.house.config.currency),
    }),
  }),
]
