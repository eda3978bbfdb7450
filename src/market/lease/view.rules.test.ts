import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { addMonths } from '../../kernel/time.ts'
import { directed, leaving } from './view.rules.ts'

const up = (field: string) => ({ field, descending: false })
const down = (field: string) => ({ field, descending: true })

describe('directed', () => {
  it('gives each key its direction, and lets keys without one be', () => {
    expect(directed([up('a'), up('b')], ['desc'])).toEqual([down('a'), up('b')])
    expect(directed([down('a'), down('b')], [])).toEqual([down('a'), down('b')])
  })

  it('decides over a leading minus', () => {
    expect(directed([down('a'), down('b')], ['asc', 'desc'])).toEqual([up('a'), down('b')])
  })

  it('refuses more directions than keys', () => {
    expect(() => directed([up('a')], ['asc', 'asc'])).toThrow(
      expect.objectContaining({ fields: { direction: [expect.stringContaining('at most 1')] } }),
    )
  })
})

describe('leaving', () => {
  const at = (text: string) => new Date(`${text}T10:00:00Z`)
  const settings = { currency: 'USD', earlyExit: 5_000 }
  const active = { status: 'active', next_due_at: at('2026-12-15') }
  const year = { starts_at: at('2026-01-31'), ends_at: at('2027-01-31'), months: 12, price_minor: 10_001 }

  it('is free at the end of the period where nothing is committed', () => {
    const free = { commitmentEnd: null, earlyExit: { currency: 'USD', minor: 0 } }
    expect(leaving(active, null, at('2026-11-15'), settings)).toEqual({ earliestAt: active.next_due_at, ...free })
    expect(leaving(active, year, year.ends_at, settings)).toEqual({ earliestAt: active.next_due_at, ...free })
    const pending = { status: 'pending', next_due_at: null }
    expect(leaving(pending, null, at('2026-11-15'), settings)).toEqual({ earliestAt: null, ...free })
    const ended = { ...active, status: 'terminated' }
    expect(leaving(ended, year, at('2026-11-15'), settings)).toEqual({ earliestAt: null, ...free })
  })

  it('waits for the end of a commitment, or of the period in which it ends', () => {
    expect(leaving(active, year, at('2026-11-15'), settings)).toMatchObject({
      earliestAt: year.ends_at,
      commitmentEnd: year.ends_at,
    })
    const next_due_at = at('2027-02-15')
    expect(leaving({ ...active, next_due_at }, year, at('2027-01-20'), settings)).toMatchObject({
      earliestAt: next_due_at,
      commitmentEnd: year.ends_at,
    })
  })

  it.each([
    ['2025-12-01', 12],
    ['2026-01-31', 12],
    ['2026-02-27', 12],
    ['2026-02-28', 11],
    ['2026-03-30', 11],
    ['2026-12-30', 2],
    ['2026-12-31', 1],
    ['2027-01-30', 1],
  ])('on %s costs its share of %i months, rounded once', (day, months) => {
    const { earlyExit } = leaving(active, year, at(day), settings)
    expect(earlyExit).toEqual({ currency: 'USD', minor: Math.round((months * 10_001) / 2) })
  })

  it('never costs more as time goes by, nor more than the whole', () => {
    const commitment = fc.record({
      starts_at: fc.date({ min: at('2020-01-01'), max: at('2030-01-01'), noInvalidDate: true }),
      months: fc.constantFrom(3, 6, 12, 24, 36, 60, 120),
      price_minor: fc.integer({ min: 1, max: 1e9 }),
    })
    fc.assert(
      fc.property(commitment, fc.nat(1e4), fc.nat(1e4), (terms, a, b) => {
        const running = { ...terms, ends_at: addMonths(terms.starts_at, terms.months) }
        const costAfter = (hours: number) =>
          leaving(active, running, new Date(terms.starts_at.getTime() + hours * 3_600_000), settings).earlyExit.minor
        expect(costAfter(Math.max(a, b))).toBeLessThanOrEqual(costAfter(Math.min(a, b)))
        expect(costAfter(0)).toBe(Math.round((terms.months * terms.price_minor) / 2))
      }),
    )
  })
})
