import { describe, expect, it } from 'vitest'
import { addressFaults, readAddress } from './address.rules.ts'

const countries = new Set(['NL', 'AQ'])
const address = { line_one: 'Herengracht 1', city: 'Amsterdam', postcode: '1015 BA', country_code: 'NL' }
const faultsOf = (wish: object) => Object.keys(addressFaults(readAddress({ ...address, ...wish }), countries))

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

  it.each([
    ['nh', 'NH'],
    ['nl-nh', 'NL-NH'],
    [' us-ca ', 'US-CA'],
    ['971', '971'],
    ['N.-Holland', 'N.-Holland'],
    ['ßßßßßßßßßß', 'ßßßßßßßßßß'],
  ])('takes the province %j, and writes %j', (province_code, written) => {
    expect(readAddress({ ...address, province_code }).province_code).toBe(written)
    expect(faultsOf({ province_code })).toEqual([])
  })

  it('says all that is wrong with it, and a missing country only once', () => {
    expect(faultsOf({ line_one: ' ', postcode: undefined })).toEqual(['line_one', 'postcode'])
    expect(faultsOf({ country_code: '' })).toEqual(['country_code'])
    expect(faultsOf({ country_code: 'ZZ' })).toEqual(['country_code'])
  })
})
