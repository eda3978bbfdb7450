import { addDays } from '../../kernel/time.ts'
import { bare, faultOfIban, isBic } from '../bank/iban.rules.ts'
import { isEuMember, reverseCharge, taxesFor, type TaxRow } from '../tax/tax.rules.ts'
import type { Tax } from '../invoice/totals.rules.ts'

/** Where a holder is paid to, and how what it earns is taxed. */

export interface DetailsWish {
  readonly account_holder: string
  readonly iban: string
  readonly bic: string | null
  readonly address: readonly string[]
  readonly country_code: string
  readonly vat_number: string | null
}

/** Fields to sentences; none where all is right. */
export function detailsFaults({ iban, bic }: DetailsWish): Record<string, string[]> {
  const fault = faultOfIban(iban)
  return {
    ...(fault === undefined ? {} : { iban: [fault] }),
    ...(bic === null || isBic(bare(bic)) ? {} : { bic: ['must be 8 or 11 letters and digits'] }),
  }
}

export const readDetails = (wish: DetailsWish): DetailsWish => ({
  ...wish,
  iban: bare(wish.iban),
  bic: wish.bic === null ? null : bare(wish.bic),
  country_code: wish.country_code.toUpperCase(),
  vat_number: wish.vat_number === null ? null : bare(wish.vat_number.replaceAll(/[.-]/g, '')),
})

const heldDays = 3

/** The first account counts at once; another one is held, so that the owners have time to object. */
export const effectiveFrom = (now: Date, isFirst: boolean): Date => (isFirst ? now : addDays(now, heldDays))

/** What is shown of an account: enough to know it again. */
export const maskedIban = (iban: string): string => `${iban.slice(0, 4)}${'•'.repeat(iban.length - 8)}${iban.slice(-4)}`

const unregistered: Tax = {
  ...reverseCharge,
  code: 'no_vat',
  name: 'No VAT',
  notice: 'The supplier names no VAT number.',
}
const abroad: Tax = { ...unregistered, name: 'No VAT', notice: 'Outside the scope of VAT of the customer’s country.' }

/**
 * The holder sells to the marketplace, which writes the invoice for it. In one country its tax is charged; across a border
 * within the EU it is shifted to the marketplace; otherwise there is none.
 */
export function selfBillingTaxes(
  { country_code, vat_number }: Pick<DetailsWish, 'country_code' | 'vat_number'>,
  ownCountry: string,
  table: readonly TaxRow[],
): Tax[] {
  if (vat_number === null) return [unregistered]
  if (country_code !== ownCountry) return [isEuMember(country_code) && isEuMember(ownCountry) ? reverseCharge : abroad]
  return taxesFor({ country_code, province_code: null, vat_validation_status: null }, ownCountry, table)
}
