import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import {
  type Money,
  decimals,
  fromDecimal,
  fromNumber,
  money,
  multiply,
  multiplyByRatio,
  percentage,
  pricePerAddress,
  pricePerBlock,
  toAmountString,
  toMoneyObject,
  toNumber,
} from './money.ts'

const usd = (minor: number): Money => money(minor, 'USD')
const reason = (fault: string) => expect.objectContaining({ reason: fault })
const currency = fc.constantFrom('USD', 'JPY', 'KWD')
const cents = fc.integer({ min: -(10 ** 11), max: 10 ** 11 })
const safe = fc.maxSafeInteger()

// Stored minor units would change their worth if a newer Intl counted decimals otherwise.
test.each([
  ['USD', 2],
  ['EUR', 2],
  ['GBP', 2],
  ['CHF', 2],
  ['SEK', 2],
  ['PLN', 2],
  ['CAD', 2],
  ['AUD', 2],
  ['JPY', 0],
  ['KRW', 0],
  ['KWD', 3],
  ['BHD', 3],
])('%s has %i decimals', (code, expected) => {
  expect(decimals(code)).toBe(expected)
})

describe('making money', () => {
  test.each(['', 'usd', 'US', 'XYZ', 'USDT', 'DROP'])('there is no currency %j', (code) => {
    expect(() => money(1, code)).toThrow(reason('currency_unknown'))
  })

  test.each([0.5, Number.NaN, Infinity, 2 ** 53, -(2 ** 53), 2n ** 64n])('%s is no count of minor units', (minor) => {
    expect(() => money(minor, 'USD')).toThrow(reason('amount_out_of_range'))
  })

  test('there is only one zero', () => {
    expect(money(-0, 'USD')).toEqual({ currency: 'USD', minor: 0 })
    expect(multiply(usd(0), -1)).toEqual(usd(0))
    expect(fromDecimal('-0.00', 'USD')).toEqual(usd(0))
    expect(fromNumber(-0, 'USD')).toEqual(usd(0))
  })

  test.each([
    ['115.00', 'USD', 11_500],
    ['115', 'USD', 11_500],
    ['115.5', 'USD', 11_550],
    ['-0.01', 'USD', -1],
    ['0.00', 'USD', 0],
    ['115', 'JPY', 115],
    ['1.234', 'KWD', 1234],
    ['90071992547409.91', 'USD', 9_007_199_254_740_991],
  ])('%s %s is %i minor units', (text, code, minor) => {
    expect(fromDecimal(text, code)).toEqual(money(minor, code))
  })

  test.each([
    ['115.001', 'USD', 'too_many_decimals'],
    ['1.000', 'USD', 'too_many_decimals'],
    ['1.0', 'JPY', 'too_many_decimals'],
    ['', 'USD', 'not_an_amount'],
    ['1.', 'USD', 'not_an_amount'],
    ['.5', 'USD', 'not_an_amount'],
    ['+1', 'USD', 'not_an_amount'],
    ['01', 'USD', 'not_an_amount'],
    ['1e3', 'USD', 'not_an_amount'],
    ['1,000', 'USD', 'not_an_amount'],
    [' 1', 'USD', 'not_an_amount'],
    ['1\n', 'USD', 'not_an_amount'],
    ['--1', 'USD', 'not_an_amount'],
    ['0x10', 'USD', 'not_an_amount'],
    ['١', 'USD', 'not_an_amount'],
    ['9'.repeat(400), 'USD', 'not_an_amount'],
    ['90071992547409.92', 'USD', 'amount_out_of_range'],
  ])('%j %s is refused: %s', (text, code, fault) => {
    expect(() => fromDecimal(text, code)).toThrow(reason(fault))
  })

  test.each([
    [115, 11_500],
    [115.5, 11_550],
    [0.07, 7],
    [1.1, 110],
    [-2.05, -205],
    [4.35, 435],
    [9_999_999_999_999.99, 999_999_999_999_999],
  ])('the number %d is %i cents', (value, minor) => {
    expect(fromNumber(value, 'USD')).toEqual(usd(minor))
  })

  test.each([
    [0.1 + 0.2, 'too_many_decimals'],
    [1.005, 'too_many_decimals'],
    [1e-7, 'not_an_amount'],
    [1e21, 'not_an_amount'],
    [Number.NaN, 'not_an_amount'],
    [Infinity, 'not_an_amount'],
    [1e13, 'amount_out_of_range'],
  ])('the number %d is refused: %s', (value, fault) => {
    expect(() => fromNumber(value, 'USD')).toThrow(reason(fault))
  })
})

describe('writing money', () => {
  test.each([
    [11_500, 'USD', '115.00'],
    [7, 'USD', '0.07'],
    [-7, 'USD', '-0.07'],
    [0, 'USD', '0.00'],
    [115, 'JPY', '115'],
    [1234, 'KWD', '1.234'],
    [-12, 'KWD', '-0.012'],
  ])('%i minor %s is %s', (minor, code, text) => {
    expect(toAmountString(money(minor, code))).toBe(text)
  })

  test('as an object for commerce', () => {
    expect(toMoneyObject(usd(11_500))).toEqual({ currency: 'USD', amount: '115.00', amount_minor: 11_500 })
  })

  test('as a number for billing, never one that lost its cents', () => {
    expect(toNumber(usd(11_507))).toBe(115.07)
    expect(() => toNumber(usd(10 ** 15))).toThrow(reason('amount_out_of_range'))
  })

  test('text survives a round', () => {
    fc.assert(
      fc.property(safe, currency, (minor, code) => {
        expect(fromDecimal(toAmountString(money(minor, code)), code)).toEqual(money(minor, code))
      }),
    )
  })

  test('a number survives a round', () => {
    fc.assert(
      fc.property(fc.integer({ min: -(10 ** 15) + 1, max: 10 ** 15 - 1 }), currency, (minor, code) => {
        expect(fromNumber(toNumber(money(minor, code)), code)).toEqual(money(minor, code))
      }),
    )
  })
})

