import { peopleHear, type Notice, type Words } from '../../identity/index.ts'
import type { Context } from '../../kernel/context.ts'
import { money, toAmountString } from '../../kernel/money.ts'
import { inWords, toRfc3339 } from '../../kernel/time.ts'
import { bankAccountsOf, referenceFor } from '../../invoicing/index.ts'
import { transferText } from '../bank/transfer.rules.ts'
import { commerceEvents } from '../commerce.events.ts'
import type { OrderHead } from '../order/order.store.ts'
import type { Planned } from './period.rules.ts'
import type { Running } from '../subscription/subscription.store.ts'

/** What a lessee is told of renewals: those that come, by mail, and those in trouble, by alerts. */

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
  'Pay the open order, or add a working payment method and make it the default; it will be charged automatically.'

/** What went wrong with a payment, where that says what to do. */
const troubles: Readonly<Record<string, (asked: string) => string>> = {
  no_payment_method: (amount) => `There is no payment method to charge ${amount} to.`,
  authentication_required: (amount) => `Your bank requires you to confirm the payment of ${amount}.`,
}

interface FailedPayment {
  readonly block: string
  readonly amount: string
  readonly currency: string
  readonly failure: string
  readonly period_end: string
  readonly next_step_at: string | null
}

const failedSubject = (data: FailedPayment): string =>
  data.failure === 'no_payment_method'
    ? `${data.block}: ${asked(data)} due for the next month`
    : `Payment failed for ${data.block}`

function failedText(data: FailedPayment): string {
  const trouble = troubles[data.failure]?.(asked(data)) ?? `The payment of ${asked(data)} has failed.`
  const next = data.next_step_at === null ? '' : `; we will try again on ${inWords(data.next_step_at)}`
  return `The next month of ${data.block} has not been paid. ${trouble} The paid period ends on ${inWords(data.period_end)}${next}. ${howToPay}\n`
}

/** Of the tries, those that change something for the customer: the first, the one on the day, the last. */
const toldTries = new Set(['order', 'due', 'last_try'])

const exitOf = (early_exit: string | null, currency: string): string =>
  early_exit === null
    ? ''
    : ` An early-termination fee of ${currency} ${early_exit} before tax is charged for the remaining commitment.`

const endings = {
  unpaid: 'The lease has ended because the next month was not paid.',
  terminated: 'The lease has ended, as you requested.',
  expired: 'The lease has ended; it could not be renewed.',
} as const

const toLeases = { label: 'View leases', page: '/leases' } as const

const toPay = (order: string | null) =>
  order === null ? toLeases : ({ label: 'Pay order', page: `/orders/${order}` } as const)

const notices = commerceEvents.onEach<Notice>({
  'subscription.renewal_coming': (data) => ({
    topic: 'renewals',
    subject: `${data.block} renews on ${inWords(data.period_end)}`,
    text: `The lease of ${data.block} renews for another month. ${asked(data)} will be charged to your payment method${data.next_step_at === null ? '' : ` on ${inWords(data.next_step_at)}`}. To terminate the lease instead, request termination before then.\n`,
    lead: toLeases,
  }),
})

export const tellSubscribers = peopleHear('commerce.tell_subscribers', notices)

interface TroubleWords extends Words {
  /** To be paid. */
  readonly order?: string | null
}

/** What alerts tell of leases and of payments for them. */
export const troubleWords = commerceEvents.onEach<TroubleWords | undefined>({
  'subscription.payment_failed': (data) =>
    toldTries.has(data.step)
      ? {
          subject: failedSubject(data),
          text: failedText(data),
          order: data.order_uuid,
          lead: toPay(data.order_uuid),
        }
      : undefined,
  'subscription.suspended': (data) => ({
    subject: `${data.block} is suspended`,
    lead: toPay(data.order_uuid),
    order: data.order_uuid,
    text: `The lease of ${data.block} is suspended, because a payment of ${asked(data)} failed. It will be terminated unless that is paid within two days. ${howToPay}\n`,
  }),
  'subscription.ended': ({ block, reason, early_exit, currency }) => ({
    subject: `The lease of ${block} has ended`,
    lead: toLeases,
    text: `${endings[reason]} Withdraw your announcements of ${block}.${exitOf(early_exit, currency)}\n`,
  }),
})

/** Whoever has no card can pay by a bank. */
export function withAccounts(ctx: Context, { order = null, ...words }: TroubleWords): Words {
  const transfer = order === null ? '' : transferText(referenceFor(order), bankAccountsOf(ctx))
  return { ...words, text: `${words.text}${transfer}` }
}
