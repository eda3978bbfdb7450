import { peopleHear, type Notice } from '../../identity/index.ts'
import type { Context } from '../../kernel/context.ts'
import { commerceEvents } from '../commerce.events.ts'
import { findOrders, type Order } from './order.store.ts'

/**
 * What a company is told of its orders. What is to be paid for one is `bank/notice.actions.ts`; renewals tell of
 * themselves, and whoever cancels an order is at the screen.
 */

interface OrderNotice extends Notice {
  readonly order: string
  /** What follows what was ordered. */
  readonly below: string
}

const toOrder = (label: string, uuid: string) => ({ label, page: `/orders/${uuid}` })

const notices = commerceEvents.onEach<OrderNotice | undefined>({
  'order.completed': ({ uuid, kind, total, currency }) =>
    kind === 'purchase'
      ? {
          order: uuid,
          topic: 'orders',
          subject: `Payment received for your order: ${currency} ${total}`,
          text: 'Thank you. Your order is complete.',
          below: 'The invoice follows in a separate e-mail.',
          lead: toOrder('View order', uuid),
        }
      : undefined,
  'order.expired': ({ uuid, kind, total, currency }) =>
    kind === 'purchase'
      ? {
          order: uuid,
          topic: 'billing',
          subject: `Your order for ${currency} ${total} has expired`,
          text: 'It was not paid in time, so the blocks are no longer held for you.',
          below: 'Nothing is owed.',
          lead: toOrder('View order', uuid),
        }
      : undefined,
})

export const tellBuyers = peopleHear('commerce.tell_buyers', notices, withLines)

async function withLines(ctx: Context, told: readonly OrderNotice[]): Promise<Notice[]> {
  const orders = await findOrders(
    ctx,
    told.map(({ order }) => order),
  )
  return told.map(({ order: uuid, below, ...notice }) => {
    const lines = orders.filter((order) => order.uuid === uuid).map(linesOf)
    return { ...notice, text: [notice.text, ...lines, `${below}\n`].join('\n\n') }
  })
}

/** More of them are on the page of the order. */
const mostLines = 20

export function linesOf({ lines }: Pick<Order, 'lines'>): string {
  const shown = lines.slice(0, mostLines).map(({ description }) => description)
  const more = lines.length - shown.length
  return [...shown, ...(more > 0 ? [`and ${more} more`] : [])].join('\n')
}
