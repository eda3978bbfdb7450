import type { Context } from '../kernel/context.ts'
import { asChecked, belongsTo, readVatNumber, type VatStatus } from './vat.rules.ts'

/** VAT numbers: format and checksum here, and whether they are alive by whoever SUBLET_VAT_CHECK_URL names. */

export interface VatVerdict {
  readonly vat_number: string | null
  readonly vat_validation_status: VatStatus | null
  readonly vat_validated_at: Date | null
}

/** What can be said at once. A number that is `pending` is asked about by a job. */
export async function judgeVat(
  ctx: Context,
  given: { readonly vat_number: string | null; readonly country_code: string },
): Promise<VatVerdict> {
  if (given.vat_number === null) return { vat_number: null, vat_validation_status: null, vat_validated_at: null }
  const number = readVatNumber(given.vat_number, given.country_code)
  const look = await looksRight(number, given.country_code)
  if (look === null) return { vat_number: number, vat_validation_status: 'failed', vat_validated_at: null }
  if (look && ctx.house.config.vatCheckUrl !== null)
    return { vat_number: number, vat_validation_status: 'pending', vat_validated_at: null }
  return { vat_number: number, vat_validation_status: look ? 'valid' : 'invalid', vat_validated_at: ctx.now }
}

/** Nothing where no rules are known for the country. */
async function looksRight(number: string, country: string): Promise<boolean | null> {
  const { checkVAT, countries } = await import('jsvat')
  const rules = countries.find(({ codes }) => codes[0] === country)
  if (!rules) return null
  return belongsTo(number, country) && checkVAT(asChecked(number), [rules]).isValid
}
