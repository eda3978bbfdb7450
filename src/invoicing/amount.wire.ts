import { decimals, fromNumber, MoneyError, type Money } from '../kernel/money.ts'
import { kernelProblem } from '../kernel/problems.ts'

/** An amount that somebody sends as a number: more than nothing, and no finer than the currency. */
export function readAmount(value: number, currency: string): Money {
  try {
    const amount = fromNumber(value, currency)
    if (amount.minor > 0) return amount
  } catch (error) {
    if (!(error instanceof MoneyError)) throw error
  }
  throw kernelProblem('invalid_fields', {
    fields: { amount: [`must be more than 0, with at most ${decimals(currency)} decimals`] },
  })
}
