import { auditActions } from '../kernel/audit-action.ts'
import { Nullable, OneOf, Type, Uuid } from '../kernel/http/schema.ts'
import { Amount, Currency, events } from '../kernel/work/event-table.ts'
import { invoiceStates } from './invoice/invoice.states.ts'

const invoice = Type.Object({
  uuid: Uuid,
  number: Type.String(),
  status: OneOf(invoiceStates.states),
  total: Amount,
  currency: Currency,
})

const method = Type.Object({
  uuid: Uuid,
  type: Type.String(),
  card_brand: Nullable(Type.String()),
  card_last_four: Nullable(Type.String()),
})

const payout = Type.Object({
  uuid: Uuid,
  number: Type.String(),
  month: Type.String({ description: 'YYYY-MM' }),
  amount: Amount,
  currency: Currency,
})

const corrected = {
  uuid: Uuid,
  number: Type.String(),
  order_uuid: Nullable(Uuid),
  credit_note_uuid: Uuid,
  credit_note_number: Type.String(),
}

export const invoicingEvents = events({
  'bank_details.confirmed': [
    'An owner confirmed by mail where payouts go to.',
    Type.Object({ uuid: Uuid, name: Type.String(), number: Type.String({ description: 'Of the account, in part.' }) }),
  ],
  'credits.granted': [
    'The marketplace gave a company credits.',
    Type.Object({ uuid: Uuid, amount: Amount, currency: Currency, reason: Type.String() }),
  ],
  'credits.deposited': [
    'Money that came by a bank, and paid nothing yet or was too much, became credits.',
    Type.Object({ uuid: Uuid, amount: Amount, currency: Currency }),
  ],
  'invoice.issued': ['A document was issued: an invoice or a credit note.', invoice],
  'invoice.paid': ['An invoice is paid in full.', invoice],
  'invoice.cancelled': [
    'An invoice nobody paid is no longer owed; a credit note takes it back.',
    Type.Object(corrected),
  ],
  'invoice.refunded': [
    'What was paid for an invoice went back; a credit note says so.',
    Type.Object({ ...corrected, total: Amount, to_method: Amount, to_credits: Amount, currency: Currency }),
  ],
  'payment.changed': ['The provider knows more of a payment: ask it.', Type.Object({ uuid: Uuid })],
  'payment_method.added': ['A company has a new payment method.', method],
  'payment_method.preferred': ['A payment method became the default.', method],
  'payment_method.removed': ['A payment method was removed.', method],
  'payout.made': ['What a holder earned up to the end of a month is to be paid out.', payout],
  'payout.paid': ['The money of a payout was sent.', payout],
})

/** What the audit log calls what is no move of a state. */
export const invoicingAudit = auditActions(
  'bank_details.requested',
  'credits.deposited',
  'credits.granted',
  'invoice.issued',
  'invoice.refund_begun',
  'payment_method.added',
  'payment_method.preferred',
  'payment_method.removed',
  'payout.made',
  'payout_file.made',
)
