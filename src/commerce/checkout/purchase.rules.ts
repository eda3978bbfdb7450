import type { Document, Payment, PaymentMethod, Taking } from '../../invoicing/index.ts'
import { money, percentage } from '../../kernel/money.ts'
import { toRfc3339 } from '../../kernel/time.ts'
import type { Order } from '../order/order.store.ts'

/** What an order asks of a provider, and what is billed once it has answered. */

/** Money can be taken by it without anybody's hand. */
export const chargeable = (method: PaymentMethod | null | undefined): method is PaymentMethod =>
  method !== null &&
  method !== undefined &&
  method.provider !== 'none' &&
  method.provider_method !== null &&
  method.removed_at === null

export const toPay = ({ total_minor, credits_minor }: Pick<Order, 'total_minor' | 'credits_minor'>): number =>
  total_minor - credits_minor

export const reservationsOf = ({ lines }: Pick<Order, 'lines'>): string[] =>
  lines.flatMap(({ reservation }) => reservation ?? [])

export const hasLetters = ({ lines }: Pick<Order, 'lines'>): boolean => lines.some(({ type }) => type === 'letter')

const longestDescription = 200

/** The same at every try under one key: providers refuse a key that comes back with something else. */
export const takingOf = ({ lines }: Pick<Order, 'lines'>, payment: Payment, method: PaymentMethod | null): Taking => ({
  payment,
  method,
  offSession: false,
  attempt: 0,
  description: lines
    .map(({ description }) => description)
    .join(', ')
    .slice(0, longestDescription),
})

/** What was ordered, with the period that has begun and the commission that its lease keeps. */
export function firstDocument(
  order: Order,
  { from, to, commission, currency }: { from: Date; to: Date; commission: number; currency: string },
): Document {
  return {
    ...order,
    lines: order.lines.map(({ type, subject, description, amount, taxed, earner, metadata }) => ({
      type,
      subject,
      description,
      amount,
      taxed,
      // What is bought once pays for no period.
      from: type === 'letter' ? null : toRfc3339(from),
      to: type === 'letter' ? null : toRfc3339(to),
      earner: earner && { ...earner, commission: percentage(money(amount, currency), commission).minor },
      metadata,
    })),
  }
}
