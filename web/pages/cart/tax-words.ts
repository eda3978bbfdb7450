import type { Cart as CartView } from '../../../client/api.gen.ts'
import { isEuMember, reverseCharge } from '../../../src/invoicing/tax/tax.rules.ts'
import type { CartAddress } from './cart-read.ts'
import { percent } from '../../ui/words.ts'

/** Why this tax, in words of the buyer. The rules are the server's own (`tax.rules.ts`). */

type Line = Pick<CartView['tax_breakdown'][number], 'code' | 'name' | 'rate' | 'notice'>
type Buyer = Pick<CartAddress, 'country_code' | 'vat_number' | 'vat_validation_status'>

export function whyTax(lines: readonly Line[], address: Buyer | null, countryName: (code: string) => string): string[] {
  if (!address) return ['Taxes depend on the billing address: choose one.']
  const country = countryName(address.country_code)
  const reverse = lines.find(({ code }) => code === reverseCharge.code)
  if (reverse)
    return [
      `Reverse charge: your VAT number is valid and ${country} is in a different EU country from the seller.`,
      reverse.notice ?? '',
    ]
  if (lines.length === 0) return [`No tax is charged to companies in ${country}.`]
  const named = lines.map(({ name, rate }) => `${name} of ${percent(rate ?? 0)}`).join(' and ')
  return [`${named} is charged because the billing address is in ${country}.`, ...aboutNumber(address)]
}

/** What a VAT number does here, or would do. */
function aboutNumber({ country_code, vat_number, vat_validation_status }: Buyer): string[] {
  if (!isEuMember(country_code)) return []
  if (vat_number === null)
    return ['With a valid VAT number, companies in other EU countries account for VAT at home (reverse charge).']
  if (vat_validation_status === 'valid')
    return ['Your VAT number is valid, but makes no difference in the seller’s country.']
  if (vat_validation_status === 'pending') return ['Your VAT number is being verified; until then, tax is charged.']
  return ['Your VAT number could not be verified, so tax is charged. Correct it in the address.']
}
