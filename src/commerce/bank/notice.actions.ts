import { mailOwners } from '../../identity/index.ts'
import { bankAccountsOf, dayOf, grouped } from '../../invoicing/index.ts'
import { money, toAmountString } from '../../kernel/money.ts'
import { listener } from '../../kernel/work/events.ts'
import { commerceEvents } from '../commerce.events.ts'
import { findOrders } from '../order/order.store.ts'
import { accountLines, transferFor } from './transfer.rules.ts'

/** Whoever can pay by a bank is told by mail how, when the order is placed and when only some of the money has come. */
export const tellHowToPay = listener({
  name: 'commerce.tell_how_to_pay',
  hears: [commerceEvents.on('order.pending_payment', 'order.part_paid')],
  hear: async (ctx, { type, tenant, data }) => {
    const accounts = bankAccountsOf(ctx)
    const [order] = await findOrders(ctx, [data.uuid])
    if (tenant === null || accounts.length === 0 || order?.status !== 'pending_payment') return
    const { currency, publicUrl } = ctx.house.config
    const { reference, amount } = transferFor(order, accounts)
    const asked = `${currency} ${toAmountString(money(amount, currency))}`
    const came = type === 'order.part_paid' ? 'Some of the money for your order has come; thank you. ' : ''
    const until = order.expires_at === null ? '' : ` until ${dayOf(order.expires_at)}`
    await mailOwners(ctx, tenant, {
      subject: came === '' ? `Your order waits for its payment: ${asked}` : `Left to pay for your order: ${asked}`,
      text: [
        `${came}Your order is kept for you${until}. To pay: ${asked}.`,
        `By bank transfer, with the reference ${grouped(reference)}:`,
        accounts
          .map((account) =>
            accountLines(account)
              .map(([name, value]) => `${name}: ${value}`)
              .join('\n'),
          )
          .join('\n\n'),
        `The order, with a QR code for banking apps and a pro-forma invoice: ${publicUrl}/c/${tenant}/orders/${order.uuid}`,
        '',
      ].join('\n\n'),
    })
  },
})
