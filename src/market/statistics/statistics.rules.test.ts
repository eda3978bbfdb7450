import { describe, expect, it } from 'vitest'
import { addUpMonths, type MonthMoves } from './statistics.rules.ts'

const moved = (month: string, given: Partial<MonthMoves>): MonthMoves => ({
  month,
  listed: 0,
  used: 0,
  rate_minor: 0,
  started: 0,
  ended: 0,
  ...given,
})

describe('addUpMonths', () => {
  it('goes on from what was there before, through months in which nothing happened', () => {
    const moves = [
      moved('', { listed: 1_024, used: 256, rate_minor: 10_000, started: 7, ended: 6 }),
      moved('2026-09', { used: 256, rate_minor: 12_000, started: 1 }),
      moved('2026-11', { listed: -768, used: -256, rate_minor: -10_000, ended: 1 }),
    ]
    expect(addUpMonths(['2026-09', '2026-10', '2026-11'], moves)).toEqual([
      { month: '2026-09', listed: 1_024, used: 512, rateMinor: 22_000, started: 1, ended: 0 },
      { month: '2026-10', listed: 1_024, used: 512, rateMinor: 22_000, started: 0, ended: 0 },
      { month: '2026-11', listed: 256, used: 256, rateMinor: 12_000, started: 0, ended: 1 },
    ])
  })

  it('begins with nothing where there was nothing', () => {
    expect(addUpMonths(['2026-11'], [])).toEqual([
      { month: '2026-11', listed: 0, used: 0, rateMinor: 0, started: 0, ended: 0 },
    ])
  })
})
