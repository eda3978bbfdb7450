import { describe, expect, it } from 'vitest'
import { renewedBefore, untilOf } from './term.rules.ts'

const now = new Date('2026-11-17T10:00:00Z')
const day = (text: string) => new Date(`${text}T10:00:00Z`)

describe('until when a letter is signed', () => {
  it.each([
    ['a year', null, 12, day('2027-11-17')],
    ['a month', null, 1, day('2026-12-17')],
    ['the end of its lease, where that is sooner', day('2027-01-31'), 12, day('2027-01-31')],
    ['a year, where its lease runs longer', day('2029-01-31'), 12, day('2027-11-17')],
    ['the end of its lease', null, 0, null],
    ['the end of its lease, which is known', day('2029-01-31'), 0, day('2029-01-31')],
  ])('%s', (_, leaseEnds, months, until) => {
    expect(untilOf(now, leaseEnds, months)).toEqual(until)
  })

  it('is always later than when it was to be signed anew', () => {
    for (let months = 1; months <= 120; months++)
      for (let days = 0; days < 366; days++) {
        const at = new Date(now.getTime() + days * 86_400_000)
        const until = untilOf(at, null, months)?.getTime() ?? 0
        expect(until - at.getTime()).toBeGreaterThan(renewedBefore(months) * 86_400_000)
      }
  })
})
