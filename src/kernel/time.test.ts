import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import {
  addDays,
  addMonths,
  applyDuration,
  DurationError,
  inWords,
  parseDuration,
  toIsoOffset,
  toRfc3339,
  toUnix,
} from './time.ts'

const utc = (text: string) => new Date(`${text}Z`)
const moment = fc.date({ min: utc('1990-01-01T00:00:00'), max: utc('2190-01-01T00:00:00'), noInvalidDate: true })
const months = fc.integer({ min: -600, max: 600 })
const anchor = fc.integer({ min: 1, max: 31 })

describe('adding months', () => {
  test.each([
    ['2026-01-31T10:00:00', 1, 31, '2026-02-28T10:00:00'],
    ['2028-01-31T10:00:00', 1, 31, '2028-02-29T10:00:00'],
    ['2026-02-28T10:00:00', 1, 31, '2026-03-31T10:00:00'],
    ['2026-03-31T10:00:00', 1, 31, '2026-04-30T10:00:00'],
    ['2026-01-30T10:00:00', 1, 30, '2026-02-28T10:00:00'],
    ['2026-02-28T10:00:00', 1, 30, '2026-03-30T10:00:00'],
    ['2028-02-29T10:00:00', 12, 29, '2029-02-28T10:00:00'],
    ['2029-02-28T10:00:00', 36, 29, '2032-02-29T10:00:00'],
    ['2100-01-29T00:00:00', 1, 29, '2100-02-28T00:00:00'],
    ['2026-12-15T23:59:59', 1, 15, '2027-01-15T23:59:59'],
    ['2026-01-15T00:00:00', -1, 15, '2025-12-15T00:00:00'],
    ['2026-03-31T00:00:00', -1, 31, '2026-02-28T00:00:00'],
    ['2026-02-10T00:00:00', 0, 31, '2026-02-28T00:00:00'],
  ])('%s plus %i, anchored at %i, is %s', (start, count, day, end) => {
    expect(addMonths(utc(start), count, day)).toEqual(utc(end))
  })

  test('without an anchor the date’s own day is it', () => {
    expect(addMonths(utc('2026-01-31T10:00:00'), 1)).toEqual(utc('2026-02-28T10:00:00'))
  })

  test('leaves the date that came in alone', () => {
    const date = utc('2026-01-31T10:00:00')
    addMonths(date, 1, 31)
    expect(date).toEqual(utc('2026-01-31T10:00:00'))
  })

  test.each([0, 32, 1.5, Number.NaN])('%d is no anchor day', (day) => {
    expect(() => addMonths(utc('2026-01-01T00:00:00'), 1, day)).toThrow(RangeError)
  })

  test('refuses parts of months and dates that do not exist', () => {
    expect(() => addMonths(utc('2026-01-01T00:00:00'), 0.5, 1)).toThrow(RangeError)
    expect(() => addMonths(new Date(Number.NaN), 1, 1)).toThrow(RangeError)
    expect(() => addMonths(utc('2026-01-01T00:00:00'), 10_000_000, 1)).toThrow(RangeError)
  })

  test('lands in the right month, on the anchor or the month’s last day, at the same time of day', () => {
    fc.assert(
      fc.property(moment, months, anchor, (date, count, day) => {
        const moved = addMonths(date, count, day)
        const monthOf = (d: Date) => d.getUTCFullYear() * 12 + d.getUTCMonth()
        expect(monthOf(moved) - monthOf(date)).toBe(count)
        const lastOfMonth = addDays(moved, 1).getUTCDate() === 1
        expect(moved.getUTCDate() === day || (moved.getUTCDate() < day && lastOfMonth)).toBe(true)
        expect(moved.toISOString().slice(-13)).toBe(date.toISOString().slice(-13))
      }),
      { numRuns: 1000 },
    )
  })

  test('in steps is the same as at once: an anchor never drifts', () => {
    fc.assert(
      fc.property(moment, fc.nat(48), anchor, (date, count, day) => {
        let stepped = addMonths(date, 0, day)
        for (let month = 0; month < count; month++) stepped = addMonths(stepped, 1, day)
        expect(stepped).toEqual(addMonths(date, count, day))
      }),
    )
  })
})

test('days are 24 hours, whatever the zone of the machine does', () => {
  expect(addDays(utc('2026-03-28T12:00:00'), 2)).toEqual(utc('2026-03-30T12:00:00'))
  expect(addDays(utc('2028-02-28T00:00:00'), 1)).toEqual(utc('2028-02-29T00:00:00'))
  expect(addDays(utc('2026-01-01T00:00:00'), -1)).toEqual(utc('2025-12-31T00:00:00'))
  expect(() => addDays(utc('2026-01-01T00:00:00'), 0.5)).toThrow(RangeError)
})

