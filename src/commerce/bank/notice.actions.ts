import { mailPeople } from '../../identity/index.ts'
import { bankAccountsOf } from '../../invoicing/index.ts'
import { money, toAmountString } from '../../kernel/money.ts'
import { inWords } from '../../kernel/time.ts'
import { listener } from '../../kernel/work/events.ts'
import { commerceEvents } from '../commerce.events.ts'
import { linesOf } from '../order/notice.actions.ts'
import { findOrders } from '../order/order.store.ts'
import { transferFor, transferText } from './transfer.rules.ts'

/** A company is told what an order waits for: when it is placed, and when only some of the money has come. */
export const tellHowToPay = listener({
  name: 'commerce.tell_how_to_pay',
  hears: [commerceEvents.on('order.pending_payment', 'order.part_paid')],
  hear: async (ctx, { uuid: event, type, tenant, data }) => {
    const accounts = bankAccountsOf(ctx)
    const [order] = await findOrders(ctx, [data.uuid])
    if (tenant === null || order?.status !== 'pending_payment') return
    // A renewal by card says itself when it fails.
    if (accounts.length === 0 && order.kind !== 'purchase') return
    const { currency } = ctx.house.config
    const { reference, amount } = transferFor(order, accounts)
    const asked = `${currency} ${toAmountString(money(amount, currency))}`
    const came = type === 'order.part_paid'
    const until = order.expires_at === null ? '' : ` until ${inWords(order.expires_at)}`
    const thanks = came ? 'We have received part of the payment for your order; thank you. ' : ''
    await mailPeople(
      ctx,
      tenant,
      {
        topic: 'billing',
        subject: came ? `Remaining amount due on your order: ${asked}` : `Payment due for your order: ${asked}`,
        text: `${thanks}Your order is held for you${until}. Amount due: ${asked}.\n\n${linesOf(order)}\n${transferText(reference, accounts)}`,
        lead: { label: 'Pay order', page: `/orders/${order.uuid}` },
      },
      event,
    )
  },
})
