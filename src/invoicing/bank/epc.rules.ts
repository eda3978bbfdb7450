import { money, toAmountString } from '../../kernel/money.ts'
import type { BankAccount } from './account.rules.ts'

/** The text of the QR code that banking apps of the euro area read: EPC069-12, version 002, UTF-8. */

const longestText = 331
const mostCents = 99_999_999_999

/** Nothing where there can be none: another currency, no IBAN, or more money than its form has room for. */
export function epcText({ holder, iban, bic, currency }: BankAccount, minor: number, reference: string): string | null {
  if (currency !== 'EUR' || iban === null || minor < 1 || minor > mostCents) return null
  const amount = `EUR${toAmountString(money(minor, currency))}`
  // The purpose stays empty, and after the structured reference nothing may follow.
  const text = ['BCD', '002', '1', 'SCT', bic ?? '', holder, iban, amount, '', reference].join('\n')
  return Buffer.byteLength(text) <= longestText ? text : null
}
