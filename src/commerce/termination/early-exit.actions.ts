import type { Context } from '../../kernel/context.ts'
import { money, percentage } from '../../kernel/money.ts'
import { insertOrders, type Order, type OrderLine } from '../order/order.store.ts'
import { agreedFor, type Agreed } from '../renewal/renewal.store.ts'
import { orderFor } from '../renewal/order.actions.ts'
import { failSteps } from '../renewal/settle.actions.ts'
import type { Running } from '../subscription/subscription.store.ts'

/** What leaving a commitment early costs, as an order of its own, which the holder earns like rent. */

export function earlyExitOrder(ctx: Context, subscription: Running & Agreed, amount: number, at: Date): Order {
  const { name, lease_uuid, holder_uuid, commission_bp } = subscription
  const line: OrderLine = {
    type: 'early_exit',
    subject: lease_uuid,
    description: `Early exit from the commitment for ${name}`,
    amount,
    taxed: true,
    from: null,
    to: null,
    earner: {
      tenant: holder_uuid,
      name,
      commission: percentage(money(amount, ctx.house.config.currency), commission_bp).minor,
    },
    metadata: {},
    reservation: null,
  }
  return { ...orderFor(ctx, subscription, line, at), kind: 'early_exit' }
}

interface BrokenCommitment {
  readonly subscription: Running
  readonly at: Date
  readonly earlyExit: number
}

/** Billed and left to be paid: nothing could be taken for the rent either. */
export async function billEarlyExits(ctx: Context, broken: readonly BrokenCommitment[]): Promise<void> {
  if (broken.length === 0) return
  const agreed = await agreedFor(
    ctx,
    broken.map(({ subscription }) => subscription.uuid),
  )
  const cases = broken.map(({ subscription, at, earlyExit }) => {
    const terms = { ...subscription, ...(agreed.get(subscription.uuid) as Agreed) }
    return { subscription, at, order: earlyExitOrder(ctx, terms, earlyExit, at), failure: 'unpaid' }
  })
  await insertOrders(
    ctx,
    cases.map(({ order }) => order),
  )
  await failSteps(ctx, cases)
}
