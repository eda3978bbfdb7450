import { machine } from '../../kernel/machine.ts'

/**
 * Decisions 6, Order status. A draft is being paid for; what is completed has its lease, invoice and entries. What is
 * delivered with its payment is paid and completed in one (`settle`).
 */
export const orderStates = machine('sales_order', 'draft', {
  draft: { wait: 'pending_payment', pay: 'paid', settle: 'completed', cancel: 'cancelled' },
  pending_payment: { pay: 'paid', settle: 'completed', cancel: 'cancelled', expire: 'expired' },
  paid: { complete: 'completed' },
  completed: { refund: 'refunded' },
  cancelled: {},
  expired: {},
  refunded: {},
})

export type OrderStatus = (typeof orderStates.states)[number]
