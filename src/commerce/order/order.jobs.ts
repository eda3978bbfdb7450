import { invoicingEvents } from '../../invoicing/index.ts'
import type { Context } from '../../kernel/context.ts'
import { listener } from '../../kernel/work/events.ts'
import { enqueue, inTurn, job } from '../../kernel/work/jobs.ts'
import type { DueQueue } from '../../kernel/work/replay.ts'
import { nextOrderExpiry } from '../renewal/due.store.ts'
import { noteRefund } from './order.actions.ts'
import { draftsToGiveBack, followPayment, ordersToEnd, paymentsToTakeUp } from '../checkout/recovery.actions.ts'
import { takeUpRenewals } from '../renewal/recovery.actions.ts'

async function recover(ctx: Context, seconds?: number): Promise<void> {
  await inTurn(await paymentsToTakeUp(ctx, seconds), (errand) => errand())
  await inTurn(await draftsToGiveBack(ctx), (errand) => errand())
}

/** Payments whose process died between asking and writing down the answer, on this node or another. */
export const recoverCheckouts = job({ name: 'recover_checkouts', lane: 'money', run: (ctx) => recover(ctx) })

/**
 * A server that starts does not wait: what the one before it left is finished at once. Should another node be about it just
 * now, both are told the same by the provider, and one of them settles.
 */
export const recoverAtStart = job({
  name: 'recover_at_start',
  lane: 'money',
  run: (ctx) => inTurn([recover, takeUpRenewals], (work) => work(ctx, 0)),
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

export const expireOrders = job({
  name: 'expire_orders',
  lane: 'money',
  run: async (ctx) => void (await expiringOrders.run(ctx)),
})

/** Outside the listener's transaction, because the provider is asked. */
export const followPaymentChange = job<{ uuid: string }>({
  name: 'follow_payment_change',
  lane: 'money',
  run: (ctx, { uuid }) => followPayment(ctx, uuid),
})

export const hearOfPayments = listener({
  name: 'commerce.payments',
  hears: [invoicingEvents.on('payment.changed')],
  hear: (ctx, { data }) => enqueue(ctx, followPaymentChange, { uuid: data.uuid }),
})

export const hearOfRefunds = listener({
  name: 'commerce.refunds',
  hears: [invoicingEvents.on('invoice.refunded')],
  hear: async (ctx, { data }) => {
    if (data.order_uuid !== null) await noteRefund(ctx, data.order_uuid)
  },
})
