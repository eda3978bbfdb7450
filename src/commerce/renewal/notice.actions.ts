import { ownersHear, type Notice } from '../../identity/index.ts'
import type { Context } from '../../kernel/context.ts'
import { money, toAmountString } from '../../kernel/money.ts'
import { toRfc3339 } from '../../kernel/time.ts'
import { commerceEvents } from '../commerce.events.ts'
import type { OrderHead } from '../order/order.store.ts'
import type { Planned } from './period.rules.ts'
import type { Running } from '../subscription/subscription.store.ts'

/** What a lessee is told when a renewal is in trouble. */

interface RenewalCase {
  readonly subscription: Running
  readonly order?: OrderHead | undefined
  readonly next?: Planned
}

/** What others hear of it, whatever happened. */
export const renewalNews = ({ house: { config } }: Context, { subscription, order, next }: RenewalCase) => ({
  uuid: subscription.uuid,
  block: subscription.name,
  order_uuid: order?.uuid ?? null,
  amount: toAmountString(money(order?.total_minor ?? subscription.price_minor, config.currency)),
  currency: config.currency,
  period_end: toRfc3339(subscription.period_end),
  next_step: next?.step ?? null,
  next_step_at: next ? toRfc3339(next.at) : null,
})

const asked = ({ currency, amount }: { readonly currency: string; readonly amount: string }) => `${currency} ${amount}`

const howToPay =
  'Pay the open order, or add a payment method that works and make it the default one; it is then used by itself.'

/** Of the tries, those that change something for the customer: the first, the one on the day, the last. */
const toldTries = new Set(['order', 'due', 'last_try'])

const exitOf = (early_exit: string | null, currency: string): string =>
  early_exit === null
    ? ''
    : ` You had committed to it for longer: ${currency} ${early_exit} before taxes is billed for that.`

const endings = {
  unpaid: 'The lease has ended, because the next month was not paid for.',
  terminated: 'The lease has ended, as you have asked.',
  expired: 'The lease has ended; it could not be renewed.',
} as const

const notices = commerceEvents.onEach<Notice | undefined>({
  'subscription.payment_failed': (data) =>
    toldTries.has(data.step)
      ? {
          subject: `Payment failed for ${data.block}`,
          text: `The payment of ${asked(data)} for the next month of ${data.block} has failed. The month that is paid for ends at ${data.period_end}; the next try is at ${data.next_step_at}. ${howToPay}\n`,
        }
      : undefined,
  'subscription.suspended': (data) => ({
    subject: `${data.block} is suspended`,
    text: `The lease of ${data.block} is suspended, because ${asked(data)} for it could not be taken. It ends unless that is paid within two days. ${howToPay}\n`,
  }),
  'subscription.ended': ({ block, reason, early_exit, currency }) => ({
    subject: `The lease of ${block} has ended`,
    text: `${endings[reason]} ${block} is no longer yours to use: withdraw its announcements.${exitOf(early_exit, currency)}\n`,
  }),
})

export const tellSubscribers = ownersHear('commerce.tell_subscribers', notices)
