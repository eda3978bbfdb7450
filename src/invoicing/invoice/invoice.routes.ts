import { tenantOf, type Context } from '../../kernel/context.ts'
import { endpoint, type Endpoint } from '../../kernel/endpoint.ts'
import { pageMeta, pageOf, PageOf, pageQuery, sortKeys, wholeQuery } from '../../kernel/db/paging.ts'
import { csvBeside } from '../../kernel/http/download.ts'
import { Int, ListOf, OneOf, Text, Type, Uuid, type Static } from '../../kernel/http/schema.ts'
import { invoiceStates } from './invoice.states.ts'
import { InvoiceAnswer, invoiceAnswer, invoiceCsv } from './invoice.wire.ts'
import { invoiceFile } from './pdf.wire.ts'
import { invoicesInBatches, invoiceSorts, listInvoices, showInvoice } from './view.actions.ts'

/** What a company reads of its invoices and credit notes, in billing's words and on paper. */

const latest = 253_402_300_799

const BillingQuery = pageQuery({
  perPage: 25,
  sortable: invoiceSorts,
  filters: {
    status: Type.Optional(ListOf(OneOf(invoiceStates.states), invoiceStates.states.length)),
    date_from: Type.Optional(Int(0, latest, { description: 'Issued then or later: Unix seconds, inclusive.' })),
    date_to: Type.Optional(Int(0, latest, { description: 'Issued before then: Unix seconds, exclusive.' })),
    search: Type.Optional(
      Text(40, { description: 'Part of the number, or how the UUID begins (six digits or more).' }),
    ),
  },
})

const moment = (seconds: number | undefined) => (seconds === undefined ? null : new Date(seconds * 1_000))

const BillingPath = Type.Object({ invoiceUUID: Uuid })

/** What the list and the file are of alike. */
const wishOf = (ctx: Context, { filter, sort }: Pick<Static<typeof BillingQuery>, 'filter' | 'sort'>) => ({
  tenant: tenantOf(ctx),
  statuses: filter?.status ?? [],
  order: null,
  from: moment(filter?.date_from),
  to: moment(filter?.date_to),
  search: filter?.search ?? null,
  sort: sortKeys(sort, invoiceSorts, '-date'),
})

const invoices = endpoint({
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
    const { rows, total } = await listInvoices(ctx, { ...wishOf(ctx, query), ...page })
    return {
      data: rows.map((invoice) => invoiceAnswer(invoice, ctx.house.config.currency)),
      meta: pageMeta(page, rows.length, total),
    }
  },
})

export const invoiceRoutes: readonly Endpoint[] = [
  invoices,
  csvBeside(invoices, {
    id: 'exportInvoices',
    summary: 'Download invoices as CSV',
    name: 'invoices',
    query: wholeQuery(BillingQuery),
    columns: invoiceCsv,
    batches: (ctx, query) => invoicesInBatches(ctx, wishOf(ctx, query)),
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
    handle: async (ctx, { params }) =>
      invoiceFile(await showInvoice(ctx, params.invoiceUUID), ctx.house.config.currency),
  }),
]