describe('durations', () => {
  test.each([
    ['13 months', 13, 0, 0],
    ['1 month', 1, 0, 0],
    ['3 months 2 days', 3, 2, 0],
    ['2 days 3 months', 3, 2, 0],
    ['36h', 0, 0, 129_600],
    ['1 year', 12, 0, 0],
    ['1y 2mo 3w 4d 5h 6min 7s', 14, 25, 18_367],
    ['2 Weeks', 0, 14, 0],
    ['0 days', 0, 0, 0],
    ['P1M', 1, 0, 0],
    ['PT1M', 0, 0, 60],
    ['P1Y2M3DT4H5M6S', 14, 3, 14_706],
    ['P2W', 0, 14, 0],
    ['PT36H', 0, 0, 129_600],
  ])('%s', (text, inMonths, days, seconds) => {
    expect(parseDuration(text)).toEqual({ months: inMonths, days, seconds })
  })

  test.each([
    ['', 'write it like'],
    ['13', 'write it like'],
    ['months', 'write it like'],
    ['-1 month', 'write it like'],
    ['1.5 months', 'write it like'],
    ['1 month,2 days', 'write it like'],
    [' 1 month', 'write it like'],
    ['1 month ', 'write it like'],
    ['1 month\n', 'write it like'],
    ['5m', '"m" is not a unit'],
    ['3 fortnights', '"fortnights" is not a unit'],
    ['1 month 1 months', 'names the months twice'],
    ['P', 'ISO 8601'],
    ['PT', 'ISO 8601'],
    ['P1MT', 'ISO 8601'],
    ['P1H', 'ISO 8601'],
    ['P1.5M', 'ISO 8601'],
    ['P-1M', 'ISO 8601'],
    ['9007199254740993 years', 'too long'],
  ])('%j is refused: %s', (text, why) => {
    expect(() => parseDuration(text)).toThrow(DurationError)
    expect(() => parseDuration(text)).toThrow(why)
  })

  test('are added months first', () => {
    const start = utc('2026-01-31T10:00:00')
    expect(applyDuration(start, parseDuration('1 month 1 day'))).toEqual(utc('2026-03-01T10:00:00'))
    expect(applyDuration(start, parseDuration('36h'))).toEqual(utc('2026-02-01T22:00:00'))
    const end = utc('2026-02-28T10:00:00')
    expect(applyDuration(end, parseDuration('1 month'), 31)).toEqual(utc('2026-03-31T10:00:00'))
    expect(applyDuration(end, parseDuration('1 day'), 31)).toEqual(utc('2026-03-01T10:00:00'))
    expect(() => applyDuration(start, parseDuration('999999999 years'))).toThrow(RangeError)
  })

  test('words and ISO mean the same', () => {
    const count = fc.nat(10_000)
    fc.assert(
      fc.property(count, count, count, count, (years, inMonths, days, hours) => {
        const words = `${years} years ${inMonths} months ${days} days ${hours} hours`
        expect(parseDuration(words)).toEqual(parseDuration(`P${years}Y${inMonths}M${days}DT${hours}H`))
      }),
    )
  })
})

describe('on the wire', () => {
  const date = new Date('2026-11-15T10:00:00.999Z')

  test('each API has its form, cut to the second', () => {
    expect(toUnix(date)).toBe(1_794_736_800)
    expect(toIsoOffset(date)).toBe('2026-11-15T10:00:00+00:00')
    expect(toRfc3339(date)).toBe('2026-11-15T10:00:00Z')
  })

  test('a time not set yet is null in all of them', () => {
    expect([toUnix(null), toIsoOffset(null), toRfc3339(null)]).toEqual([null, null, null])
  })

  test('all three name the same second, also before 1970', () => {
    const wide = fc.date({ min: utc('0001-01-01T00:00:00'), max: utc('9999-12-31T23:59:59'), noInvalidDate: true })
    fc.assert(
      fc.property(wide, (date) => {
        const second = toUnix(date) * 1000
        expect(date.getTime() - second).toBeGreaterThanOrEqual(0)
        expect(date.getTime() - second).toBeLessThan(1000)
        expect([Date.parse(toIsoOffset(date)), Date.parse(toRfc3339(date))]).toEqual([second, second])
      }),
    )
  })

  test('what cannot be written is refused', () => {
    for (const write of [toUnix, toIsoOffset, toRfc3339]) expect(() => write(new Date(Number.NaN))).toThrow(RangeError)
    expect(() => toRfc3339(new Date(Date.UTC(10_000, 0)))).toThrow('beyond the year 9999')
  })
})

test('says a time in words, for people anywhere', () => {
  expect(inWords('2026-12-06T20:28:58.410Z')).toBe('6 December 2026 at 20:28 UTC')
  expect(inWords(new Date('2027-01-01T00:00:00Z'))).toBe('1 January 2027 at 00:00 UTC')
})
