import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { addDays, addMonths, addSeconds } from '../../kernel/time.ts'
import { firstStep, periodAfter, stepAfter, timetable, type Planned } from './period.rules.ts'

const moments = fc.date({ min: new Date('2020-01-01'), max: new Date('2090-01-01'), noInvalidDate: true })

const periodsFrom = (start: Date, count: number) => {
  const ends: Date[] = [start]
  for (let i = 0; i < count; i++) ends.push(periodAfter(ends.at(-1) as Date, start.getUTCDate()))
  return ends
}

describe('periods', () => {
  it('tile for every anchor day and length: each begins where the last ended, on the anchor day or the last of its month', () => {
    fc.assert(
      fc.property(moments, fc.integer({ min: 1, max: 130 }), (start, count) => {
        const ends = periodsFrom(start, count)
        for (const [i, end] of ends.entries()) {
          // However short the months between, the n-th period ends n months after the first began.
          expect(end).toEqual(addMonths(start, i))
          const last = addDays(end, 1).getUTCMonth() !== end.getUTCMonth()
          expect(end.getUTCDate() === start.getUTCDate() || (last && end.getUTCDate() < start.getUTCDate())).toBe(true)
          expect(end.getTime() % 86_400_000).toBe(start.getTime() % 86_400_000)
        }
      }),
    )
  })

  it.each([
    ['2027-01-31', ['2027-02-28', '2027-03-31', '2027-04-30', '2027-05-31']],
    ['2028-01-31', ['2028-02-29', '2028-03-31']],
    ['2028-02-29', ['2028-03-29', '2028-04-29']],
    ['2027-12-30', ['2028-01-30', '2028-02-29', '2028-03-30']],
  ])('keep the day of %s', (start, ends) => {
    const days = periodsFrom(new Date(`${start}T10:00:00Z`), ends.length).map((end) => end.toISOString().slice(0, 10))
    expect(days.slice(1)).toEqual(ends)
  })
})

describe('the timetable', () => {
  const due = new Date('2027-03-31T10:00:00Z')
  const walk = (from: Planned) => {
    const steps: Planned[] = [from]
    for (let next = stepAfter(from, due); next; next = stepAfter(next, due)) steps.push(next)
    return steps
  }

  it('begins two days before the due date and ends three days after it', () => {
    const hours = walk(firstStep(due, null)).map(({ step, at }) => [step, (at.getTime() - due.getTime()) / 3_600_000])
    expect(hours).toEqual(timetable.map(({ step, hours: planned }) => [step, planned]))
  })

  it('ends with the period that nothing may follow', () => {
    expect(firstStep(due, due)).toEqual({ step: 'end', at: due })
    expect(firstStep(due, addDays(due, -5))).toEqual({ step: 'end', at: due })
    expect(firstStep(due, addDays(due, 5)).step).toBe('order')
  })

  it('gives whoever we come late to all the time between two steps', () => {
    fc.assert(
      fc.property(fc.integer({ min: 0, max: 30 * 24 }), (late) => {
        const steps = walk({ step: 'due', at: addSeconds(due, late * 3_600) })
        const hours = steps.map(({ at }) => (at.getTime() - due.getTime()) / 3_600_000)
        expect(hours).toEqual(steps.map((_, i) => Math.max(late, 0) + [0, 24, 48, 68, 72][i]!))
      }),
    )
  })
})
