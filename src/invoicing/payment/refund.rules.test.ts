import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { takenBack } from '../invoice/credit-note.rules.ts'
import type { DocumentLine } from '../invoice/document.rules.ts'
import { addUp, amountsOf } from '../invoice/totals.rules.ts'
import { leftOf, lostBy, partOf, type Billed } from './refund.rules.ts'

const lineOf = (amount: number, commission: number | null): DocumentLine => ({
  type: 'lease',
  subject: null,
  description: 'x',
  amount,
  taxed: true,
  from: null,
  to: null,
  earner: commission === null ? null : { tenant: 'h', name: 'b', commission },
  metadata: {},
})

const vat = { code: 'vat', name: 'VAT', rate: 21_000, order: 1, stacks: false, notice: null }
const city = { code: 'city', name: 'City', rate: 9_975, order: 2, stacks: true, notice: null }
const off = { code: 'T', name: 'Ten off', kind: 'percent' as const, value: 1_000 }

function billed(amounts: readonly number[], discounted = true): Billed {
  const lines = amounts.map((amount, i) => lineOf(amount, i % 2 === 0 ? Math.round(amount / 20) : null))
  const totals = addUp({ lines, discounts: discounted ? [off] : [], taxes: [vat, city], credits: 0 }, 'USD')
  return { lines, ...amountsOf(totals) }
}

/** One that was wholly given back has nothing left, of no line. */
const isEmpty = ({ lines, discounts, taxes, total_minor }: Billed): boolean =>
  total_minor === 0 &&
  [...lines, ...discounts, ...taxes].every(({ amount }) => amount === 0) &&
  lines.every(({ earner }) => (earner?.commission ?? 0) === 0)

describe('a part of an invoice', () => {
  it('has its total, and of each line its share', () => {
    const whole = billed([10_000, 1_000], false)
    const part = partOf(whole, whole.total_minor / 2, 'USD')
    expect(part.total_minor).toBe(whole.total_minor / 2)
    expect(part.lines.map(({ amount }) => amount)).toEqual([5_000, 500])
    expect(part.lines[0]?.earner?.commission).toBe(250)
    expect(lostBy(part)).toEqual(new Map([['h', 4_750]]))
  })

  it('adds up, takes no more of anything than there is, and parts leave nothing behind', () => {
    const amounts = fc.array(fc.integer({ min: 0, max: 1_000_000_000 }), { minLength: 1, maxLength: 6 })
    const cuts = fc.array(fc.double({ min: 0.000_001, max: 1, noNaN: true }), { maxLength: 5 })
    fc.assert(
      fc.property(amounts, fc.boolean(), cuts, (given, discounted, shares) => {
        const whole = billed(given, discounted)
        const notes: Billed[] = []
        for (const share of shares) {
          const left = leftOf(whole, notes)
          const amount = Math.floor(left.total_minor * share)
          if (amount <= 0 || amount >= left.total_minor) continue
          const part = partOf(left, amount, 'USD')
          expect(part.total_minor).toBe(amount)
          for (const [i, line] of part.lines.entries()) {
            expect(line.amount).toBeGreaterThanOrEqual(0)
            expect(line.amount).toBeLessThanOrEqual(left.lines[i]?.amount ?? 0)
          }
          notes.push(takenBack(part))
        }
        const rest = leftOf(whole, notes)
        expect(isEmpty(leftOf(whole, [...notes, takenBack(rest)]))).toBe(true)
      }),
    )
  })
})
