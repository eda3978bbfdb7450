import { bankAccountsOf, sellerOf } from '../../invoicing/index.ts'
import type { Context } from '../../kernel/context.ts'
import { commerceProblem } from '../commerce.problems.ts'
import { showOrder } from '../order/order.actions.ts'
import { transferFor } from './transfer.rules.ts'

/** An order that waits, and how it can be paid by a bank: everything that stands on paper. */
export async function showTransfer(ctx: Context, tenant: string, uuid: string) {
  const { order } = await showOrder(ctx, tenant, uuid)
  if (order.status !== 'pending_payment') throw commerceProblem('order_not_waiting')
  return { order, transfer: transferFor(order, bankAccountsOf(ctx)), seller: sellerOf(ctx) }
}
