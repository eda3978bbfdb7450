import { Body, named, Nullable, Text, Type, Uuid, type Static } from '../../kernel/http/schema.ts'
import type { Party } from '../../invoicing/index.ts'

/** Addresses as clients send and see them: companies' own, and the copies in carts. */

const Optionally = (maxLength: number) => Type.Optional(Nullable(Type.String({ maxLength })))

/** The fields and limits of the specification's cart address; what it does not ask for may be null or left out. */
export const addressProperties = {
  line_one: Text(255),
  line_two: Optionally(255),
  line_three: Optionally(255),
  city: Text(255),
  postcode: Text(20),
  province_code: Optionally(10),
  contact_email: Type.Optional(
    Nullable(Type.String({ format: 'email', maxLength: 255, examples: ['billing@example.net'] })),
  ),
  vat_number: Optionally(50),
  company_code: Optionally(50),
  first_name: Optionally(255),
  last_name: Optionally(255),
  company_name: Optionally(255),
  contact_phone: Optionally(50),
}

export const CountryCode = Type.String({
  pattern: '^[A-Za-z]{2}$',
  description: 'ISO 3166-1 alpha-2.',
  examples: ['NL'],
})

const MaybeText = Nullable(Type.String())

const addressAnswerProperties = {
  uuid: Uuid,
  first_name: MaybeText,
  last_name: MaybeText,
  company_name: MaybeText,
  vat_number: MaybeText,
  vat_validation_status: Nullable(Type.String({ enum: ['pending', 'valid', 'invalid', 'failed'] })),
  vat_validated_at: MaybeText,
  line_one: Type.String(),
  line_two: MaybeText,
  line_three: MaybeText,
  city: Type.String(),
  province_code: MaybeText,
  country_code: Type.String(),
  postcode: Type.String(),
  contact_email: MaybeText,
  contact_phone: MaybeText,
  company_code: MaybeText,
}

/** The specification's cart address. */
export const AddressAnswer = named('CartAddress', addressAnswerProperties)

export function addressAnswer(party: Party): Static<typeof AddressAnswer> {
  return { ...party, uuid: party.uuid ?? '' }
}

/** What a company's address has beyond the copy in a cart: the number by which a path may name it. */
export const CustomerAddressAnswer = named('Address', { id: Type.Integer(), ...addressAnswerProperties })

export const AddressBody = Body('NewAddress', { ...addressProperties, country_code: CountryCode })

/** An address in a path: its UUID or its number (decisions 1, Identity of the caller). */
export const AddressId = Type.String({
  pattern: '^([0-9A-Fa-f]{8}-[0-9A-Fa-f]{4}-[0-9A-Fa-f]{4}-[0-9A-Fa-f]{4}-[0-9A-Fa-f]{12}|[0-9]{1,9})$',
  description: 'UUID or number of the address.',
  examples: ['019a8c1e-7b2f-7c3d-9e4f-5a6b7c8d9e0f'],
})
