import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { addUp, type Discount, type Sale, type Tax } from './totals.rules.ts'

const tax = (code: string, rate: number, order: number, stacks = false): Tax => ({
  code,
  name: code.toUpperCase(),
  rate,
  order,
  stacks,
  notice: null,
})

const of = (sale: Partial<Sale>) => addUp({ lines: [], discounts: [], taxes: [], credits: 0, ...sale }, 'USD')

describe('a sale', () => {
  it('adds up', () => {
    const discounts: Discount[] = [{ code: 'TEN', name: 'Ten off', kind: 'percent', value: 1_000 }]
    const lines = [{ amount: 10_000 }, { amount: 2_345 }]
    expect(of({ lines, discounts, taxes: [tax('vat', 21_000, 1)], credits: 5_000 })).toMatchObject({
      subTotal: 12_345,
      discount: 1_235,
      beforeTax: 11_110,
      tax: 2_333,
      total: 13_443,
      credits: 5_000,
      remaining: 8_443,
    })
  })

  it('charges a stacking tax on the taxes before it, and others on the net alone', () => {
    const taxes = [tax('qst', 9_975, 2, true), tax('gst', 5_000, 1), tax('levy', 1_000, 3)]
    expect(of({ lines: [{ amount: 10_000 }], taxes }).taxes.map(({ code, amount }) => [code, amount])).toEqual([
      ['gst', 500],
      ['qst', 1_047],
      ['levy', 100],
    ])
  })

  it('of nothing is nothing', () => {
    expect(of({ taxes: [tax('vat', 21_000, 1)], credits: 100 })).toMatchObject({ total: 0, credits: 0, remaining: 0 })
  })
})

const anyTax = fc
  .record({
    code: fc.string({ minLength: 1, maxLength: 4 }),
    rate: fc.nat(100_000),
    order: fc.integer({ min: -3, max: 3 }),
    stacks: fc.boolean(),
  })
  .map(({ code, rate, order, stacks }) => tax(code, rate, order, stacks))

const anyDiscount: fc.Arbitrary<Discount> = fc.oneof(
  fc.nat(10_000).map((value) => ({ code: 'P', name: 'Percent', kind: 'percent' as const, value })),
  fc.nat(20_000_000).map((value) => ({ code: 'A', name: 'Amount', kind: 'amount' as const, value })),
)

const anySale: fc.Arbitrary<Sale> = fc.record({
  lines: fc.array(fc.record({ amount: fc.nat(1_000_000_000) }), { maxLength: 20 }),
  discounts: fc.array(anyDiscount, { maxLength: 4 }),
  // Two taxes of one code in one place are refused where the table is read.
  taxes: fc.uniqueArray(anyTax, { maxLength: 5, selector: ({ code }) => code }),
  credits: fc.nat(2_000_000_000),
})

const sum = (lines: readonly { readonly amount: number }[]): number =>
  lines.reduce((all, { amount }) => all + amount, 0)

/** The same once more, as one would on paper: in bigint, half up, without anything of the code above. */
function onPaper({ lines, discounts, taxes, credits }: Sale) {
  const part = (amount: bigint, share: number, whole: bigint) => (amount * BigInt(share) * 2n + whole) / (whole * 2n)
  const least = (a: bigint, b: bigint) => (a < b ? a : b)
  const subTotal = lines.reduce((all, { amount }) => all + BigInt(amount), 0n)
  const wanted = discounts.map(({ kind, value }) =>
    kind === 'amount' ? BigInt(value) : part(subTotal, value, 10_000n),
  )
  const discount = least(
    wanted.reduce((all, amount) => all + amount, 0n),
    subTotal,
  )
  const net = subTotal - discount
  let charged = 0n
  const byOrder = taxes.toSorted((a, b) => (a.order === b.order ? (a.code < b.code ? -1 : 1) : a.order - b.order))
  for (const { rate, stacks } of byOrder) charged += part(stacks ? net + charged : net, rate, 100_000n)
  const total = net + charged
  return { subTotal, discount, tax: charged, total, credits: least(BigInt(credits), total) }
}

describe('any sale', () => {
  it('is the sum of its lines, and never below nothing', () => {
    fc.assert(
      fc.property(anySale, (sale) => {
        const totals = of(sale)
        expect(totals.subTotal).toBe(sum(sale.lines))
        expect(totals.discount).toBe(sum(totals.discounts))
        expect(totals.tax).toBe(sum(totals.taxes))
        expect(totals.beforeTax).toBe(totals.subTotal - totals.discount)
        expect(totals.total).toBe(totals.beforeTax + totals.tax)
        expect(totals.remaining).toBe(totals.total - totals.credits)
        expect([totals.discounts.length, totals.taxes.length]).toEqual([sale.discounts.length, sale.taxes.length])
        const { discounts, taxes, ...amounts } = totals
        const all = [...Object.values(amounts), ...[...discounts, ...taxes].map(({ amount }) => amount)]
        expect(all.filter((amount) => !Number.isSafeInteger(amount) || amount < 0)).toEqual([])
        expect(totals.credits).toBeLessThanOrEqual(totals.total)
        expect(totals.credits).toBeLessThanOrEqual(sale.credits)
      }),
    )
  })

  it('is what it is on paper', () => {
    fc.assert(
      fc.property(anySale, (sale) => {
        const { subTotal, discount, tax: charged, total, credits } = of(sale)
        const wide = Object.entries({ subTotal, discount, tax: charged, total, credits })
        expect(Object.fromEntries(wide.map(([name, amount]) => [name, BigInt(amount)]))).toEqual(onPaper(sale))
      }),
    )
  })

  it('is the same however its lines, discounts and taxes are sorted', () => {
    const shuffled = anySale.chain((sale) =>
      fc.tuple(
        fc.constant(sale),
        fc.record({
          lines: fc.shuffledSubarray([...sale.lines], { minLength: sale.lines.length }),
          discounts: fc.shuffledSubarray([...sale.discounts], { minLength: sale.discounts.length }),
          taxes: fc.shuffledSubarray([...sale.taxes], { minLength: sale.taxes.length }),
          credits: fc.constant(sale.credits),
        }),
      ),
    )
    fc.assert(
      fc.property(shuffled, ([sale, other]) => {
        const { discounts: _one, ...totals } = of(sale)
        const { discounts: _other, ...again } = of(other)
        expect(again).toEqual(totals)
      }),
    )
  })
})
