import { describe, expect, it } from 'vitest'
import { countryOf, dayOf, envelope, figure, periodOf, taxName } from './text.rules.ts'

describe('on paper', () => {
  it.each([
    [0, 'USD', '0.00'],
    [5, 'USD', '0.05'],
    [123_456, 'USD', '1,234.56'],
    [-123_456_789, 'EUR', '-1,234,567.89'],
    [99_900, 'USD', '999.00'],
    [1_234_567, 'JPY', '1,234,567'],
    [1_234_567, 'KWD', '1,234.567'],
    [1_234_567_891, 'KWD', '1,234,567.891'],
  ])('%d minor units of %s are %s', (minor, currency, text) => {
    expect(figure(minor, currency)).toBe(text)
  })

  it('days, periods and countries are words', () => {
    expect(dayOf(new Date('2026-11-15T23:59:59Z'))).toBe('15 November 2026')
    expect(periodOf({ from: '2026-01-31T10:00:00Z', to: '2026-02-28T10:00:00Z' })).toBe('31 Jan 2026 – 28 Feb 2026')
    expect(periodOf({ from: '2026-01-31T10:00:00Z', to: null })).toBe('31 Jan 2026')
    expect(periodOf({ from: null, to: null })).toBe('')
    expect([countryOf('GR'), countryOf('XX')]).toEqual(['Greece', 'XX'])
  })

  it('rates say as much as they must', () => {
    expect([21_000, 9_975, 25_500].map((rate) => taxName({ name: 'VAT', rate }))).toEqual([
      'VAT 21%',
      'VAT 9.975%',
      'VAT 25.5%',
    ])
    expect(taxName({ name: 'Reverse charge', rate: 0 })).toBe('Reverse charge')
  })

  it('an address has no empty lines', () => {
    const party = {
      uuid: null,
      first_name: null,
      last_name: 'Άννα',
      company_name: '',
      vat_number: null,
      vat_validation_status: null,
      vat_validated_at: null,
      line_one: 'Rue 1',
      line_two: null,
      line_three: '',
      city: 'Montréal',
      province_code: 'QC',
      country_code: 'CA',
      postcode: 'H2X',
      contact_email: null,
      contact_phone: null,
      company_code: null,
    }
    expect(envelope(party)).toEqual(['Άννα', 'Rue 1', 'H2X Montréal, QC', 'Canada'])
  })
})
