import type { Party } from '../../invoicing/index.ts'

/** What makes a billing address, for companies' address books and for the copies in their carts. */

export type AddressFields = Omit<Party, 'uuid' | 'vat_validation_status' | 'vat_validated_at'>

/** As a client sends it: what is left out or blank is not there. */
export type AddressWish = { readonly [K in keyof AddressFields]?: AddressFields[K] | null | undefined }

const codes = new Set<keyof AddressFields>(['country_code', 'province_code'])

/** ISO 3166, with the country in front or without: NL, NL-NH, NH. A province may be called anything else. */
const codeForm = /^([a-z]{2}-)?[a-z0-9]{1,3}$/i

/** What stands on an invoice. */
export const postalFields = [
  'first_name',
  'last_name',
  'company_name',
  'vat_number',
  'line_one',
  'line_two',
  'line_three',
  'city',
  'province_code',
  'country_code',
  'postcode',
] as const

const addressFields: readonly (keyof AddressFields)[] = [
  ...postalFields,
  'contact_email',
  'contact_phone',
  'company_code',
]

const required: readonly (keyof AddressFields)[] = ['line_one', 'city', 'postcode', 'country_code']

/** Space around it trimmed, blank as nothing, codes in capitals. */
export function readAddress(wish: AddressWish): AddressFields {
  const entries = addressFields.map((field) => {
    const text = wish[field]?.trim() || null
    const kept = text !== null && codes.has(field) && codeForm.test(text) ? text.toUpperCase() : text
    return [field, kept ?? (required.includes(field) ? '' : null)]
  })
  return Object.fromEntries(entries) as AddressFields
}

/** Field to sentences; nothing where the address can stand on an invoice. */
export function addressFaults(address: AddressFields, countries: ReadonlySet<string>): Record<string, string[]> {
  const faults: Record<string, string[]> = {}
  for (const field of required) if (address[field] === '') faults[field] = ['must not be blank']
  const { country_code: country } = address
  if (!faults['country_code'] && !countries.has(country))
    faults['country_code'] = [`there is no country "${country}"; see /ecommerce/public/common/countries`]
  return faults
}
