import { MoneyAnswer, named, Nullable, OneOf, Type, IsoTime, Uuid, type Static } from '../../kernel/http/schema.ts'
import { money, toMoneyObject } from '../../kernel/money.ts'
import { toIsoOffset } from '../../kernel/time.ts'
import { toPay } from '../checkout/purchase.rules.ts'
import type { LineView } from './line.actions.ts'
import { bankLineStates } from './line.states.ts'
import { mismatches, type Mismatch } from './match.rules.ts'
import type { ImportedStatement } from './statement.actions.ts'

/** Money that came by a bank, as operators read it. */

const reasons = Object.keys(mismatches) as [Mismatch, ...Mismatch[]]

export const BankLineAnswer = named('BankLine', {
  uuid: Uuid,
  status: OneOf(bankLineStates.states),
  source: OneOf(['camt053', 'csv', 'operator']),
  account: Type.String({ description: 'Ours.' }),
  bank_key: Type.String({ description: 'What the bank calls it, or a digest of what it says.' }),
  received_on: Type.String({ examples: ['2026-11-17'] }),
  amount: MoneyAnswer,
  payer: Nullable(Type.String()),
  payer_account: Nullable(Type.String()),
  reference: Nullable(Type.String()),
  remittance: Nullable(Type.String()),
  mismatch: Nullable(
    named('BankLineMismatch', { code: OneOf(reasons), message: Type.String() }, 'Why it is not booked yet.'),
  ),
  order: Nullable(
    named(
      'BankLineOrder',
      { uuid: Uuid, tenant_uuid: Uuid, company: Type.String(), status: Type.String(), remaining: MoneyAnswer },
      'The one that its reference names.',
    ),
  ),
  booked: Nullable(named('BankLineBooking', { tenant_uuid: Uuid, order_uuid: Nullable(Uuid), credited: MoneyAnswer })),
  reason: Nullable(Type.String({ description: 'Why it was dismissed.' })),
  settled_at: Nullable(IsoTime),
})

export function bankLineAnswer({ line, order, mismatch }: LineView, currency: string): Static<typeof BankLineAnswer> {
  const amount = (minor: number, of = line.currency) => toMoneyObject(money(minor, of))
  const { tenant_uuid, order_uuid, credited_minor } = line
  return {
    uuid: line.uuid,
    status: line.status,
    source: line.source,
    account: line.account,
    bank_key: line.bank_key,
    received_on: line.received_on,
    amount: amount(line.amount_minor),
    payer: line.payer,
    payer_account: line.payer_account,
    reference: line.reference,
    remittance: line.remittance,
    mismatch: mismatch && { code: mismatch, message: mismatches[mismatch] },
    order: order && {
      uuid: order.uuid,
      tenant_uuid: order.tenant_uuid,
      company: order.company,
      status: order.status,
      remaining: amount(order.status === 'pending_payment' ? toPay(order) : 0, currency),
    },
    booked: tenant_uuid === null ? null : { tenant_uuid, order_uuid, credited: amount(credited_minor ?? 0) },
    reason: line.reason,
    settled_at: toIsoOffset(line.settled_at),
  }
}

export const ImportedStatementAnswer = named('ImportedStatement', {
  lines: Type.Integer({ description: 'Credits in the file.' }),
  known: Type.Integer({ description: 'Of these, what had been imported or recorded before.' }),
  booked: Type.Array(BankLineAnswer, { description: 'What found its order by reference and exact amount.' }),
  left: Type.Array(BankLineAnswer, { description: 'What somebody has to look at.' }),
})

export const importedAnswer = (
  { lines, known, booked, left }: ImportedStatement,
  currency: string,
): Static<typeof ImportedStatementAnswer> => ({
  lines,
  known,
  booked: booked.map((view) => bankLineAnswer(view, currency)),
  left: left.map((view) => bankLineAnswer(view, currency)),
})
