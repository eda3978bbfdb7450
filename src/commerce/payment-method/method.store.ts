import { sql } from 'kysely'
import type { Context } from '../../kernel/context.ts'

/** Whatever was to be paid by it is paid by the default one: carts, waiting orders, live subscriptions. */
export async function forgetMethod(ctx: Context, uuid: string): Promise<void> {
  await sql`update cart set payment_method_uuid = null where payment_method_uuid = ${uuid} and status <> 'ordered'`.execute(
    ctx.db,
  )
  await sql`update sales_order set payment_method_uuid = null
    where payment_method_uuid = ${uuid} and status in ('draft', 'pending_payment')`.execute(ctx.db)
  await sql`update subscription set payment_method_uuid = null
    where payment_method_uuid = ${uuid} and status <> 'terminated'`.execute(ctx.db)
}
