import { finishPdf, ink, openPdf, paper, type Pdf } from '../../kernel/pdf.ts'
import type { Seller } from './invoice.store.ts'
import { countryOf } from './text.rules.ts'

/** What every document on paper has in common: its head, who it is from, its facts, and the line at its foot. */

export const left = paper.margin
export const right = paper.width - paper.margin
export const width = right - left

interface Head {
  readonly seller: Seller
  /** What kind of document it is. */
  readonly name: string
  readonly number: string
  readonly at: Date
}

export const openPaper = ({ seller, name, number, at }: Head): Promise<Pdf> =>
  openPdf({ title: `${name} ${number}`, author: seller.name, at })

export const sealPaper = (doc: Pdf, seller: Seller): Promise<Buffer> =>
  finishPdf(doc, [seller.name, vatOf(seller.vat_number), seller.email].filter((part) => part !== '').join('  ·  '))

export const vatOf = (number: string | null): string => (number === null || number === '' ? '' : `VAT ${number}`)

export function drawHead(doc: Pdf, { seller, name, number }: Head): number {
  doc
    .font('bold')
    .fontSize(15)
    .text(seller.name, left, 50, { width: width * 0.5, height: 40, ellipsis: true })
  doc.fontSize(20).text(name, left + width * 0.5, 47, { width: width * 0.5, align: 'right' })
  doc.font('plain').fontSize(10).fillColor(ink.soft)
  doc.text(number, left + width * 0.5, 74, { width: width * 0.5, align: 'right' })
  return 104
}

/** Who it is from, whom it is for, and its facts, side by side. */
export function drawParties(
  doc: Pdf,
  top: number,
  seller: Seller,
  to: { readonly title: string; readonly lines: readonly string[] },
  facts: readonly (readonly [string, string])[],
): number {
  rule(doc, top)
  const third = width / 3
  const from = [seller.name, ...seller.address, countryOf(seller.country_code), vatOf(seller.vat_number), seller.email]
  const ends = [
    drawBlock(doc, 'From', from, left, top + 14, third - 14),
    drawBlock(doc, to.title, to.lines, left + third, top + 14, third - 14),
    drawFacts(doc, facts, left + 2 * third, top + 14, third),
  ]
  return Math.max(...ends) + 20
}

function drawBlock(doc: Pdf, title: string, lines: readonly string[], x: number, y: number, room: number): number {
  label(doc, title, x, y)
  doc.fillColor(ink.text).fontSize(9)
  let at = y + 14
  for (const [place, line] of lines.filter((text) => text !== '').entries()) {
    doc.font(place === 0 ? 'bold' : 'plain')
    const options = { width: room, height: 36, ellipsis: true }
    doc.text(line, x, at, options)
    at += Math.min(36, doc.heightOfString(line, options)) + 2
  }
  return at
}

function drawFacts(
  doc: Pdf,
  facts: readonly (readonly [string, string])[],
  x: number,
  y: number,
  room: number,
): number {
  let at = y
  for (const [name, value] of facts) {
    label(doc, name, x, at + 1)
    doc.font('plain').fontSize(9).fillColor(ink.text)
    doc.text(value, x, at, { width: room, align: 'right', lineBreak: false })
    at += 16
  }
  return at
}

export function label(doc: Pdf, text: string, x: number, y: number, options: PDFKit.Mixins.TextOptions = {}): void {
  doc
    .font('bold')
    .fontSize(7.5)
    .fillColor(ink.soft)
    .text(text, x, y, { lineBreak: false, ...options })
}

export function rule(doc: Pdf, y: number, from: number = left): void {
  doc.moveTo(from, y).lineTo(right, y).lineWidth(0.6).strokeColor(ink.rule).stroke()
}
