import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { stepFrom } from './replay.ts'

const at = (text: string) => new Date(`${text}Z`)
const step = (now: string, due: string, target = '2030-01-01T00:00') => stepFrom(at(now), at(due), at(target))

describe('a step of the clock', () => {
  it.each([
    ['goes twelve hours past what falls due first', '2026-03-02T00:00', '2026-03-05T10:00', '2026-03-05T22:00'],
    ['ends with the month', '2026-03-02T00:00', '2026-03-31T20:00', '2026-04-01T00:00'],
    ['stops where the month begins', '2026-03-31T12:00', '2026-04-01T00:00', '2026-04-01T00:00'],
    ['goes on from there', '2026-04-01T00:00', '2026-04-01T00:00:01', '2026-04-01T12:00:01'],
    ['skips months without work', '2026-03-02T00:00', '2027-07-07T07:00', '2027-07-07T19:00'],
    ['leaves work behind that nobody can do', '2026-03-02T00:00', '2026-03-01T00:00', '2026-03-02T12:00:01'],
  ])('%s', (_what, now, due, end) => {
    expect(step(now, due)).toEqual(at(end))
  })

  it('never goes past the target', () => {
    expect(step('2026-03-02T00:00', '2026-03-05T10:00', '2026-03-05T11:00')).toEqual(at('2026-03-05T11:00'))
  })

  it('always goes ahead, does what falls due at most twelve hours late, and never crosses the end of a month', () => {
    const moment = fc.date({ min: at('2026-01-01T00:00'), max: at('2029-12-31T00:00'), noInvalidDate: true })
    fc.assert(
      fc.property(moment, moment, (now, due) => {
        const end = stepFrom(now, due, at('2030-01-01T00:00'))
        expect(end > now).toBe(true)
        const monthOf = (date: Date) => date.toISOString().slice(0, 7)
        const beginsMonth = end.toISOString().endsWith('-01T00:00:00.000Z')
        const late = end.getTime() - due.getTime()
        expect(due <= now || (late >= 0 && late <= 12 * 3_600_000)).toBe(true)
        expect(due <= now || monthOf(end) === monthOf(due) || beginsMonth).toBe(true)
      }),
    )
  })
})
