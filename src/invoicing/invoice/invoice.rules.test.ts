import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { grantPostings } from '../credit/credit.rules.ts'
import type { DocumentLine } from './document.rules.ts'
import {
  creditPostings,
  earningPostings,
  invoicePostings,
  numberOf,
  paymentPostings,
  salePostings,
} from './invoice.rules.ts'
import { addUp } from './totals.rules.ts'

const line = (amount: number, earner: DocumentLine['earner']): DocumentLine => ({
  type: 'lease',
  subject: null,
  description: 'Lease of 192.0.2.0/24',
  amount,
  taxed: true,
  from: null,
  to: null,
  earner,
  metadata: {},
})

const anyLine = fc
  .tuple(fc.nat(100_000_000), fc.option(fc.nat(10_000)), fc.constantFrom('a', 'b'))
  .map(([amount, share, tenant]) =>
    line(
      amount,
      share === null ? null : { tenant, name: '192.0.2.0/24', commission: Math.round((amount * share) / 10_000) },
    ),
  )

const anyDocument = fc
  .record({
    lines: fc.array(anyLine, { minLength: 1, maxLength: 10 }),
    off: fc.nat(200_000_000),
    rate: fc.nat(50_000),
    sign: fc.constantFrom(1, -1),
  })
  .map(({ lines, off, rate, sign }) => {
    const totals = addUp(
      {
        lines,
        discounts: [{ code: 'OFF', name: 'Off', kind: 'amount', value: off }],
        taxes: [{ code: 'vat', name: 'VAT', rate, order: 1, stacks: false, notice: null }],
        credits: 0,
      },
      'USD',
    )
    return {
      tenant_uuid: 'buyer',
      lines: lines.map(({ amount, earner, ...rest }) => ({
        ...rest,
        amount: sign * amount,
        earner: earner && { ...earner, commission: sign * earner.commission },
      })),
      discount_minor: sign * totals.discount,
      tax_minor: sign * totals.tax,
      total_minor: sign * totals.total,
    }
  })

const sumOf = (postings: readonly { readonly amount: number }[]): number =>
  postings.reduce((sum, { amount }) => sum + amount, 0)

describe('what is posted', () => {
  it('adds up to zero, for documents and for those that take them back', () => {
    fc.assert(
      fc.property(anyDocument, fc.nat(1_000_000), (document, amount) => {
        for (const postings of [
          invoicePostings(document),
          earningPostings(document.lines),
          paymentPostings('buyer', amount),
          salePostings(document, amount),
          creditPostings('buyer', amount),
          grantPostings('buyer', amount),
        ])
          expect(sumOf(postings) + 0).toBe(0)
      }),
    )
  })

  it('leaves nothing unearned once an invoice is paid', () => {
    fc.assert(
      fc.property(anyDocument, (document) => {
        const all = [...invoicePostings(document), ...earningPostings(document.lines)]
        expect(sumOf(all.filter(({ account }) => account === 'unearned')) + 0).toBe(0)
      }),
    )
  })

  it('leaves nothing owed or unearned of an invoice that is paid as it is issued, and each account once', () => {
    fc.assert(
      fc.property(anyDocument, (document) => {
        const postings = salePostings(document, document.total_minor).filter(({ amount }) => amount !== 0)
        const accounts = postings.map(({ account, tenant }) => `${account} ${tenant ?? ''}`)
        expect(new Set(accounts).size).toBe(accounts.length)
        expect(accounts.filter((account) => /^(receivable|unearned)/.test(account))).toEqual([])
      }),
    )
  })

  it('writes down what came, who has it and what the state gets', () => {
    const lines = [line(10_000, { tenant: 'holder', name: 'x', commission: 500 })]
    const document = { tenant_uuid: 'buyer', lines, discount_minor: 0, tax_minor: 2_100, total_minor: 12_100 }
    expect(salePostings(document, 12_000).filter(({ amount }) => amount !== 0)).toEqual([
      { account: 'receivable', tenant: 'buyer', amount: 100 },
      { account: 'tax', amount: -2_100 },
      { account: 'payments', amount: 12_000 },
      { account: 'payable', tenant: 'holder', amount: -9_500 },
      { account: 'commission', amount: -500 },
    ])
  })

  it('gives holders what is left of their lines, and the marketplace its share', () => {
    const postings = earningPostings([line(10_000, { tenant: 'holder', name: 'x', commission: 500 }), line(300, null)])
    expect(postings).toEqual([
      { account: 'unearned', amount: 10_000 },
      { account: 'payable', tenant: 'holder', amount: -9_500 },
      { account: 'commission', amount: -500 },
    ])
  })
})

describe('a number', () => {
  it('names its series, year and place, and sorts by them', () => {
    expect(numberOf('INV', 2026, 42)).toBe('INV-2026-000042')
    expect(numberOf('CN', 2027, 1_234_567)).toBe('CN-2027-1234567')
  })
})
