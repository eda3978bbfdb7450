import { Answer, named, Nullable, OneOf, Type, UnixTime, Uuid, type Static } from '../../kernel/http/schema.ts'
import { money, toNumber } from '../../kernel/money.ts'
import { toUnix } from '../../kernel/time.ts'
import type { RefundForeseen } from './refund.actions.ts'

/** What a refund would do, said before it is done. */

export const RefundPreviewAnswer = named('RefundPreview', {
  invoice_number: Type.String(),
  currency: Type.String({ examples: ['USD'] }),
  total: Type.Number(),
  refunded: Type.Number({ description: 'What credit notes have taken back before.' }),
  amount: Type.Number({ description: 'What would be given back, with tax.' }),
  tax: Type.Number({ description: 'Of it.' }),
  whole: Type.Boolean({ description: 'Nothing of the invoice would be left.' }),
  to_method: Nullable(
    Answer(
      {
        method: Type.Number(),
        credits: Type.Number({ description: 'What credits have paid.' }),
        by_hand: Type.Boolean({ description: 'The money must be sent by hand.' }),
      },
      'How it would be shared where it goes to the payment method; null where it can only go to credits.',
    ),
  ),
  order_refunded: Type.Boolean({ description: 'Its order becomes refunded.' }),
  letters_revoked: Answer({
    count: Type.Integer(),
    first: Type.Array(
      Answer({ uuid: Uuid, block: Type.String(), asn: Type.Integer(), status: OneOf(['pending', 'active']) }),
    ),
  }),
  leases_continue: Answer(
    {
      count: Type.Integer(),
      first: Type.Array(
        Answer({
          uuid: Uuid,
          block: Type.String(),
          next_due_at: Nullable(UnixTime),
          committed_until: Nullable(UnixTime),
        }),
      ),
    },
    'A refund ends no lease and no commitment: they run on and are billed.',
  ),
  holders_lose: Type.Array(Answer({ uuid: Uuid, company: Type.String(), amount: Type.Number() }), {
    description: 'After commission; taken off what they are paid next.',
  }),
})

export function refundPreviewAnswer(
  { plan, ends, letters, leases, holders }: RefundForeseen,
  currency: string,
): Static<typeof RefundPreviewAnswer> {
  const shown = (minor: number) => toNumber(money(minor, currency))
  const { invoice, toMethod } = plan
  return {
    invoice_number: invoice.number,
    currency,
    total: shown(invoice.total_minor),
    refunded: shown(plan.refunded),
    amount: shown(plan.amount),
    tax: shown(plan.taken.tax_minor),
    whole: plan.whole,
    to_method: toMethod && {
      method: shown(toMethod.method),
      credits: shown(toMethod.credits),
      by_hand: toMethod.byHand,
    },
    order_refunded: ends,
    letters_revoked: {
      count: letters[0]?.found ?? 0,
      first: letters.map(({ uuid, block, asn, status }) => ({
        uuid,
        block,
        asn,
        status: status === 'active' ? ('active' as const) : ('pending' as const),
      })),
    },
    leases_continue: {
      count: leases[0]?.found ?? 0,
      first: leases.map(({ uuid, block, next_due_at, committed_until }) => ({
        uuid,
        block,
        next_due_at: toUnix(next_due_at),
        committed_until: toUnix(committed_until),
      })),
    },
    holders_lose: holders.map(({ uuid, title, minor }) => ({ uuid, company: title, amount: shown(minor) })),
  }
}
