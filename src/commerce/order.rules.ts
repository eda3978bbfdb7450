import type { Document } from '../invoicing/index.ts'
import type { Order } from './order.store.ts'

/** What an invoice says of an order. */
export const documentOf = ({ buyer, lines, ...order }: Order): Document => ({
  buyer,
  lines,
  totals: {
    subTotal: order.sub_total_minor,
    discounts: order.discounts,
    discount: order.discount_minor,
    taxes: order.taxes,
    tax: order.tax_minor,
    total: order.total_minor,
  },
})

/** What the provider's statement says; always the same for the same order. */
export const descriptionOf = ({ lines }: Pick<Order, 'lines'>): string => lines[0]?.description ?? 'Order'
