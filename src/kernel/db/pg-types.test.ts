import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { readTime } from './pg-types.ts'

const written = (date: Date, digits: number): string => {
  const [day, time = ''] = date.toISOString().slice(0, -1).split('T')
  const [clock, fraction = ''] = time.split('.')
  const shown = `${fraction}000`.slice(0, digits).replace(/0+$/, '')
  return `${day} ${clock}${shown === '' ? '' : `.${shown}`}+00`
}

describe('a time', () => {
  test('is read as it was written', () => {
    const dates = fc.date({ min: new Date('0100-01-01'), max: new Date('9999-12-31'), noInvalidDate: true })
    fc.assert(
      fc.property(dates, (date) => {
        expect(readTime(written(date, 6))).toEqual(date)
      }),
    )
  })

  test.each([
    ['2026-11-15 14:02:35.123456+00', '2026-11-15T14:02:35.123Z'],
    ['2026-11-15 14:02:35.1+00', '2026-11-15T14:02:35.100Z'],
    ['2026-11-15 14:02:35+00', '2026-11-15T14:02:35.000Z'],
    ['2026-11-15 14:02:35+02', '2026-11-15T12:02:35.000Z'],
    ['2026-11-15 14:02:35.5-03:30', '2026-11-15T17:32:35.500Z'],
    ['0044-03-15 12:00:00+00 BC', '-000043-03-15T12:00:00.000Z'],
    ['10000-01-01 00:00:00+00', '+010000-01-01T00:00:00.000Z'],
    ['0099-01-01 00:00:00+00', '0099-01-01T00:00:00.000Z'],
  ])('%s is %s', (text, iso) => expect(readTime(text).toISOString()).toBe(iso))

  test('that never comes is as the driver has it', () => {
    expect(readTime('infinity')).toBe(Number.POSITIVE_INFINITY)
  })
})
