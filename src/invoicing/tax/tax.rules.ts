import type { Party } from '../invoice/document.rules.ts'
import type { Tax } from '../invoice/totals.rules.ts'

/** Who pays which tax (decisions 6, Taxes). */

/** A row of the table of taxes: whom it is charged to, and what. */
export interface TaxRow extends Omit<Tax, 'notice'> {
  readonly country: string
  /** In this part of the country alone, beside what the whole country charges. */
  readonly province: string | null
}

/** The members of the EU and their standard rates of VAT, in thousandths of a percent. */
const standardRates: Readonly<Record<string, number>> = {
  AT: 20_000,
  BE: 21_000,
  BG: 20_000,
  CY: 19_000,
  CZ: 21_000,
  DE: 19_000,
  DK: 25_000,
  EE: 24_000,
  ES: 21_000,
  FI: 25_500,
  FR: 20_000,
  GR: 24_000,
  HR: 25_000,
  HU: 27_000,
  IE: 23_000,
  IT: 22_000,
  LT: 21_000,
  LU: 17_000,
  LV: 21_000,
  MT: 18_000,
  NL: 21_000,
  PL: 23_000,
  PT: 23_000,
  RO: 21_000,
  SE: 25_000,
  SI: 22_000,
  SK: 23_000,
}

export const isEuMember = (country: string): boolean => Object.hasOwn(standardRates, country)

/** What is charged where nothing else is set. */
export const euTaxes: readonly TaxRow[] = Object.entries(standardRates).map(([country, rate]) => ({
  country,
  province: null,
  code: 'vat',
  name: 'VAT',
  rate,
  order: 1,
  stacks: false,
}))

export const reverseCharge: Tax = {
  code: 'reverse_charge',
  name: 'Reverse charge',
  rate: 0,
  order: 1,
  stacks: false,
  notice: 'Reverse charge: VAT is due from the customer under Article 196 of Directive 2006/112/EC.',
}

export type Buyer = Pick<Party, 'country_code' | 'province_code' | 'vat_validation_status'>

/** Only a number that was found valid shifts the tax to the buyer; whoever is not verified pays where they are. */
export function taxesFor(buyer: Buyer, sellerCountry: string, table: readonly TaxRow[]): Tax[] {
  const { country_code: country } = buyer
  const acrossBorders = country !== sellerCountry && isEuMember(country) && isEuMember(sellerCountry)
  if (acrossBorders && buyer.vat_validation_status === 'valid') return [reverseCharge]
  const province = withoutCountry(buyer.province_code, country)
  return table
    .filter((row) => row.country === country)
    .filter((row) => row.province === null || withoutCountry(row.province, country) === province)
    .toSorted((a, b) => a.order - b.order)
    .map(({ code, name, rate, order, stacks }) => ({ code, name, rate, order, stacks, notice: null }))
}

/** ISO 3166-2 writes "CA-QC" where people write "QC". */
const withoutCountry = (province: string | null, country: string): string | null =>
  province?.toUpperCase().replace(`${country}-`, '') ?? null
