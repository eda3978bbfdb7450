import { column, csvHead, csvLines, type Columns } from '../../kernel/csv.ts'
import { money, toAmountString } from '../../kernel/money.ts'
import type { BankAccount } from '../bank/account.rules.ts'
import type { Creditor } from './payout.store.ts'

/** Payouts as banks take them: pain.001 (ISO 20022, version 09 as SEPA uses it) and CSV. */

interface FiledPayout {
  readonly number: string
  readonly amount: number
  readonly creditor: Creditor
}

export interface PayoutFileContent {
  readonly messageId: string
  readonly at: Date
  readonly currency: string
  readonly debtor: BankAccount
  readonly payouts: readonly FiledPayout[]
}

/** What is no letter with a mark, each with how banks spell it. */
const spelt = new Map(
  "ß ss, ẞ SS, Æ AE, æ ae, Œ OE, œ oe, Ø O, ø o, Ł L, ł l, Đ D, đ d, Ð D, ð d, Þ TH, þ th, ı i, & +, ’ '"
    .split(', ')
    .map((pair) => pair.split(' ') as [sign: string, letters: string]),
)

/** What every bank of SEPA takes: Latin letters without their marks, digits, and a few signs. */
function plain(text: string, most: number): string {
  const letters = text.normalize('NFKD').replaceAll(/\p{M}/gu, '')
  const kept = letters
    .replaceAll(/[^A-Za-z0-9]/g, (sign) => spelt.get(sign) ?? sign)
    .replaceAll(/[^A-Za-z0-9/?:().,'+ -]/g, ' ')
    .replaceAll(/ +/g, ' ')
    .trim()
  return (kept === '' ? 'UNKNOWN' : kept).slice(0, most).trim()
}

const tag = (name: string, ...inside: readonly string[]): string => `<${name}>${inside.join('')}</${name}>`
const agent = (bic: string | null): string =>
  tag('FinInstnId', bic === null ? tag('Othr', tag('Id', 'NOTPROVIDED')) : tag('BICFI', bic))
const account = ({ iban, account: number }: Pick<BankAccount, 'iban' | 'account'>): string =>
  tag('Id', iban === null ? tag('Othr', tag('Id', plain(number ?? '', 34))) : tag('IBAN', iban))

export function painOf({ messageId, at, currency, debtor, payouts }: PayoutFileContent): string {
  const amount = (minor: number) => toAmountString(money(minor, currency))
  const sum =
    tag('NbOfTxs', String(payouts.length)) + tag('CtrlSum', amount(payouts.reduce((all, one) => all + one.amount, 0)))
  const party = tag('Nm', plain(debtor.holder, 70))
  const transfer = ({ number, amount: minor, creditor }: FiledPayout): string =>
    tag(
      'CdtTrfTxInf',
      tag('PmtId', tag('EndToEndId', number)),
      tag('Amt', `<InstdAmt Ccy="${currency}">${amount(minor)}</InstdAmt>`),
      ...(creditor.bic === null ? [] : [tag('CdtrAgt', agent(creditor.bic))]),
      tag('Cdtr', tag('Nm', plain(creditor.account_holder, 70))),
      tag('CdtrAcct', account({ iban: creditor.iban, account: null })),
      tag('RmtInf', tag('Ustrd', `Payout ${number}`)),
    )
  const service = currency === 'EUR' ? [tag('PmtTpInf', tag('SvcLvl', tag('Cd', 'SEPA')))] : []
  return `<?xml version="1.0" encoding="UTF-8"?>\n<Document xmlns="urn:iso:std:iso:20022:tech:xsd:pain.001.001.09">${tag(
    'CstmrCdtTrfInitn',
    tag('GrpHdr', tag('MsgId', messageId), tag('CreDtTm', at.toISOString().slice(0, 19)), sum, tag('InitgPty', party)),
    tag(
      'PmtInf',
      tag('PmtInfId', messageId),
      tag('PmtMtd', 'TRF'),
      tag('BtchBookg', 'true'),
      sum,
      ...service,
      tag('ReqdExctnDt', tag('Dt', at.toISOString().slice(0, 10))),
      tag('Dbtr', party),
      tag('DbtrAcct', account(debtor)),
      tag('DbtrAgt', agent(debtor.bic)),
      ...(currency === 'EUR' ? [tag('ChrgBr', 'SLEV')] : []),
      ...payouts.map(transfer),
    ),
  )}</Document>\n`
}

const columns: Columns<FiledPayout> = {
  number: column.text(({ number }) => number),
  name: column.text(({ creditor }) => creditor.account_holder),
  iban: column.text(({ creditor }) => creditor.iban),
  bic: column.text(({ creditor }) => creditor.bic),
  amount: column.amount(({ amount }) => amount),
  currency: column.currency,
  text: column.text(({ number }) => `Payout ${number}`),
}

export const csvOf = ({ currency, payouts }: PayoutFileContent): string =>
  csvHead(columns) + csvLines(columns, payouts, currency)
