import { auditActions } from '../kernel/audit-action.ts'
import { Nullable, OneOf, Type, Uuid } from '../kernel/http/schema.ts'
import { Amount, Block, Currency, events, Time, TimeOrNone } from '../kernel/work/event-table.ts'
import { orderStates } from './order/order.states.ts'
import { timetable } from './renewal/period.rules.ts'
import { terminationStates } from './termination/termination.states.ts'

const order = Type.Object({
  uuid: Uuid,
  status: OneOf(orderStates.states),
  kind: OneOf(['purchase', 'renewal', 'early_exit']),
  total: Amount,
  currency: Currency,
  expires_at: TimeOrNone,
})

const step = OneOf(timetable.map((row) => row.step))

const subscription = {
  uuid: Uuid,
  block: Block,
  order_uuid: Nullable(Uuid),
  amount: Amount,
  currency: Currency,
  period_end: Time,
  next_step: Nullable(step),
  next_step_at: TimeOrNone,
}

export const commerceEvents = events({
  'order.pending_payment': ['An order waits for its payment.', order],
  'order.part_paid': [
    'Some of the money for an order has come by a bank; `remaining` is still to be paid.',
    Type.Object({ uuid: Uuid, amount: Amount, remaining: Amount, currency: Currency }),
  ],
  'order.completed': ['An order is paid and delivered.', order],
  'order.cancelled': ['An order was cancelled before it was paid.', order],
  'order.expired': ['Nobody paid an order in time.', order],
  'order.refunded': ['What was paid for an order went back.', order],
  'subscription.renewal_coming': [
    'The next month of a lease is ordered, and its money is there.',
    Type.Object(subscription),
  ],
  'subscription.payment_failed': [
    'A renewal could not be paid for at one step of its timetable.',
    Type.Object({ ...subscription, step, failure: Type.String() }),
  ],
  'subscription.suspended': ['A subscription rests, because its renewal is not paid.', Type.Object(subscription)],
  'subscription.ended': [
    'A subscription and its lease ended; leaving a commitment early costs `early_exit`.',
    Type.Object({
      ...subscription,
      reason: OneOf(['unpaid', 'terminated', 'expired']),
      early_exit: Nullable(Amount),
    }),
  ],
  'subscription.termination_requested': [
    'A lessee asked to end a lease.',
    Type.Object({
      uuid: Uuid,
      block: Block,
      type: OneOf(['end_of_period', 'immediate']),
      to: OneOf(terminationStates.states, 'the status of the request'),
      effective_at: TimeOrNone,
    }),
  ],
  'subscription.termination_rejected': [
    'An operator refused to end a lease at once.',
    Type.Object({ uuid: Uuid, subscription_uuid: Uuid, block: Block }),
  ],
})

/** What the audit log calls what is no move of a state. */
export const commerceAudit = auditActions(
  'cart.opened',
  'cart.changed',
  'customer_address.added',
  'customer_address.changed',
  'customer_address.removed',
  'customer_address.vat_checked',
  'discount_code.created',
  'discount_code.ended',
  'sales_order.part_paid',
  'sales_order.placed',
  'termination_request.made',
)
