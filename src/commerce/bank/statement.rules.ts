import { createHash } from 'node:crypto'
import { numberOfAccount, referencesIn, type BankAccount } from '../../invoicing/index.ts'
import { decimals, fromDecimal, MoneyError } from '../../kernel/money.ts'

/** What bank statements have in common, whatever they are written in: money that came, line by line. */

export interface StatementLine {
  readonly account: string
  /** What the bank calls it or, where it does not, what it says of it: the same whenever the statement is read. */
  readonly key: string
  readonly amount: number
  readonly currency: string
  /** `2026-11-17` */
  readonly day: string
  readonly payer: string | null
  readonly payerAccount: string | null
  /** The one reference of ours that it names; nothing where it names none, or several. */
  readonly reference: string | null
  readonly remittance: string | null
}

/** The file is wrong as a whole, and nothing of it is taken. It never quotes the file. */
export class StatementFault extends Error {
  readonly place: string

  constructor(place: string, why: string) {
    super(why)
    this.place = place
  }
}

export const mostLines = 5_000

/** As bank files write money: a point or a comma before the decimals, the other one or blanks between thousands. */
export function readBankAmount(text: string, currency: string, place: string): number {
  const bare = text.replaceAll(/[\s']/g, '').replace(/^\+/, '')
  const point = Math.max(bare.lastIndexOf('.'), bare.lastIndexOf(','))
  const whole = point === -1 ? bare : bare.slice(0, point)
  const separators = new Set(whole.match(/[.,]/g))
  // "1,234" may be a thousand or one and a bit: what could mean both is refused.
  if (separators.size > 1 || (point !== -1 && separators.has(bare.charAt(point)))) throw oddAmount(place)
  const cents = point === -1 ? '' : bare.slice(point + 1)
  const digits = whole.replaceAll(/[.,]/g, '').replace(/^(-?)0+(?=\d)/, '$1')
  try {
    // Banks write two decimals also where the currency has fewer, and more where it has not.
    const exact = cents.length > decimals(currency) ? cents.replace(/0+$/, '') : cents
    return fromDecimal(exact === '' ? digits : `${digits}.${exact}`, currency).minor
  } catch (error) {
    if (error instanceof MoneyError) throw oddAmount(place)
    throw error
  }
}

const oddAmount = (place: string) => new StatementFault(place, 'the amount cannot be read')

export function readDay(text: string, place: string): string {
  const [, year, month, day] = /^(\d{4})-(\d{2})-(\d{2})/.exec(text.trim()) ?? []
  const [, d, m, y] = /^(\d{1,2})[./](\d{1,2})[./](\d{4})$/.exec(text.trim()) ?? []
  const iso = year === undefined ? `${y}-${m?.padStart(2, '0')}-${d?.padStart(2, '0')}` : `${year}-${month}-${day}`
  const time = Date.parse(`${iso}T00:00:00Z`)
  if (Number.isNaN(time) || new Date(time).toISOString().slice(0, 10) !== iso)
    throw new StatementFault(place, 'the date must be written as 2026-11-17 or 17.11.2026')
  return iso
}

/** Of a structured field first, else of everything the payer wrote. */
export function onlyReference(structured: string | null, words: readonly (string | null)[]): string | null {
  const exact = structured === null ? [] : referencesIn(structured)
  const found = exact.length > 0 ? exact : [...new Set(words.flatMap((text) => referencesIn(text ?? '')))]
  return found.length === 1 ? (found[0] ?? null) : null
}

/** Free text of a file, kept short and without what a terminal or a page could stumble over. */
export const readWords = (text: string | null | undefined, most: number): string | null => {
  const words = text
    ?.replaceAll(/[\p{C}\s]+/gu, ' ')
    .trim()
    .slice(0, most)
  return words === undefined || words === '' ? null : words
}

type Unkeyed = Omit<StatementLine, 'key'> & { readonly key: string | null }

/** Lines without a name of the bank's are called by what they say; the second of two that say the same is another one. */
export function withKeys(lines: readonly Unkeyed[]): StatementLine[] {
  const seen = new Map<string, number>()
  return lines.map((line) => {
    const said = line.key ?? digestOf(line)
    const nth = (seen.get(said) ?? 0) + 1
    seen.set(said, nth)
    return { ...line, key: nth === 1 ? said : `${said}#${nth}` }
  })
}

function digestOf({ day, amount, currency, payer, payerAccount, remittance }: Unkeyed): string {
  const said = JSON.stringify([day, amount, currency, payer, payerAccount, remittance])
  return `sha256:${createHash('sha256').update(said).digest('hex').slice(0, 40)}`
}

/** Which of our accounts a statement is of. */
export function ownAccount(named: string | null, accounts: readonly BankAccount[]): string {
  const bare = (text: string) => text.toUpperCase().replaceAll(/[\s-]/g, '')
  const numbers = accounts.map(numberOfAccount)
  if (named === null && numbers.length === 1) return numbers[0] ?? ''
  const own = numbers.find((number) => named !== null && bare(number) === bare(named))
  if (own === undefined)
    throw new StatementFault('account', 'the statement is of no account that SUBLET_BANK_ACCOUNTS names')
  return own
}
