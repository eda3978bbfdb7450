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
import { childrenOf, inside, readXml, textAt, XmlFault, type Element } from './xml.rules.ts'

/** Statements in camt.053 (ISO 20022), of whatever version: what was booked to our credit. */
export function readCamt(file: string, accounts: readonly BankAccount[]): StatementLine[] {
  const statements = childrenOf(inside(documentIn(file), 'BkToCstmrStmt'), 'Stmt')
  if (statements.length === 0) throw new StatementFault('document', 'there is no statement (camt.053) in it')
  const lines = statements.flatMap((statement, at) => linesOf(statement, `statement ${at + 1}`, accounts))
  if (lines.length > mostLines) throw new StatementFault('document', `it has more than ${mostLines} lines`)
  return withKeys(lines)
}

function documentIn(file: string): Element {
  try {
    return readXml(file)
  } catch (error) {
    if (error instanceof XmlFault) throw new StatementFault('document', `this is no whole XML file: ${error.message}`)
    throw error
  }
}

type Line = Parameters<typeof withKeys>[0][number]

function linesOf(statement: Element, place: string, accounts: readonly BankAccount[]): Line[] {
  const account = ownAccount(textAt(statement, 'Acct/Id/IBAN') ?? textAt(statement, 'Acct/Id/Othr/Id'), accounts)
  const entries = childrenOf(statement, 'Ntry')
  const counted = textAt(statement, 'TxsSummry/TtlNtries/NbOfNtries')
  if (counted !== null && Number(counted) !== entries.length)
    throw new StatementFault(place, 'it says that it has another number of entries than it has')
  return entries.flatMap((entry, at) => entryLines(entry, account, `${place}, entry ${at + 1}`))
}

function entryLines(entry: Element, account: string, place: string): Line[] {
  const sign = textAt(entry, 'CdtDbtInd')
  if (sign !== 'CRDT' && sign !== 'DBIT') throw new StatementFault(place, 'it is neither credit nor debit')
  const status = textAt(entry, 'Sts/Cd') ?? textAt(entry, 'Sts') ?? 'BOOK'
  const reversal = textAt(entry, 'RvslInd') === 'true'
  if (sign === 'DBIT' || status !== 'BOOK' || reversal) return []
  const whole = amountOf(inside(entry, 'Amt'), place)
  const day = readDay(
    textAt(entry, 'BookgDt/Dt') ?? textAt(entry, 'BookgDt/DtTm') ?? textAt(entry, 'ValDt/Dt') ?? '',
    place,
  )
  const key = readWords(textAt(entry, 'AcctSvcrRef'), 200)
  const parts = childrenOf(entry, 'NtryDtls').flatMap((details) => childrenOf(details, 'TxDtls'))
  const split = parts.length > 1 ? parts.map((part) => partAmount(part, place)) : []
  const adds = split.length > 1 && split.every((part) => part?.currency === whole.currency)
  // A collective entry is taken apart only where its parts say all of it.
  if (adds && split.reduce((sum, part) => sum + (part?.amount ?? 0), 0) === whole.amount)
    return parts.map((part, at) => {
      const own = readWords(textAt(part, 'Refs/AcctSvcrRef'), 200)
      const name = own !== null && own !== key ? own : key === null ? null : `${key}/${at + 1}`
      return { account, day, key: name, ...(split[at] as Amount), ...saidBy(part) }
    })
  return [{ account, day, key, ...whole, ...saidBy(parts.length === 1 ? (parts[0] as Element) : entry) }]
}

interface Amount {
  readonly amount: number
  readonly currency: string
}

function amountOf(element: Element | undefined, place: string): Amount {
  const currency = element?.attributes['Ccy'] ?? ''
  if (!element || !/^[A-Z]{3}$/.test(currency)) throw new StatementFault(place, 'an amount has no currency')
  const amount = readBankAmount(element.text.trim(), currency, place)
  if (amount <= 0) throw new StatementFault(place, 'an amount is not more than nothing')
  return { amount, currency }
}

function partAmount(part: Element, place: string): Amount | null {
  const element = inside(part, 'Amt') ?? inside(part, 'AmtDtls/TxAmt/Amt')
  return element ? amountOf(element, place) : null
}

/** Who paid, and what for. */
function saidBy(part: Element) {
  const free = childrenOf(inside(part, 'RmtInf'), 'Ustrd').map(({ text }) => text)
  const structured = textAt(part, 'RmtInf/Strd/CdtrRefInf/Ref')
  const endToEnd = textAt(part, 'Refs/EndToEndId')
  return {
    payer: readWords(textAt(part, 'RltdPties/Dbtr/Pty/Nm') ?? textAt(part, 'RltdPties/Dbtr/Nm'), 140),
    payerAccount: readWords(textAt(part, 'RltdPties/DbtrAcct/Id/IBAN'), 34),
    reference: onlyReference(structured, [free.join(' '), endToEnd, textAt(part, 'AddtlTxInf')]),
    remittance: readWords([structured, ...free].filter((text) => text !== null).join(' '), 500),
  }
}
