import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { faultOfIban, grouped, isBic } from './iban.rules.ts'

const good = [
  'NL91ABNA0417164300',
  'DE89 3704 0044 0532 0130 00',
  'gb29nwbk60161331926819',
  'FR1420041010050500013M02606',
  'NO9386011117947',
  'MT84MALT011000012345MTLCAST001S',
  'CH9300762011623852957',
]

describe('an IBAN', () => {
  it.each(good)('is right: %s', (iban) => {
    expect(faultOfIban(iban)).toBeUndefined()
  })

  it.each([
    ['NL91ABNA0417164301', 'wrong digit'],
    ['NL91ABNA041716430', '18 characters'],
    ['NL91ABNA04171643000', '18 characters'],
    ['US64SVBKUS6S3300958879', 'country'],
    ['', 'country'],
    ['NL91ABNA041716430-', 'wrong digit'],
    ['DE00370400440532013000', 'wrong digit'],
  ])('is wrong: %s', (iban, why) => {
    expect(faultOfIban(iban)).toContain(why)
  })

  it('is wrong with any one digit changed', () => {
    const iban = 'NL91ABNA0417164300'
    fc.assert(
      fc.property(fc.nat(iban.length - 1), fc.nat(9).map(String), (at, other) => {
        fc.pre(/\d/.test(iban[at] ?? '') && iban[at] !== other)
        expect(faultOfIban(iban.slice(0, at) + other + iban.slice(at + 1))).toBeDefined()
      }),
    )
  })

  it('is printed in groups of four', () => {
    expect(grouped('nl91abna0417164300')).toBe('NL91 ABNA 0417 1643 00')
  })
})

it('a BIC has eight or eleven characters', () => {
  expect(['ABNANL2A', 'DEUTDEFF500', 'ABNANL2', 'ABNANL2A5', 'abnanl2a'].map(isBic)).toEqual([
    true,
    true,
    false,
    false,
    false,
  ])
})
