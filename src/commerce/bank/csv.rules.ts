import type { BankAccount } from '../../invoicing/index.ts'
import {
  mostLines,
  onlyReference,
  ownAccount,
  readBankAmount,
  readDay,
  readWords,
  StatementFault,
  withKeys,
  type StatementLine,
} from './statement.rules.ts'

/**
 * Statements as CSV: a line of names, then a line for each entry. Which columns there are is found by their names; only
 * date and amount must be there. Every line has all fields and an end, or the file counts as cut off.
 */

/** Names of columns as banks use them, in small letters; the first that is there counts. */
const names = {
  date: ['date', 'booking date', 'bookingdate', 'booked', 'buchungstag', 'buchungsdatum', 'datum', 'fecha', 'data'],
  amount: ['amount', 'credit', 'betrag', 'bedrag', 'montant', 'importe', 'importo'],
  currency: ['currency', 'währung', 'waehrung', 'valuta', 'munt', 'devise', 'moneda'],
  account: ['account', 'iban', 'own account', 'auftragskonto', 'rekening'],
  id: ['id', 'transaction id', 'transaction_id', 'bank reference', 'entry reference', 'volgnr'],
  reference: ['reference', 'creditor reference', 'payment reference', 'referenz', 'betalingskenmerk'],
  payer: ['payer', 'name', 'debtor', 'counterparty', 'naam tegenpartij', 'beguenstigter/zahlungspflichtiger'],
  payerAccount: ['payer account', 'payer iban', 'counterparty iban', 'tegenrekening', 'kontonummer/iban'],
  text: ['text', 'description', 'remittance', 'details', 'verwendungszweck', 'omschrijving', 'communication'],
} as const

type Column = keyof typeof names

export function readCsv(file: string, accounts: readonly BankAccount[], currency: string): StatementLine[] {
  const [head, ...rows] = rowsOf(file)
  if (!head || rows.length > mostLines)
    throw new StatementFault('line 1', `it has no line of names, or over ${mostLines} lines`)
  const columns = columnsIn(head)
  const lines = rows.flatMap((row, at) => {
    const place = `line ${at + 2}`
    if (row.length !== head.length) throw new StatementFault(place, 'it has another number of fields than line 1')
    const value = (column: Column): string | null => {
      const index = columns[column]
      return index === undefined ? null : row[index]?.trim() || null
    }
    return lineOf(value, { accounts, currency, place })
  })
  return withKeys(lines)
}

function columnsIn(head: readonly string[]): Partial<Record<Column, number>> {
  const known = head.map((name) => name.trim().toLowerCase())
  const columns: Partial<Record<Column, number>> = {}
  for (const [column, aliases] of Object.entries(names) as [Column, readonly string[]][]) {
    const index = aliases.map((alias) => known.indexOf(alias)).find((at) => at !== -1)
    if (index !== undefined) columns[column] = index
  }
  for (const column of ['date', 'amount'] as const)
    if (columns[column] === undefined)
      throw new StatementFault(
        'line 1',
        `there is no column "${column}"; it may also be called ${names[column].slice(1).join(', ')}`,
      )
  return columns
}

interface Terms {
  readonly accounts: readonly BankAccount[]
  readonly currency: string
  readonly place: string
}

/** What went out, and lines without an amount, are not ours to look at. */
function lineOf(value: (column: Column) => string | null, { accounts, currency: usual, place }: Terms) {
  const currency = value('currency') ?? usual
  if (!/^[A-Z]{3}$/.test(currency)) throw new StatementFault(place, 'the currency must be three capital letters')
  const said = value('amount')
  const amount = said === null ? 0 : readBankAmount(said, currency, place)
  if (amount <= 0) return []
  const remittance = readWords([value('reference'), value('text')].filter((text) => text !== null).join(' '), 500)
  return [
    {
      account: ownAccount(value('account'), accounts),
      key: readWords(value('id'), 200),
      amount,
      currency,
      day: readDay(value('date') ?? '', place),
      payer: readWords(value('payer'), 140),
      payerAccount: readWords(value('payerAccount'), 34),
      reference: onlyReference(value('reference'), [value('text')]),
      remittance,
    },
  ]
}

/** By RFC 4180, with the mark between fields that the first line uses. */
function rowsOf(file: string): string[][] {
  const text = file.replace(/^\u{FEFF}/u, '')
  if (!/\r?\n$/.test(text))
    throw new StatementFault('the end', 'its last line has no end: it is cut off, or was edited by hand')
  const first = text.slice(0, text.search(/\r?\n/))
  const mark = (/;/.exec(first) ?? /\t/.exec(first) ?? [','])[0]
  const rows: string[][] = []
  let row: string[] = []
  for (let at = 0; at < text.length;) {
    const { value, next } = fieldAt(text, at, mark, `line ${rows.length + 1}`)
    row.push(value)
    const end = text.startsWith('\r\n', next) ? 2 : text[next] === '\n' ? 1 : 0
    if (end > 0) {
      if (row.length > 1 || row[0] !== '') rows.push(row)
      row = []
    }
    at = next + (end === 0 ? 1 : end)
  }
  return rows
}

function fieldAt(text: string, from: number, mark: string, place: string): { value: string; next: number } {
  if (text[from] !== '"') {
    let next = from
    while (next < text.length && text[next] !== mark && text[next] !== '\n' && !text.startsWith('\r\n', next)) next++
    return { value: text.slice(from, next), next }
  }
  let value = ''
  for (let at = from + 1; ;) {
    const quote = text.indexOf('"', at)
    if (quote === -1) throw new StatementFault(place, 'a quote is not closed: it is cut off')
    value += text.slice(at, quote)
    if (text[quote + 1] !== '"') {
      const next = quote + 1
      if (text[next] !== mark && text[next] !== '\n' && !text.startsWith('\r\n', next))
        throw new StatementFault(place, 'something follows a closing quote')
      return { value, next }
    }
    value += '"'
    at = quote + 2
  }
}
