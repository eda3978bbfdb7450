import { peopleHear, type Notice } from '../../identity/index.ts'
import { commerceEvents } from '../commerce.events.ts'

/**
 * What a company is told of its orders. What is to be paid for one is `bank/notice.actions.ts`; renewals tell of
 * themselves, and whoever cancels an order is at the screen.
 */

const toOrder = (label: string, uuid: string) => ({ label, page: `/orders/${uuid}` })

const notices = commerceEvents.onEach<Notice | undefined>({
  'order.completed': ({ uuid, kind, total, currency }) =>
    kind === 'purchase'
      ? {
          topic: 'orders',
          subject: `Your order over ${currency} ${total} is paid`,
          text: `Thank you. What you have ordered is yours from now on; the invoice comes by itself.\n`,
          lead: toOrder('Look at the order', uuid),
        }
      : undefined,
  'order.expired': ({ uuid, kind, total, currency }) =>
    kind === 'purchase'
      ? {
          topic: 'billing',
          subject: `An order over ${currency} ${total} has lapsed`,
          text: `It was not paid in time, so what you had ordered is no longer kept for you. Nothing is owed.\n`,
          lead: toOrder('Look at the order', uuid),
        }
      : undefined,
})

export const tellBuyers = peopleHear('commerce.tell_buyers', notices)
