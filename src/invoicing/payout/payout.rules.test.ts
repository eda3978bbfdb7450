import { describe, expect, it } from 'vitest'
import { monthsUpTo, payoutMonth, payoutPostings, planPayouts } from './payout.rules.ts'

const at = (text: string) => new Date(`${text}Z`)

describe('the month of a payout', () => {
  it.each([
    ['2026-03-01T00:00:00', '2026-02', '2026-03-01T00:00:00'],
    ['2026-03-01T12:00:00', '2026-02', '2026-03-01T00:00:00'],
    ['2026-03-01T12:00:01', '2026-02', '2026-03-01T12:00:01'],
    ['2026-01-31T23:59:59', '2025-12', '2026-01-31T23:59:59'],
  ])('made at %s is of %s, as of %s', (now, month, made) => {
    expect(payoutMonth(at(now))).toMatchObject({ month, at: at(made) })
  })

  it('ends before the month that runs', () => {
    expect(payoutMonth(at('2026-03-17T10:00:00')).before).toEqual(at('2026-03-01T00:00:00'))
  })
})

describe('the last months', () => {
  it('go across years, with the one that runs', () => {
    expect(monthsUpTo(at('2026-02-28T10:00:00'), 4)).toEqual(['2025-11', '2025-12', '2026-01', '2026-02'])
  })
})

describe('a payout in the ledger', () => {
  it('adds up to zero', () => {
    expect(payoutPostings('x', 250, 52).reduce((sum, { amount }) => sum + amount, 0)).toBe(0)
  })
})

describe('payouts to come', () => {
  const now = at('2026-01-20T00:00:00')
  const earnings = [
    { at: at('2026-01-25T00:00:00'), amount: 60 },
    { at: at('2026-02-01T00:00:00'), amount: 30 },
    { at: at('2026-03-25T00:00:00'), amount: 90 },
  ]

  it('pay what is owed by then, once it is enough', () => {
    expect(planPayouts(40, earnings, { now, until: at('2026-05-10T00:00:00'), minimum: 50 })).toEqual([
      { at: at('2026-02-01T00:00:00'), amount: 100 },
      { at: at('2026-04-01T00:00:00'), amount: 120 },
    ])
  })

  it('come no later than asked, and not at all for nothing', () => {
    expect(planPayouts(0, earnings, { now, until: at('2026-02-01T00:00:00'), minimum: 1 })).toHaveLength(1)
    expect(planPayouts(0, [], { now, until: at('2027-02-01T00:00:00'), minimum: 1 })).toEqual([])
    expect(planPayouts(-500, earnings, { now, until: at('2027-02-01T00:00:00'), minimum: 1 })).toEqual([])
  })
})
