import { tenantOf, type Context } from '../../kernel/context.ts'
import { kernelProblem } from '../../kernel/problems.ts'
import { findInvoice, type OneInvoice } from './list.store.ts'

export { invoiceSorts, listInvoices } from './list.store.ts'

/** One of the caller's company. */
export async function showInvoice(ctx: Context, uuid: string): Promise<OneInvoice> {
  const invoice = await findInvoice(ctx, tenantOf(ctx), uuid)
  if (!invoice) throw kernelProblem('not_found')
  return invoice
}
