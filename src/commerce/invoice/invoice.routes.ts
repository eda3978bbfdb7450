import { invoiceFile, invoiceStates, listInvoices, showInvoice } from '../../invoicing/index.ts'
import { tenantOf } from '../../kernel/context.ts'
import { pageMeta, pageOf, PageOf, pageQuery, sortKeys } from '../../kernel/db/paging.ts'
import { endpoint, type Endpoint } from '../../kernel/endpoint.ts'
import { DataOf, ListOf, OneOf, Type, Uuid } from '../../kernel/http/schema.ts'
import { CommerceInvoiceAnswer, commerceInvoiceAnswer } from './invoice.wire.ts'

/** Invoices and credit notes for clients of commerce. */

const CommerceQuery = pageQuery({
  perPage: 10,
  sortable: ['placed_at'],
  filters: {
    status: Type.Optional(ListOf(OneOf(invoiceStates.states), invoiceStates.states.length)),
    order_uuid: Type.Optional(Uuid),
  },
})

const CommercePath = Type.Object({ invoice: Uuid })

export const invoiceRoutes: readonly Endpoint[] = [
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
        search: null,
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
    handle: async (ctx, { params }) => invoiceFile(await showInvoice(ctx, params.invoice), ctx.house.config.currency),
  }),
]
