import { describe, expect, it } from 'vitest'
import { euTaxes } from '../tax/tax.rules.ts'
import { detailsFaults, effectiveFrom, maskedIban, readDetails, selfBillingTaxes } from './details.rules.ts'

const wish = {
  account_holder: 'Holder GmbH',
  iban: 'de89 3704 0044 0532 0130 00',
  bic: 'cobadeff',
  address: ['Weg 1', '10115 Berlin'],
  country_code: 'de',
  vat_number: 'DE 136.695.976',
}

describe('bank details', () => {
  it('are read as people write them', () => {
    expect(readDetails(wish)).toMatchObject({
      iban: 'DE89370400440532013000',
      bic: 'COBADEFF',
      country_code: 'DE',
      vat_number: 'DE136695976',
    })
    expect(detailsFaults(wish)).toEqual({})
  })

  it('are wrong by a digit', () => {
    expect(detailsFaults({ ...wish, iban: 'DE89370400440532013001', bic: 'COBA' })).toEqual({
      iban: [expect.stringContaining('wrong digit')],
      bic: [expect.stringContaining('8 or 11')],
    })
  })

  it('are shown in part', () => {
    expect(maskedIban('DE89370400440532013000')).toBe('DE89••••••••••••••3000')
  })

  it('count at once when they are the first, and three days later when they change', () => {
    const now = new Date('2026-11-17T10:00:00Z')
    expect(effectiveFrom(now, true)).toEqual(now)
    expect(effectiveFrom(now, false)).toEqual(new Date('2026-11-20T10:00:00Z'))
  })
})

describe('the tax of a self-billed document', () => {
  const of = (country_code: string, vat_number: string | null, own = 'NL') =>
    selfBillingTaxes({ country_code, vat_number }, own, euTaxes).map(({ code, rate }) => [code, rate])

  it.each([
    ['NL', 'NL000099998B57', 'NL', [['vat', 21_000]]],
    ['DE', 'DE136695976', 'NL', [['reverse_charge', 0]]],
    ['US', '12-3456789', 'NL', [['no_vat', 0]]],
    ['NL', null, 'NL', [['no_vat', 0]]],
    ['DE', 'DE136695976', 'US', [['no_vat', 0]]],
  ])('of %s with %s, sold to %s', (country, number, own, taxes) => {
    expect(of(country, number, own)).toEqual(taxes)
  })
})
