import type { Party } from '../../invoicing/index.ts'

/** What makes a billing address, for companies' address books and for the copies in their carts. */

export type AddressFields = Omit<Party, 'uuid' | 'vat_validation_status' | 'vat_validated_at'>

/** As a client sends it: what is left out or blank is not there. */
export type AddressWish = { readonly [K in keyof AddressFields]?: AddressFields[K] | null | undefined }

const inCapitals = new Set<keyof AddressFields>(['country_code', 'province_code'])

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
    const kept = text !== null && inCapitals.has(field) ? text.toUpperCase() : text
    return [field, kept ?? (required.includes(field) ? '' : null)]
  })
  return Object.fromEntries(entries) as AddressFields
}

interface Geography {
  readonly countries: ReadonlySet<string>
  /** Of the address's country, by their ISO 3166-2 codes. */
  readonly provinces: ReadonlySet<string>
}

/** Field to sentences; nothing where the address can stand on an invoice. */
export function addressFaults(address: AddressFields, { countries, provinces }: Geography): Record<string, string[]> {
  const faults: Record<string, string[]> = {}
  for (const field of required) if (address[field] === '') faults[field] = ['must not be blank']
  const { country_code: country, province_code: province } = address
  if (!faults['country_code'] && !countries.has(country))
    faults['country_code'] = [`there is no country "${country}"; see /ecommerce/public/common/countries`]
  else if (province !== null && !provinces.has(province) && !provinces.has(`${country}-${province}`))
    faults['province_code'] = [
      `${country} has no province "${province}"; see /ecommerce/public/common/countries/${country}/provinces`,
    ]
  return faults
}
