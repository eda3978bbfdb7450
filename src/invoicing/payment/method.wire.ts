import {
  Answer,
  Body,
  Int,
  IsoTime,
  named,
  Nullable,
  OneOf,
  Text,
  Type,
  Uuid,
  type Static,
} from '../../kernel/http/schema.ts'
import { methodTypes, type MethodType, type MethodWish } from './method.rules.ts'
import type { PaymentMethod } from './payment.store.ts'

const types = methodTypes as readonly [MethodType, ...MethodType[]]

export const MethodAnswer = named('PaymentMethod', {
  uuid: Uuid,
  type: OneOf(types),
  is_default: Type.Boolean(),
  details: Answer({
    card_brand: Nullable(Type.String()),
    card_last_four: Nullable(Type.String()),
    card_expiry_month: Nullable(Type.Integer()),
    card_expiry_year: Nullable(Type.Integer()),
  }),
})

export function methodAnswer(method: PaymentMethod): Static<typeof MethodAnswer> {
  const { uuid, type, is_default, card_brand, card_last_four, card_expiry_month, card_expiry_year } = method
  return { uuid, type, is_default, details: { card_brand, card_last_four, card_expiry_month, card_expiry_year } }
}

export const CardPageAnswer = named('CardPage', {
  session: Type.String({ examples: ['cs_test_a1B2c3'] }),
  url: Type.String({ description: "Stripe's own page." }),
  expires_at: IsoTime,
})

/** How cards are taken, and what there is instead. */
export function cardsTaken(provider: string, byBank: boolean) {
  const bank = byBank ? 'An order can also be paid by bank transfer: it says how.' : ''
  if (provider === 'stripe')
    return { cards: 'hosted_page' as const, message: `Cards are left on Stripe's own page. ${bank}`.trim() }
  if (provider === 'sandbox')
    return { cards: 'test_cards' as const, message: `This is a sandbox: it takes test cards. ${bank}`.trim() }
  const instead = byBank
    ? 'No cards are taken here. Place the order and pay it by bank transfer: it says where to, and under which reference.'
    : 'Neither cards nor bank transfers are set up here: ask the operator how to pay; the order waits meanwhile.'
  return { cards: 'none' as const, message: instead }
}

export const NewMethodBody = Body('NewPaymentMethod', {
  type: OneOf(types),
  card: Type.Optional(
    Nullable(
      Type.Object(
        {
          number: Type.String({ pattern: '^[0-9 -]{12,30}$', examples: ['4242424242424242'] }),
          expiry_month: Int(1, 12),
          expiry_year: Int(2000, 2199),
          cvc: Type.Optional(
            Nullable(
              Type.String({ pattern: '^[0-9]{3,4}$', description: 'Looked at, never kept.', examples: ['123'] }),
            ),
          ),
        },
        { description: 'In a sandbox: one of the cards of GET /sandbox/cards. Never a real card.' },
      ),
    ),
  ),
  token: Type.Optional(Nullable(Text(255, { description: "With Stripe: the payment method's id, pm_…" }))),
  make_default: Type.Optional(Nullable(Type.Boolean())),
})

export function readMethod({ type, card, token, make_default }: Static<typeof NewMethodBody>): MethodWish {
  return {
    type,
    card: card ? { number: card.number, expiryMonth: card.expiry_month, expiryYear: card.expiry_year } : null,
    token: token ?? null,
    makeDefault: make_default === true,
  }
}
