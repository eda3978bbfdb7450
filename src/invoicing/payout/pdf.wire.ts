import { ink, paper, type Pdf } from '../../kernel/pdf.ts'
import { addDays, addMonths } from '../../kernel/time.ts'
import type { Seller } from '../invoice/invoice.store.ts'
import { countryOf, dayOf, figure, taxName } from '../invoice/text.rules.ts'
import {
  drawHead,
  drawParties,
  label,
  left,
  openPaper,
  right,
  rule,
  sealPaper,
  vatOf,
  width,
} from '../invoice/paper.wire.ts'
import { drawNotices } from '../invoice/pdf.wire.ts'
import type { Payout, Supplier } from './payout.store.ts'
import type { LeaseEarning } from './view.store.ts'

/** The statement of a payout on paper: what each lease brought, what the marketplace kept of it, and what was sent. */

interface Statement {
  readonly payout: Payout
  readonly holder: string
  readonly seller: Seller
  readonly leases: readonly LeaseEarning[]
  /** How many leases there are besides. */
  readonly more: number
}

const columns = {
  name: { x: left + 8, width: 180 },
  gross: { x: left + 200, width: 90 },
  commission: { x: left + 300, width: 90 },
  amount: { x: right - 98, width: 90 },
} as const

const rowHeight = 20

export async function statementPdf(statement: Statement, currency: string): Promise<Buffer> {
  const { payout, holder, seller } = statement
  const { supplier } = payout
  const name = supplier ? 'Self-billing invoice' : 'Payout statement'
  const head = { seller, name, number: payout.number, at: payout.created_at }
  const doc = await openPaper(head)
  let y = drawHead(doc, head)
  y = drawParties(
    doc,
    y,
    seller,
    { title: supplier ? 'Supplier' : 'Paid to', lines: supplier ? supplierLines(supplier) : [holder] },
    factsOf(payout),
  )
  y = drawLeases(doc, statement, currency, y)
  y = drawTotals(doc, payout, currency, y)
  if (supplier) drawNotices(doc, [selfBilling, ...payout.taxes.flatMap(({ notice }) => notice ?? [])], y)
  return sealPaper(doc, seller)
}

const selfBilling = 'Self-billing: this invoice is written by the customer, in the name of the supplier.'

const supplierLines = ({ account_holder, address, country_code, vat_number }: Supplier): string[] => [
  account_holder,
  ...address,
  countryOf(country_code),
  vatOf(vat_number),
]

function factsOf({ month, created_at, paid_at }: Payout): (readonly [string, string])[] {
  const start = new Date(`${month}-01T00:00:00Z`)
  return [
    ['Date', dayOf(created_at)],
    ['Earned until', dayOf(addDays(addMonths(start, 1), -1))],
    ['Status', paid_at === null ? 'On its way' : 'Paid'],
    ...(paid_at === null ? [] : ([['Paid', dayOf(paid_at)]] as const)),
  ]
}

function drawLeases(doc: Pdf, { leases, more }: Statement, currency: string, top: number): number {
  let y = drawColumnNames(doc, currency, top)
  const turn = (): void => {
    if (y + rowHeight <= paper.bottom) return
    doc.addPage()
    y = drawColumnNames(doc, currency, paper.margin)
  }
  for (const { name, gross_minor, commission_minor } of leases) {
    turn()
    drawRow(doc, y, name, [gross_minor, 0 - commission_minor, gross_minor - commission_minor], currency)
    y += rowHeight
  }
  turn()
  if (more > 0) drawRow(doc, y, `and ${more} more leases, in the total`, [], currency)
  return more > 0 ? y + rowHeight : y
}

function drawColumnNames(doc: Pdf, currency: string, y: number): number {
  doc.rect(left, y, width, rowHeight).fill(ink.shade)
  label(doc, 'Block', columns.name.x, y + 6)
  const toTheRight = (text: string, { x, width: room }: { readonly x: number; readonly width: number }) =>
    label(doc, text, x, y + 6, { width: room, align: 'right' })
  toTheRight('Lease', columns.gross)
  toTheRight('Commission', columns.commission)
  toTheRight(currency, columns.amount)
  return y + rowHeight
}

function drawRow(doc: Pdf, y: number, name: string, amounts: readonly number[], currency: string): void {
  doc.font('plain').fontSize(9).fillColor(ink.text)
  doc.text(name, columns.name.x, y + 6, { width: columns.name.width, height: 12, ellipsis: true })
  for (const [i, { x, width: room }] of [columns.gross, columns.commission, columns.amount].entries()) {
    const amount = amounts[i]
    if (amount !== undefined)
      doc.text(figure(amount, currency), x, y + 6, { width: room, align: 'right', lineBreak: false })
  }
  rule(doc, y + rowHeight)
}

/** Never torn apart: what does not fit goes to the next page as a whole. */
function drawTotals(doc: Pdf, payout: Payout, currency: string, top: number): number {
  const sums: (readonly [string, number])[] = [
    ['Earned by leases', payout.gross_minor],
    ['Commission', 0 - payout.commission_minor],
    ...payout.taxes.map((tax) => [taxName(tax), tax.amount] as const),
    ['Paid out', payout.amount_minor + payout.tax_minor],
  ]
  let y = top + 14
  if (y + sums.length * 18 > paper.bottom) {
    doc.addPage()
    y = paper.margin
  }
  const x = left + width * 0.45
  for (const [name, amount] of sums) {
    const strong = name === 'Paid out'
    if (strong) rule(doc, y - 3, x)
    doc.font(strong ? 'bold' : 'plain').fontSize(strong ? 10 : 9)
    doc.fillColor(strong ? ink.text : ink.soft).text(name, x, y + 2, { width: right - x - 120, lineBreak: false })
    const shown = strong ? `${currency} ${figure(amount, currency)}` : figure(amount, currency)
    doc.fillColor(ink.text).text(shown, right - 128, y + 2, { width: 120, align: 'right', lineBreak: false })
    y += 18
  }
  return y
}
