import { bare, faultOfIban, isBic } from './iban.rules.ts'

/** The accounts customers may send money to, as an operator writes them down: a list of rows in JSON. */

export interface BankAccount {
  readonly holder: string
  /** Where there is one; else `account`, as banks of the country write it and files of theirs have room for. */
  readonly iban: string | null
  readonly account: string | null
  readonly bic: string | null
  readonly bank: string | null
  readonly currency: string
}

/** By what a bank statement names it. */
export const numberOfAccount = ({ iban, account }: Pick<BankAccount, 'iban' | 'account'>): string =>
  iban ?? account ?? ''

const shapes: Readonly<Record<keyof BankAccount, RegExp>> = {
  holder: /^[^\p{C}]{1,70}$/u,
  iban: /^.{1,42}$/,
  account: /^[^\p{C}]{1,34}$/u,
  bic: /^.{8,11}$/,
  bank: /^[^\p{C}]{1,100}$/u,
  currency: /^[A-Z]{3}$/,
}

export function readBankAccounts(
  text: string,
): { readonly value: readonly BankAccount[] } | { readonly mistake: string } {
  const list = parsed(text)
  if (!Array.isArray(list) || list.length === 0 || list.length > 10)
    return {
      mistake: 'must be a JSON list of one to ten accounts, each {holder, iban or account, bic?, bank?, currency}',
    }
  for (const [at, row] of (list as unknown[]).entries()) {
    const mistake = mistakeIn(row)
    if (mistake !== undefined) return { mistake: `has a mistake in row ${at + 1}: ${mistake}` }
  }
  const accounts = (list as Partial<BankAccount>[]).map(accountOf)
  const numbers = accounts.map(numberOfAccount)
  const twice = numbers.find((number, at) => numbers.indexOf(number) !== at)
  return twice === undefined ? { value: accounts } : { mistake: `has the account ${twice} twice` }
}

function mistakeIn(row: unknown): string | undefined {
  if (typeof row !== 'object' || row === null || Array.isArray(row)) return 'it is no object'
  const fields = row as Readonly<Record<string, unknown>>
  const unknown = Object.keys(fields).find((field) => !Object.hasOwn(shapes, field))
  if (unknown !== undefined) return `there is no "${unknown}"`
  for (const [field, shape] of Object.entries(shapes)) {
    const value = fields[field] ?? null
    const needed = field === 'holder' || field === 'currency'
    if (value === null ? needed : typeof value !== 'string' || !shape.test(value)) return `"${field}" is missing or odd`
  }
  const { iban = null, account = null, bic = null } = fields as Partial<BankAccount>
  if ((iban === null) === (account === null)) return 'it needs "iban" or "account", and not both'
  const fault = iban === null ? undefined : faultOfIban(iban)
  if (fault !== undefined) return `"iban" ${fault}`
  return bic === null || isBic(bic) ? undefined : '"bic" must be 8 or 11 letters and digits'
}

const accountOf = ({ holder = '', iban, account, bic, bank, currency = '' }: Partial<BankAccount>): BankAccount => ({
  holder,
  iban: typeof iban === 'string' ? bare(iban) : null,
  account: account ?? null,
  bic: bic ?? null,
  bank: bank ?? null,
  currency,
})

function parsed(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}
