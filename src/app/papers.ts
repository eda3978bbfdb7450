import { invoiceFile, invoiceOf } from '../invoicing/index.ts'
import type { PaperMakers } from '../kernel/work/mail-papers.ts'

/** What goes along with mail, and who makes it. */
export const papers: PaperMakers = {
  invoice: async (ctx, company, uuid) => {
    const invoice = await invoiceOf(ctx, company ?? '', uuid)
    const { type, body } = await invoiceFile(invoice, ctx.house.config.currency)
    if (!Buffer.isBuffer(body)) throw new Error('an invoice is made as a whole')
    return { filename: `${invoice.number}.pdf`, contentType: type, content: body }
  },
}
