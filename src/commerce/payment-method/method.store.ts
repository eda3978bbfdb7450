import type { Context } from '../../kernel/context.ts'
import { query } from '../../kernel/db/query.ts'

/** Whatever was to be paid by it is paid by the default one: carts, waiting orders, live subscriptions. */
export async function forgetMethod(ctx: Context, uuid: string): Promise<void> {
  await query`update cart set payment_method_uuid = null where payment_method_uuid = ${uuid} and status <> 'ordered'`.changed(
    ctx,
  )
  await query`update sales_order set payment_method_uuid = null
    where payment_method_uuid = ${uuid} and status in ('draft', 'pending_payment')`.changed(ctx)
  await query`update subscription set payment_method_uuid = null
    where payment_method_uuid = ${uuid} and status <> 'terminated'`.changed(ctx)
}
