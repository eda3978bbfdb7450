import { describe, expect, it } from 'vitest'
import { asChecked, belongsTo, readVatNumber } from './vat.rules.ts'

describe('VAT numbers', () => {
  it.each([
    ['NL 0000.99.998-B57', 'NL', 'NL000099998B57'],
    ['000099998b57', 'NL', 'NL000099998B57'],
    ['U12345678', 'AT', 'ATU12345678'],
    ['094259216', 'GR', 'EL094259216'],
    ['GR094259216', 'GR', 'EL094259216'],
    ['el094259216', 'GR', 'EL094259216'],
    ['XI123456789', 'GB', 'XI123456789'],
    ['123456789', 'GB', 'GB123456789'],
    ['DE123456789', 'NL', 'DE123456789'],
  ])('%s of %s is %s', (text, country, number) => {
    expect(readVatNumber(text, country)).toBe(number)
    expect(readVatNumber(number, country)).toBe(number)
  })

  it('belong to the country whose letters they have', () => {
    expect(belongsTo('NL000099998B57', 'NL')).toBe(true)
    expect(belongsTo('DE123456789', 'NL')).toBe(false)
    expect(belongsTo('EL094259216', 'GR')).toBe(true)
    expect(belongsTo('XI123456789', 'GB')).toBe(true)
    expect(belongsTo('XI123456789', 'IE')).toBe(false)
  })

  it('of Northern Ireland are checked as those of the United Kingdom', () => {
    expect([asChecked('XI123456789'), asChecked('NLXI')]).toEqual(['GB123456789', 'NLXI'])
  })
})
