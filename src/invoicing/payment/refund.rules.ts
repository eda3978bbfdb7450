import { money, multiplyByRatio } from '../../kernel/money.ts'
import type { Document, DocumentLine } from '../invoice/document.rules.ts'

/** What of an invoice is given back: all that credit notes have left of it, or a part of that. */

export type Billed = Omit<Document, 'buyer'>

/** Credit notes have the lines of what they take back, in their order, with negative amounts. */
export function leftOf(invoice: Billed, notes: readonly Billed[]): Billed {
  const left = <T extends { readonly amount: number }>(of: (billed: Billed) => readonly T[]) =>
    of(invoice).map((row, i) => ({
      ...row,
      amount: notes.reduce((sum, note) => sum + (of(note)[i]?.amount ?? 0), row.amount),
    }))
  const lines = left(({ lines }) => lines).map((line, i) => {
    const kept = (sum: number, note: Billed) => sum + (note.lines[i]?.earner?.commission ?? 0)
    return withCommission(line, (commission) => notes.reduce(kept, commission))
  })
  return added(
    lines,
    left(({ discounts }) => discounts),
    left(({ taxes }) => taxes),
  )
}

/** So much of its total: discounts and taxes by their share, the lines whatever is left of it, each by its own share. */
export function partOf(left: Billed, amount: number, currency: string): Billed {
  const share = (minor: number) => multiplyByRatio(money(minor, currency), amount, left.total_minor).minor
  const discounts = left.discounts.map((discount) => ({ ...discount, amount: share(discount.amount) }))
  const taxes = left.taxes.map((tax) => ({ ...tax, amount: share(tax.amount) }))
  const toLines = amount + sumOf(discounts) - sumOf(taxes)
  return added(spread(left.lines, toLines, currency), discounts, taxes)
}

/** By what the lines up to each come to, so that rounding never adds up to more or less than the whole. */
function spread(lines: readonly DocumentLine[], amount: number, currency: string): DocumentLine[] {
  const whole = sumOf(lines)
  let [upTo, given] = [0, 0]
  return lines.map((line) => {
    upTo += line.amount
    const now = whole === 0 ? 0 : multiplyByRatio(money(upTo, currency), amount, whole).minor
    const own = now - given
    given = now
    return withCommission({ ...line, amount: own }, (commission) =>
      line.amount === 0 ? 0 : multiplyByRatio(money(commission, currency), Math.abs(own), Math.abs(line.amount)).minor,
    )
  })
}

const withCommission = (line: DocumentLine, of: (commission: number) => number): DocumentLine => ({
  ...line,
  earner: line.earner && { ...line.earner, commission: of(line.earner.commission) },
})

function added(lines: readonly DocumentLine[], discounts: Billed['discounts'], taxes: Billed['taxes']): Billed {
  const [sub_total_minor, discount_minor, tax_minor] = [sumOf(lines), sumOf(discounts), sumOf(taxes)]
  const total_minor = sub_total_minor - discount_minor + tax_minor
  return { lines, discounts, taxes, sub_total_minor, discount_minor, tax_minor, total_minor }
}

const sumOf = (rows: readonly { readonly amount: number }[]): number =>
  rows.reduce((sum, { amount }) => sum + amount, 0)

/** What each holder no longer earns, after commission. */
export function lostBy({ lines }: Billed): ReadonlyMap<string, number> {
  const lost = new Map<string, number>()
  for (const { amount, earner } of lines)
    if (earner) lost.set(earner.tenant, (lost.get(earner.tenant) ?? 0) + amount - earner.commission)
  return lost
}
