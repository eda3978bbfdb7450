import { tenantOf, type Context } from '../../kernel/context.ts'
import { Content, endpoint, type Endpoint } from '../../kernel/endpoint.ts'
import { pageMeta, pageOf, PageOf, pageQuery, sortKeys } from '../../kernel/db/paging.ts'
import { DataOf, Int, ListOf, OneOf, Type, Uuid } from '../../kernel/http/schema.ts'
import { CommerceInvoiceAnswer, commerceInvoiceAnswer } from './commerce.wire.ts'
import { invoiceStates } from './invoice.states.ts'
import { InvoiceAnswer, invoiceAnswer } from './invoice.wire.ts'
import { invoicePdf } from './pdf.wire.ts'
import { invoiceSorts, listInvoices, showInvoice } from './view.actions.ts'

/** What a company reads of its invoices and credit notes: in billing's words, in commerce's, and on paper. */

const latest = 253_402_300_799
const status = Type.Optional(ListOf(OneOf(invoiceStates.states), invoiceStates.states.length))

const BillingQuery = pageQuery({
  perPage: 25,
  sortable: invoiceSorts,
  filters: {
    status,
    date_from: Type.Optional(Int(0, latest, { description: 'Issued then or later: Unix seconds, inclusive.' })),
    date_to: Type.Optional(Int(0, latest, { description: 'Issued before then: Unix seconds, exclusive.' })),
  },
})

const moment = (seconds: number | undefined) => (seconds === undefined ? null : new Date(seconds * 1_000))

const BillingPath = Type.Object({ invoiceUUID: Uuid })

const CommerceQuery = pageQuery({
  perPage: 10,
  sortable: ['placed_at'],
  filters: { status, order_uuid: Type.Optional(Uuid) },
})

const CommercePath = Type.Object({ invoice: Uuid })

async function download(ctx: Context, uuid: string): Promise<Content> {
  const invoice = await showInvoice(ctx, uuid)
  return new Content('application/pdf', await invoicePdf(invoice, ctx.house.config.currency), {
    'content-disposition': `attachment; filename="${invoice.number}.pdf"`,
  })
}

const billing: readonly Endpoint[] = [
  endpoint({
    id: 'listInvoices',
    route: 'GET /billing/v1/:tenantUUID/invoices',
    tag: 'Invoices',
    summary: 'List invoices',
    description: 'Credit notes are among them, with negative amounts.',
    access: { by: 'token', scope: 'billing' },
    query: BillingQuery,
    answer: PageOf(InvoiceAnswer),
    handle: async (ctx, { query }) => {
      const page = pageOf(query, 25)
      const { rows, total } = await listInvoices(ctx, {
        tenant: tenantOf(ctx),
        statuses: query.filter?.status ?? [],
        order: null,
        from: moment(query.filter?.date_from),
        to: moment(query.filter?.date_to),
        sort: sortKeys(query.sort, invoiceSorts, '-date'),
        ...page,
      })
      return {
        data: rows.map((invoice) => invoiceAnswer(invoice, ctx.house.config.currency)),
        meta: pageMeta(page, rows.length, total),
      }
    },
  }),
  endpoint({
    id: 'getInvoice',
    route: 'GET /billing/v1/:tenantUUID/invoices/:invoiceUUID',
    tag: 'Invoices',
    summary: 'Read an invoice',
    access: { by: 'token', scope: 'billing' },
    params: BillingPath,
    answer: InvoiceAnswer,
    handle: async (ctx, { params }) =>
      invoiceAnswer(await showInvoice(ctx, params.invoiceUUID), ctx.house.config.currency),
  }),
  endpoint({
    id: 'downloadInvoice',
    route: 'GET /billing/v1/:tenantUUID/invoices/:invoiceUUID/download',
    tag: 'Invoices',
    summary: 'Download an invoice as PDF',
    access: { by: 'token', scope: 'billing' },
    params: BillingPath,
    content: 'application/pdf',
    handle: (ctx, { params }) => download(ctx, params.invoiceUUID),
  }),
]

const commerce: readonly Endpoint[] = [
  endpoint({
    id: 'listCommerceInvoices',
    route: 'GET /ecommerce/public/:user_id/invoices',
    tag: 'Invoices',
    summary: 'List invoices, with money objects',
    description: 'Credit notes are among them, with negative amounts.',
    access: { by: 'token', scope: 'ecommerce' },
    query: CommerceQuery,
    answer: PageOf(CommerceInvoiceAnswer),
    handle: async (ctx, { query }) => {
      const page = pageOf(query, 10)
      const sort = sortKeys(query.sort, ['placed_at'], '-placed_at')
      const { rows, total } = await listInvoices(ctx, {
        tenant: tenantOf(ctx),
        statuses: query.filter?.status ?? [],
        order: query.filter?.order_uuid ?? null,
        from: null,
        to: null,
        sort: sort.map(({ descending }) => ({ field: 'date', descending })),
        ...page,
      })
      return {
        data: rows.map((invoice) => commerceInvoiceAnswer(invoice, ctx.house.config.currency)),
        meta: pageMeta(page, rows.length, total),
      }
    },
  }),
  endpoint({
    id: 'getCommerceInvoice',
    route: 'GET /ecommerce/public/:user_id/invoices/:invoice',
    tag: 'Invoices',
    summary: 'Read an invoice, with money objects',
    access: { by: 'token', scope: 'ecommerce' },
    params: CommercePath,
    answer: DataOf(CommerceInvoiceAnswer),
    handle: async (ctx, { params }) => ({
      data: commerceInvoiceAnswer(await showInvoice(ctx, params.invoice), ctx.house.config.currency),
    }),
  }),
  endpoint({
    id: 'downloadCommerceInvoice',
    route: 'GET /ecommerce/public/:user_id/invoices/:invoice/download',
    tag: 'Invoices',
    summary: 'Download an invoice as PDF, for commerce clients',
    access: { by: 'token', scope: 'ecommerce' },
    params: CommercePath,
    content: 'application/pdf',
    handle: (ctx, { params }) => download(ctx, params.invoice),
  }),
]

export const invoiceRoutes: readonly Endpoint[] = [...billing, ...commerce]
