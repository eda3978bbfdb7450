/** The companies of the demo world. The first three are those its credentials are for. */

interface DemoCompany {
  readonly key: string
  readonly title: string
  readonly role: 'holder' | 'lessee' | 'operator'
  readonly person: { readonly name: string; readonly email: string }
  /** Where it is billed. VAT numbers look right, checksum included, and belong to nobody we know. */
  readonly address: DemoAddress
  /** The test card that a lessee pays with. */
  readonly card?: string
}

interface DemoAddress {
  readonly line_one: string
  readonly city: string
  readonly postcode: string
  readonly country_code: string
  readonly vat_number?: string
}

export const companies: readonly DemoCompany[] = [
  {
    key: 'meridian',
    title: 'Meridian Address Trust',
    role: 'holder',
    person: { name: 'Hanna Berg', email: 'holder@demo.example' },
    address: {
      line_one: 'Kungsgatan 44',
      city: 'Stockholm',
      postcode: '111 35',
      country_code: 'SE',
      vat_number: 'SE556811000001',
    },
  },
  {
    key: 'brightwave',
    title: 'Brightwave Hosting',
    role: 'lessee',
    person: { name: 'Luis Ortega', email: 'lessee@demo.example' },
    address: {
      line_one: 'Calle de Alcalá 210',
      city: 'Madrid',
      postcode: '28028',
      country_code: 'ES',
      vat_number: 'ESB83471201',
    },
    card: '4242424242424242',
  },
  {
    key: 'operations',
    title: 'Sublet Operations',
    role: 'operator',
    person: { name: 'Ola Nyström', email: 'operator@demo.example' },
    address: { line_one: 'Keizersgracht 1', city: 'Amsterdam', postcode: '1015 CN', country_code: 'NL' },
  },
  {
    key: 'altiplano',
    title: 'Altiplano Redes',
    role: 'holder',
    person: { name: 'Inés Quispe', email: 'ines@altiplano.example' },
    address: { line_one: 'Avenida Arce 2540', city: 'La Paz', postcode: '0201', country_code: 'BO' },
  },
  {
    key: 'savanna',
    title: 'Savanna Number Resources',
    role: 'holder',
    person: { name: 'Amara Okoye', email: 'amara@savanna.example' },
    address: { line_one: 'Ngong Road 88', city: 'Nairobi', postcode: '00505', country_code: 'KE' },
  },
  {
    key: 'pacific',
    title: 'Pacific Ridge Networks',
    role: 'holder',
    person: { name: 'Kenji Mori', email: 'kenji@pacificridge.example' },
    address: { line_one: 'Marunouchi 1-9-2', city: 'Tokyo', postcode: '100-0005', country_code: 'JP' },
  },
  {
    key: 'northlight',
    title: 'Northlight CDN',
    role: 'lessee',
    person: { name: 'Freya Lind', email: 'freya@northlight.example' },
    address: {
      line_one: 'Vesterbrogade 27',
      city: 'København',
      postcode: '1620',
      country_code: 'DK',
      vat_number: 'DK31842603',
    },
    card: '5555555555554444',
  },
  {
    key: 'kestrel',
    title: 'Kestrel VPN',
    role: 'lessee',
    person: { name: 'Tom Ward', email: 'tom@kestrel.example' },
    address: { line_one: 'Deansgate 301', city: 'Manchester', postcode: 'M3 4LQ', country_code: 'GB' },
    card: '4242424242424242',
  },
  {
    key: 'quarry',
    title: 'Quarry Cloud',
    role: 'lessee',
    person: { name: 'Mina Sato', email: 'mina@quarry.example' },
    address: {
      line_one: 'Wilhelminakade 173',
      city: 'Rotterdam',
      postcode: '3072 AP',
      country_code: 'NL',
      vat_number: 'NL861230401B01',
    },
    card: '4242424242424242',
  },
]
