import { tenantOf, type Context } from '../../kernel/context.ts'
import { kernelProblem } from '../../kernel/problems.ts'
import { findInvoice, type OneInvoice } from './list.store.ts'

export { invoicesInBatches, invoiceSorts, listInvoices } from './list.store.ts'

/** One of the caller's company. */
export const showInvoice = (ctx: Context, uuid: string): Promise<OneInvoice> => invoiceOf(ctx, tenantOf(ctx), uuid)

export async function invoiceOf(ctx: Context, tenant: string, uuid: string): Promise<OneInvoice> {
  const invoice = await findInvoice(ctx, tenant, uuid)
  if (!invoice) throw kernelProblem('not_found')
  return invoice
}
