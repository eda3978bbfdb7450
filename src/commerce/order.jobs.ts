import type { Listener } from '../kernel/events.ts'
import { enqueue, inTurn, job } from '../kernel/jobs.ts'
import type { DueQueue } from '../kernel/replay.ts'
import { nextOrderExpiry } from './due.store.ts'
import { noteRefund } from './order.actions.ts'
import { draftsToGiveBack, followPayment, ordersToEnd, paymentsToTakeUp } from './recovery.actions.ts'

/** Payments whose process died between asking and writing down the answer, on this node or another. */
export const recoverCheckouts = job({
  name: 'recover_checkouts',
  run: async (ctx) => {
    await inTurn(await paymentsToTakeUp(ctx), (errand) => errand())
    await inTurn(await draftsToGiveBack(ctx), (errand) => errand())
  },
})

/** Orders that nobody paid in time. */
export const expiringOrders: DueQueue = {
  name: 'orders',
  nextDue: nextOrderExpiry,
  run: async (ctx) => {
    const errands = await ordersToEnd(ctx)
    await inTurn(errands, (errand) => errand())
    return errands.length
  },
}

export const expireOrders = job({ name: 'expire_orders', run: async (ctx) => void (await expiringOrders.run(ctx)) })

/** Outside the listener's transaction, because the provider is asked. */
export const followPaymentChange = job<{ uuid: string }>({
  name: 'follow_payment_change',
  run: (ctx, { uuid }) => followPayment(ctx, uuid),
})

export const hearOfPayments: Listener = {
  name: 'commerce.payments',
  hear: (ctx, { data }) => enqueue(ctx, followPaymentChange, { uuid: String(data['uuid']) }),
}

export const hearOfRefunds: Listener = {
  name: 'commerce.refunds',
  hear: (ctx, { data }) => noteRefund(ctx, String(data['order_uuid'])),
}
