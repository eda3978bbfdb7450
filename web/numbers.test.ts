import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { numberIn, readNumber } from './numbers.ts'

describe('a number as it is typed', () => {
  it.each([
    ['12', '12'],
    ['12.50', '12.50'],
    ['12,50', '12.50'],
    ['0,5', '0.5'],
    [',5', '0.5'],
    ['.5', '0.5'],
    ['12,', '12'],
    [' 1 234,50 ', '1234.50'],
    ['1 234 567', '1234567'],
    ['1’234.50', '1234.50'],
    ['1,234', '1234'],
    ['0,500', '0.500'],
    ['1.234', '1.234'],
    ['1,234.5', '1234.5'],
    ['1.234,5', '1234.5'],
    ['1,234,567', '1234567'],
    ['1.234.567', '1234567'],
    ['1.234.567,89', '1234567.89'],
    ['0.123456789012', '0.123456789012'],
    ['-3,5', '-3.5'],
    ['007', '7'],
  ])('%s is %s', (typed, read) => {
    expect(readNumber(typed)).toBe(read)
  })

  it.each(['', ' ', 'much', '1,2,3', '1.2.3', '12,34.5', '1,234,56', '12 34', '1e3', '$5', '-', ',', '1,234.5.6'])(
    '"%s" is none',
    (typed) => {
      expect(readNumber(typed)).toBeNull()
      expect(numberIn(typed)).toBeNaN()
    },
  )

  it('is the same in English, German and Swiss writing', () => {
    const cents = fc.integer({ min: 0, max: 10 ** 11 })
    fc.assert(
      fc.property(cents, (value) => {
        for (const locale of ['en', 'de', 'de-CH', 'fr'])
          expect(numberIn((value / 100).toLocaleString(locale, { minimumFractionDigits: 2 }))).toBe(value / 100)
      }),
    )
  })
})