describe('reckoning', () => {
  test('a product beyond the safe integers is refused, not rounded', () => {
    expect(() => multiply(usd(Number.MAX_SAFE_INTEGER), 2)).toThrow(reason('amount_out_of_range'))
  })

  test.each([
    [1, 1, 2, 1],
    [-1, 1, 2, -1],
    [3, 1, 2, 2],
    [-3, 1, 2, -2],
    [1, 1, 3, 0],
    [-1, 1, 3, 0],
    [2, 1, 3, 1],
    [100, -1, 8, -13],
    [Number.MAX_SAFE_INTEGER, 10, 10, Number.MAX_SAFE_INTEGER],
  ])('%i × %i/%i is %i', (minor, numerator, denominator, expected) => {
    expect(multiplyByRatio(usd(minor), numerator, denominator)).toEqual(usd(expected))
  })

  test.each([
    [1, 0],
    [1, -1],
    [0.5, 1],
    [1, 1.5],
  ])('%d/%d is no ratio', (numerator, denominator) => {
    expect(() => multiplyByRatio(usd(1), numerator, denominator)).toThrow(RangeError)
  })

  test('a ratio is off by half a unit at most, a tie goes away from zero, and a refund mirrors its charge', () => {
    const small = fc.integer({ min: -1000, max: 1000 })
    const ratio = fc.tuple(fc.oneof(cents, small), fc.nat(10_000), fc.integer({ min: 1, max: 10_000 }))
    fc.assert(
      fc.property(ratio, ([minor, numerator, denominator]) => {
        const result = multiplyByRatio(usd(minor), numerator, denominator)
        const exact = BigInt(minor) * BigInt(numerator)
        const twiceOff = 2n * (BigInt(result.minor) * BigInt(denominator) - exact) * (exact < 0n ? -1n : 1n)
        expect(twiceOff > -BigInt(denominator) && twiceOff <= BigInt(denominator)).toBe(true)
        expect(multiplyByRatio(usd(-minor), numerator, denominator)).toEqual(usd(-result.minor))
      }),
      { numRuns: 1000 },
    )
  })

  test('percentages are in basis points', () => {
    expect(percentage(usd(11_500), 500)).toEqual(usd(575))
    expect(percentage(usd(10), 500)).toEqual(usd(1))
    expect(percentage(usd(9), 500)).toEqual(usd(0))
  })
})

describe('the price of a block', () => {
  test.each([
    ['0.45', 256, 'USD', 11_520],
    ['0.449219', 256, 'USD', 11_500],
    ['0.000001', 256, 'USD', 0],
    ['0.000020', 250, 'USD', 1],
    ['0.000019', 256, 'USD', 0],
    ['0.5', 1, 'JPY', 1],
    ['0.0005', 1, 'KWD', 1],
    ['0', 256, 'USD', 0],
    ['1', 16_777_216, 'USD', 1_677_721_600],
  ])('at %s for each of %i addresses in %s is %i', (ipPrice, count, code, minor) => {
    expect(pricePerBlock(ipPrice, count, code)).toEqual(money(minor, code))
  })

  test('is refused beyond six decimals, or below nothing', () => {
    expect(() => pricePerBlock('0.0000000000001', 256, 'USD')).toThrow(reason('too_many_decimals'))
    expect(() => pricePerBlock('-0.45', 256, 'USD')).toThrow(reason('amount_out_of_range'))
    expect(() => pricePerBlock('0.45', 25.6, 'USD')).toThrow(RangeError)
  })

  test('is the millionths counted one by one, rounded once', () => {
    fc.assert(
      fc.property(fc.nat(10_000_000), fc.integer({ min: 0, max: 24 }), (millionths, bits) => {
        const text = `${Math.trunc(millionths / 1e6)}.${String(millionths % 1e6).padStart(6, '0')}`
        const tenThousandths = BigInt(millionths) << BigInt(bits)
        const up = tenThousandths % 10_000n >= 5000n ? 1n : 0n
        expect(BigInt(pricePerBlock(text, 2 ** bits, 'USD').minor)).toBe(tenThousandths / 10_000n + up)
      }),
    )
  })
})

describe('the price of an address', () => {
  test.each([
    [10_000, 256, 'USD', '0.390625'],
    [9_999, 256, 'USD', '0.390586'],
    [1, 16_777_216, 'USD', '0.000000'],
    [100, 1, 'JPY', '100.000000'],
    [1_500, 1024, 'KWD', '0.001465'],
  ])('of %i minor units for %i addresses in %s is %s', (minor, count, code, ipPrice) => {
    expect(pricePerAddress(money(minor, code), count)).toBe(ipPrice)
  })

  test('leads back to the price of the block, as long as six decimals can tell cents apart', () => {
    fc.assert(
      fc.property(fc.nat(10 ** 9), fc.integer({ min: 0, max: 12 }), (minor, bits) => {
        expect(pricePerBlock(pricePerAddress(usd(minor), 2 ** bits), 2 ** bits, 'USD')).toEqual(usd(minor))
      }),
    )
  })
})
