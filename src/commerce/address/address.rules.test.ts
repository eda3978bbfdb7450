import { describe, expect, it } from 'vitest'
import { addressFaults, readAddress } from './address.rules.ts'

const geography = { countries: new Set(['NL', 'AQ']), provinces: new Set(['NL-NH', 'NL-ZH']) }
const address = { line_one: 'Herengracht 1', city: 'Amsterdam', postcode: '1015 BA', country_code: 'NL' }
const faultsOf = (wish: object) => Object.keys(addressFaults(readAddress({ ...address, ...wish }), geography))

describe('an address', () => {
  it('is read with every field, trimmed, blank as nothing, codes in capitals', () => {
    expect(
      readAddress({ ...address, city: ' Den  Haag ', line_two: ' ', province_code: 'zh', country_code: 'nl' }),
    ).toEqual({
      ...address,
      city: 'Den  Haag',
      province_code: 'ZH',
      first_name: null,
      last_name: null,
      company_name: null,
      vat_number: null,
      line_two: null,
      line_three: null,
      contact_email: null,
      contact_phone: null,
      company_code: null,
    })
  })

  it('names a province of its country, with or without the country in front', () => {
    expect([faultsOf({ province_code: 'NH' }), faultsOf({ province_code: 'NL-ZH' })]).toEqual([[], []])
    expect(faultsOf({ province_code: 'BE' })).toEqual(['province_code'])
    expect(faultsOf({ province_code: 'N' })).toEqual(['province_code'])
  })

  it('says all that is wrong with it, and a missing country only once', () => {
    expect(faultsOf({ line_one: ' ', postcode: undefined })).toEqual(['line_one', 'postcode'])
    expect(faultsOf({ country_code: '', province_code: 'NH' })).toEqual(['country_code', 'province_code'])
    expect(faultsOf({ country_code: 'ZZ', province_code: 'NH' })).toEqual(['country_code'])
  })
})
