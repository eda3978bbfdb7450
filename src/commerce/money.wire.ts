import { money, toMoneyObject, type MoneyObject } from '../kernel/money.ts'

/** Commerce shows money as objects (decisions 1, Money). */

export const moneyAnswer =
  (currency: string) =>
  (minor: number): MoneyObject =>
    toMoneyObject(money(minor, currency))
