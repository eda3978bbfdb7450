import { describe, expect, it } from 'vitest'
import { euTaxes, isEuMember, taxesFor } from './tax.rules.ts'

const buyer = (
  country_code: string,
  vat_validation_status: 'pending' | 'valid' | 'invalid' | 'failed' | null = null,
  province_code: string | null = null,
) => ({ country_code, vat_validation_status, province_code })

const rates = (...given: Parameters<typeof taxesFor>) => taxesFor(...given).map(({ code, rate }) => `${code} ${rate}`)

describe('within the EU', () => {
  it('a buyer in the seller’s country pays its VAT, with and without a valid number', () => {
    for (const status of ['valid', 'pending', null] as const)
      expect(rates(buyer('NL', status), 'NL', euTaxes)).toEqual(['vat 21000'])
  })

  it('a company elsewhere with a valid number pays none, and is told why', () => {
    const [tax, ...others] = taxesFor(buyer('DE', 'valid'), 'NL', euTaxes)
    expect(others).toEqual([])
    expect(tax).toMatchObject({ code: 'reverse_charge', rate: 0 })
    expect(tax?.notice).toMatch(/Reverse charge.*Article 196 of Directive 2006\/112\/EC/)
  })

  it.each(['pending', 'invalid', 'failed', null] as const)(
    'one whose number is %s pays its own country’s',
    (status) => {
      expect(rates(buyer('DE', status), 'NL', euTaxes)).toEqual(['vat 19000'])
    },
  )

  it('there are 27 members, each with a rate', () => {
    expect(euTaxes).toHaveLength(27)
    expect(rates(buyer('FI'), 'NL', euTaxes)).toEqual(['vat 25500'])
    expect(['GB', 'CH', 'NO', 'EL', 'constructor'].some(isEuMember)).toBe(false)
  })
})

describe('beyond the EU', () => {
  const row = (code: string, rate: number, order: number, province: string | null = null, stacks = false) => ({
    country: 'CA',
    province,
    code,
    name: code.toUpperCase(),
    rate,
    order,
    stacks,
  })
  const canada = [row('qst', 9_975, 2, 'QC', true), row('pst', 7_000, 2, 'BC'), row('gst', 5_000, 1)]

  it('who is in no row pays nothing', () => {
    expect(taxesFor(buyer('US'), 'NL', euTaxes)).toEqual([])
    expect(taxesFor(buyer('US', 'valid'), 'NL', euTaxes)).toEqual([])
  })

  it('country and province both charge, in their order', () => {
    expect(rates(buyer('CA', null, 'QC'), 'CA', canada)).toEqual(['gst 5000', 'qst 9975'])
    expect(rates(buyer('CA', null, 'CA-BC'), 'NL', canada)).toEqual(['gst 5000', 'pst 7000'])
    expect(rates(buyer('CA', null, 'ON'), 'NL', canada)).toEqual(['gst 5000'])
    expect(rates(buyer('CA'), 'NL', canada)).toEqual(['gst 5000'])
    expect(taxesFor(buyer('CA', null, 'QC'), 'NL', canada).map(({ stacks }) => stacks)).toEqual([false, true])
  })

  it('a seller outside the EU shifts no VAT', () => {
    expect(rates(buyer('DE', 'valid'), 'US', euTaxes)).toEqual(['vat 19000'])
    expect(taxesFor(buyer('CH', 'valid'), 'NL', euTaxes)).toEqual([])
  })
})
