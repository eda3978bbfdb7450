import { Content } from '../../kernel/endpoint.ts'
import { ink, paper, type Pdf } from '../../kernel/pdf.ts'
import type { DocumentLine, Party } from './document.rules.ts'
import type { OneInvoice } from './list.store.ts'
import { dayOf, envelope, figure, periodOf, taxName } from './text.rules.ts'
import { leftToPay } from './view.rules.ts'
import { drawHead, drawParties, label, left, openPaper, right, rule, sealPaper, vatOf, width } from './paper.wire.ts'

/** An invoice or a credit note on paper. */

/** The columns of the table of lines. */
const columns = {
  description: { x: left + 8, width: 250 },
  period: { x: left + 268, width: 132 },
  amount: { x: right - 98, width: 90 },
} as const

/** As it is downloaded. */
export async function invoiceFile(invoice: OneInvoice, currency: string): Promise<Content> {
  return new Content('application/pdf', await invoicePdf(invoice, currency), {
    'content-disposition': `attachment; filename="${invoice.number}.pdf"`,
  })
}

async function invoicePdf(invoice: OneInvoice, currency: string): Promise<Buffer> {
  const { seller, number } = invoice
  const head = { seller, number, name: nameOf(invoice), at: invoice.issued_at }
  const doc = await openPaper(head)
  let y = drawHead(doc, head)
  y = drawParties(doc, y, seller, { title: 'Billed to', lines: buyerOf(invoice) }, factsOf(invoice))
  y = drawLines(doc, invoice, currency, y)
  y = drawSums(doc, sumsOf(invoice), currency, y)
  drawNotices(doc, noticesOf(invoice), y)
  return sealPaper(doc, seller)
}

const nameOf = ({ corrects_uuid }: OneInvoice): string => (corrects_uuid === null ? 'Invoice' : 'Credit note')

export const buyerOf = ({ buyer }: { readonly buyer: Party }): string[] => [
  ...envelope(buyer),
  vatOf(buyer.vat_number),
  buyer.contact_email ?? '',
]

const factsOf = (invoice: OneInvoice): (readonly [string, string])[] => [
  ['Date', dayOf(invoice.issued_at)],
  ...(invoice.corrects_number === null
    ? ([['Due', dayOf(invoice.due_at)]] as const)
    : ([['Corrects', invoice.corrects_number]] as const)),
  ...(invoice.paid_at !== null && invoice.corrects_uuid === null ? ([['Paid', dayOf(invoice.paid_at)]] as const) : []),
  ...(invoice.status === 'refunded' || invoice.status === 'cancelled'
    ? ([['Status', invoice.status === 'refunded' ? 'Refunded' : 'Cancelled']] as const)
    : []),
]

export function drawLines(
  doc: Pdf,
  { lines }: { readonly lines: readonly DocumentLine[] },
  currency: string,
  top: number,
): number {
  let y = drawColumnNames(doc, currency, top)
  for (const line of lines) {
    const height = heightOf(doc, line)
    if (y + height > paper.bottom) {
      doc.addPage()
      y = drawColumnNames(doc, currency, paper.margin)
    }
    drawLine(doc, line, currency, y, height)
    y += height
  }
  return y
}

function drawColumnNames(doc: Pdf, currency: string, y: number): number {
  doc.rect(left, y, width, 20).fill(ink.shade)
  const { description, period, amount } = columns
  label(doc, 'Description', description.x, y + 6)
  label(doc, 'Period', period.x, y + 6)
  label(doc, currency, amount.x, y + 6, { width: amount.width, align: 'right' })
  return y + 20
}

const tallest = 120

function heightOf(doc: Pdf, { description }: DocumentLine): number {
  doc.font('plain').fontSize(9)
  return Math.min(tallest, doc.heightOfString(description, { width: columns.description.width })) + 12
}

function drawLine(doc: Pdf, line: DocumentLine, currency: string, y: number, height: number): void {
  const { description, period, amount } = columns
  const room = { height: height - 12, ellipsis: true }
  doc.font('plain').fontSize(9).fillColor(ink.text)
  doc.text(line.description, description.x, y + 6, { width: description.width, ...room })
  doc.text(figure(line.amount, currency), amount.x, y + 6, { width: amount.width, align: 'right', lineBreak: false })
  doc
    .fontSize(8)
    .fillColor(ink.soft)
    .text(periodOf(line), period.x, y + 7, { width: period.width, lineBreak: false })
  rule(doc, y + height)
}

interface Sum {
  readonly name: string
  readonly amount: number
  readonly strong?: true
}

function sumsOf(invoice: OneInvoice): Sum[] {
  const discounted = invoice.discounts.length > 0
  return [
    { name: 'Subtotal', amount: invoice.sub_total_minor },
    ...invoice.discounts.map(({ name, amount }) => ({ name: `Discount: ${name}`, amount: 0 - amount })),
    ...(discounted ? [{ name: 'Net', amount: invoice.sub_total_minor - invoice.discount_minor }] : []),
    ...invoice.taxes.map((tax) => ({ name: taxName(tax), amount: tax.amount })),
    { name: 'Total', amount: invoice.total_minor, strong: true },
    ...invoice.transactions.map(({ description, amount_minor }) => ({ name: description, amount: 0 - amount_minor })),
    ...(invoice.corrects_uuid === null
      ? [{ name: 'Left to pay', amount: leftToPay(invoice), strong: true as const }]
      : []),
  ]
}

/** Never torn apart: what does not fit goes to the next page as a whole. */
export function drawSums(doc: Pdf, sums: readonly Sum[], currency: string, top: number): number {
  let y = top + 14
  if (y + sums.length * 18 + 20 > paper.bottom) {
    doc.addPage()
    y = paper.margin
  }
  const x = left + width * 0.45
  for (const { name, amount, strong } of sums) {
    if (strong) rule(doc, (y += 6) - 4, x)
    doc.font(strong ? 'bold' : 'plain').fontSize(strong ? 10 : 9)
    doc.fillColor(strong ? ink.text : ink.soft)
    doc.text(name, x, y + 2, { width: right - x - 120, height: 13, ellipsis: true })
    const shown = strong ? `${currency} ${figure(amount, currency)}` : figure(amount, currency)
    doc.fillColor(ink.text).text(shown, right - 128, y + 2, { width: 120, align: 'right', lineBreak: false })
    y += 18
  }
  return y
}

function noticesOf(invoice: OneInvoice): string[] {
  const correction =
    invoice.corrects_number === null ? [] : [`This credit note takes back invoice ${invoice.corrects_number} in full.`]
  const ended: Partial<Record<OneInvoice['status'], string>> = {
    refunded: 'This invoice was refunded in full; a credit note takes it back.',
    cancelled: 'This invoice was cancelled; a credit note takes it back, and nothing is to be paid.',
  }
  const { [invoice.status]: end } = ended
  return [...invoice.taxes.flatMap(({ notice }) => notice ?? []), ...correction, ...(end === undefined ? [] : [end])]
}

export function drawNotices(doc: Pdf, notices: readonly string[], top: number): number {
  let y = top + 18
  doc.font('plain').fontSize(9)
  for (const notice of notices) {
    const height = doc.heightOfString(notice, { width })
    if (y + height > paper.bottom) {
      doc.addPage()
      y = paper.margin
    }
    doc.font('plain').fontSize(9).fillColor(ink.text).text(notice, left, y, { width })
    y += height + 6
  }
  return y
}
