import { Content, endpoint, type Endpoint } from '../../kernel/endpoint.ts'
import { pageMeta, pageOf, PageOf, pageQuery } from '../../kernel/db/paging.ts'
import { DataOf, named, OneOf, Type, UnixTime, Uuid } from '../../kernel/http/schema.ts'
import { money, toNumber } from '../../kernel/money.ts'
import { toUnix } from '../../kernel/time.ts'
import { invoicingProblem } from '../invoicing.problems.ts'
import { contentOfFile, listFiles, makePayoutFile, markFilePaid } from './file.actions.ts'
import { csvOf, painOf } from './file.rules.ts'

/** Payouts to hand to a bank. */

const perPage = 25
const access = { by: 'operator' } as const
const FilePath = Type.Object({ fileUUID: Uuid })

const PayoutFileAnswer = named('PayoutFile', {
  uuid: Uuid,
  message_id: Type.String(),
  payouts: Type.Integer(),
  pending: Type.Integer({ description: 'Of these, what is not noted as paid.' }),
  total: Type.Number(),
  currency: Type.String(),
  created_at: UnixTime,
})

const MadeFileAnswer = named('MadePayoutFile', {
  ...PayoutFileAnswer.properties,
  left: Type.Array(named('PayoutLeft', { uuid: Uuid, number: Type.String(), holder: Type.String() }), {
    description: 'Payouts whose holders have no confirmed bank details.',
  }),
})

interface Shown {
  readonly uuid: string
  readonly message_id: string
  readonly payouts: number
  readonly total_minor: number
  readonly created_at: Date
}

const fileAnswer = (file: Shown, pending: number, currency: string) => ({
  uuid: file.uuid,
  message_id: file.message_id,
  payouts: file.payouts,
  pending,
  total: toNumber(money(file.total_minor, currency)),
  currency,
  created_at: toUnix(file.created_at),
})

export const payoutFileRoutes: readonly Endpoint[] = [
  endpoint({
    id: 'operatorMakePayoutFile',
    route: 'POST /portal/operator/payout-files',
    tag: 'Operator',
    summary: 'Put all payouts that can be sent into a file for the bank',
    freshProof: true,
    description: 'Those that are in no file yet and whose holders have confirmed bank details.',
    access,
    status: 201,
    answer: DataOf(MadeFileAnswer),
    refuses: invoicingProblem.rows('no_own_account', 'nothing_to_pay'),
    handle: async (ctx) => {
      const { file, pending, left } = await makePayoutFile(ctx)
      const lacking = left.map(({ uuid, number, holder }) => ({ uuid, number, holder }))
      return { data: { ...fileAnswer(file, pending, ctx.house.config.currency), left: lacking } }
    },
  }),
  endpoint({
    id: 'operatorListPayoutFiles',
    route: 'GET /portal/operator/payout-files',
    tag: 'Operator',
    summary: 'List files of payouts',
    description: 'The latest first.',
    access,
    query: pageQuery({ perPage, sortable: [] }),
    answer: PageOf(PayoutFileAnswer),
    handle: async (ctx, { query }) => {
      const page = pageOf(query, perPage)
      const { rows, total } = await listFiles(ctx, page)
      const data = rows.map((file) => fileAnswer(file, file.pending, ctx.house.config.currency))
      return { data, meta: pageMeta(page, rows.length, total) }
    },
  }),
  endpoint({
    id: 'operatorDownloadPayoutFile',
    route: 'GET /portal/operator/payout-files/:fileUUID/download',
    tag: 'Operator',
    summary: 'Download payouts for the bank',
    description: 'As pain.001, or as a table.',
    access,
    params: FilePath,
    query: Type.Object({ format: Type.Optional(OneOf(['pain001', 'csv'])) }),
    content: ['application/xml', 'text/csv'],
    handle: async (ctx, { params, query }) => {
      const content = await contentOfFile(ctx, params.fileUUID)
      const isTable = query.format === 'csv'
      const name = `${content.messageId}.${isTable ? 'csv' : 'xml'}`
      return new Content(isTable ? 'text/csv' : 'application/xml', isTable ? csvOf(content) : painOf(content), {
        'content-disposition': `attachment; filename="${name}"`,
      })
    },
  }),
  endpoint({
    id: 'operatorMarkPayoutFilePaid',
    route: 'POST /portal/operator/payout-files/:fileUUID/paid',
    tag: 'Operator',
    summary: 'Note that the bank has sent all payouts of a file',
    freshProof: true,
    access,
    params: FilePath,
    answer: DataOf(PayoutFileAnswer),
    refuses: invoicingProblem.rows('payout_paid'),
    handle: async (ctx, { params }) => ({
      data: fileAnswer(await markFilePaid(ctx, params.fileUUID), 0, ctx.house.config.currency),
    }),
  }),
]
