import { describe, expect, it } from 'vitest'
import { reverseCharge } from '../../../src/invoicing/tax/tax.rules.ts'
import { whyTax } from './tax-words.ts'

const names = (code: string) => ({ NL: 'Netherlands', US: 'United States' })[code] ?? code
const vat = { code: 'vat', name: 'VAT', rate: 21, notice: null }
const dutch = { country_code: 'NL', vat_number: null, vat_validation_status: null } as const
const numbered = { ...dutch, vat_number: 'NL000099998B57' }

describe('why this tax', () => {
  it.each([
    ['no address', [], null, /choose one/],
    ['nothing', [], { ...dutch, country_code: 'US' }, /No tax .* United States/],
    ['no number', [vat], dutch, /VAT of 21% .* Netherlands.*With a valid VAT number/],
    [
      'a number at the seller’s',
      [vat],
      { ...numbered, vat_validation_status: 'valid' as const },
      /makes no difference/,
    ],
    ['a number that is looked at', [vat], { ...numbered, vat_validation_status: 'pending' as const }, /being verified/],
    ['a wrong number', [vat], { ...numbered, vat_validation_status: 'invalid' as const }, /could not be verified/],
    [
      'reverse charge',
      [{ ...reverseCharge, rate: 0 }],
      { ...numbered, vat_validation_status: 'valid' as const },
      /Article 196/,
    ],
  ])('%s', (_, lines, address, words) => {
    expect(whyTax(lines, address, names).join(' ')).toMatch(words)
  })
})
