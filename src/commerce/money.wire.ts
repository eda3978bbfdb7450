import { money, toMoneyObject, type MoneyObject } from '../kernel/money.ts'
import { Answer, Type } from '../kernel/http/schema.ts'

/** Commerce shows money as objects (decisions 1, Money). */

export const MoneyAnswer = Answer({
  currency: Type.String({ examples: ['USD'] }),
  amount: Type.String({ examples: ['115.00'] }),
  amount_minor: Type.Integer({ examples: [11_500] }),
})

export const moneyAnswer =
  (currency: string) =>
  (minor: number): MoneyObject =>
    toMoneyObject(money(minor, currency))

export const IsoTime = Type.String({
  description: 'ISO 8601 with offset',
  examples: ['2026-11-15T10:00:00+00:00'],
})
