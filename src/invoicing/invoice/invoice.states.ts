import { machine } from '../../kernel/machine.ts'

/** Decisions 5, Invoices. A document is issued with its number; what is wrong with it is corrected by a credit note. */
export const invoiceStates = machine('invoice', 'draft', {
  draft: { issue: 'unpaid', cancel: 'cancelled' },
  unpaid: { pay: 'paid', cancel: 'cancelled' },
  paid: { refund: 'refunded' },
  refunded: {},
  cancelled: {},
})

export type InvoiceStatus = (typeof invoiceStates.states)[number]
