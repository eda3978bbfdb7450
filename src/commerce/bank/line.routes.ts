import { invoicingProblem } from '../../invoicing/index.ts'
import { endpoint, type Endpoint } from '../../kernel/endpoint.ts'
import { pageMeta, pageOf, PageOf, pageQuery } from '../../kernel/db/paging.ts'
import { Body, DataOf, OneOf, Text, Type, Uuid } from '../../kernel/http/schema.ts'
import { commerceProblem } from '../commerce.problems.ts'
import { bookToCredits, bookToOrder, dismissLine, showLine, showLines } from './line.actions.ts'
import { BankLineAnswer, bankLineAnswer, ImportedStatementAnswer, importedAnswer } from './line.wire.ts'
import { bankLineStates } from './line.states.ts'
import { importStatement } from './statement.actions.ts'

/** Money that came by a bank: operators import statements, and say whose the rest is. */

const perPage = 25
const access = { by: 'operator' } as const
const LinePath = Type.Object({ lineUUID: Uuid })
const settled = commerceProblem.rows('bank_line_settled', 'currency_foreign')

export const bankLineRoutes: readonly Endpoint[] = [
  endpoint({
    id: 'operatorImportStatement',
    route: 'POST /portal/operator/bank-statements',
    tag: 'Operator',
    summary: 'Import a bank statement',
    description:
      'What names the reference of an order that waits, and is exactly what is left to pay of it, pays it; the rest is ' +
      'listed. A file that is cut off or of another account is refused as a whole. The same file again changes nothing, ' +
      'and tries what is open again.',
    access,
    body: Body('BankStatement', {
      format: OneOf(['camt053', 'csv']),
      file: Type.String({ minLength: 1, maxLength: 1_000_000, description: 'Its text, as the bank wrote it.' }),
    }),
    answer: DataOf(ImportedStatementAnswer),
    examples: { body: { format: 'csv', file: 'date,amount,reference\n2026-11-17,121.00,RF18539007547034\n' } },
    ownTransactions: true,
    refuses: commerceProblem.rows('statement_unreadable', 'bank_transfer_not_offered'),
    handle: async (ctx, { body }) => ({
      data: importedAnswer(await importStatement(ctx, body.format, body.file), ctx.house.config.currency),
    }),
  }),
  endpoint({
    id: 'operatorListBankLines',
    route: 'GET /portal/operator/bank-lines',
    tag: 'Operator',
    summary: 'List money that came by a bank',
    description: 'The latest first; what is open says why.',
    access,
    query: pageQuery({ perPage, sortable: [], filters: { status: Type.Optional(OneOf(bankLineStates.states)) } }),
    answer: PageOf(BankLineAnswer),
    handle: async (ctx, { query }) => {
      const page = pageOf(query, perPage)
      const { rows, total } = await showLines(ctx, { status: query.filter?.status ?? null, ...page })
      const data = rows.map((view) => bankLineAnswer(view, ctx.house.config.currency))
      return { data, meta: pageMeta(page, rows.length, total) }
    },
  }),
  endpoint({
    id: 'operatorBookBankLine',
    route: 'POST /portal/operator/bank-lines/:lineUUID/order',
    tag: 'Operator',
    summary: 'Book money to an order',
    description: 'Less than what is left to pay leaves the order waiting for the rest; more becomes credits.',
    access,
    params: LinePath,
    body: Body('BankLineOrderChoice', { order_uuid: Uuid }),
    answer: DataOf(BankLineAnswer),
    ownTransactions: 'keeps answers',
    refuses: [
      ...settled,
      ...commerceProblem.rows('order_not_waiting', 'order_in_checkout'),
      ...invoicingProblem.rows('payment_unanswered'),
    ],
    handle: async (ctx, input) => {
      const { lineUUID } = input.params
      const { currency } = ctx.house.config
      await bookToOrder(ctx, lineUUID, input.body.order_uuid, async (tx) =>
        input.keep(tx, { data: bankLineAnswer(await showLine(tx, lineUUID), currency) }),
      )
      return { data: bankLineAnswer(await showLine(ctx, lineUUID), currency) }
    },
  }),
  endpoint({
    id: 'operatorCreditBankLine',
    route: 'POST /portal/operator/bank-lines/:lineUUID/credit',
    tag: 'Operator',
    summary: 'Give money to a company as credits',
    access,
    params: LinePath,
    body: Body('BankLineCompanyChoice', { tenant_uuid: Uuid }),
    answer: DataOf(BankLineAnswer),
    refuses: settled,
    handle: async (ctx, { params, body }) => ({
      data: bankLineAnswer(await bookToCredits(ctx, params.lineUUID, body.tenant_uuid), ctx.house.config.currency),
    }),
  }),
  endpoint({
    id: 'operatorDismissBankLine',
    route: 'POST /portal/operator/bank-lines/:lineUUID/dismiss',
    tag: 'Operator',
    summary: 'Say that money is none of ours',
    access,
    params: LinePath,
    body: Body('BankLineDismissal', { reason: Text(600) }),
    answer: DataOf(BankLineAnswer),
    examples: { body: { reason: 'Interest' } },
    refuses: commerceProblem.rows('bank_line_settled'),
    handle: async (ctx, { params, body }) => ({
      data: bankLineAnswer(await dismissLine(ctx, params.lineUUID, body.reason), ctx.house.config.currency),
    }),
  }),
]
