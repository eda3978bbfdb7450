/** VAT numbers as they are written, and whether one can belong to a company in a country. */

export type VatStatus = 'pending' | 'valid' | 'invalid' | 'failed'

/** With which letters a country's numbers begin: Greece says EL, Northern Ireland XI. */
const lettersOf = (country: string): readonly string[] =>
  country === 'GR' ? ['EL'] : country === 'GB' ? ['GB', 'XI'] : [country]

/** Without the spaces, dots and dashes people put in, and with the letters of its country in front. */
export function readVatNumber(text: string, country: string): string {
  const bare = text.toUpperCase().replaceAll(/[\s./-]/g, '')
  const [letters = country] = lettersOf(country)
  if (country === 'GR' && bare.startsWith('GR')) return `${letters}${bare.slice(2)}`
  return /^[A-Z]{2}/.test(bare) ? bare : `${letters}${bare}`
}

export const belongsTo = (number: string, country: string): boolean =>
  lettersOf(country).some((letters) => number.startsWith(letters))

/** Whose numbers VIES knows, by the letters they begin with: the members of the EU and Northern Ireland. */
const inVies = new Set('AT BE BG CY CZ DE DK EE EL ES FI FR HR HU IE IT LT LU LV MT NL PL PT RO SE SI SK XI'.split(' '))

export const isInVies = (number: string): boolean => inVies.has(number.slice(0, 2))

/** What VIES said; a fault of its own, or of a member state's register, is no answer. */
type ViesAnswer =
  | { readonly valid: boolean; readonly consultation: string | null; name: string | null; address: string | null }
  | { readonly fault: string }

export function readVies(value: unknown): ViesAnswer {
  const said = (typeof value === 'object' && value !== null ? value : {}) as Readonly<Record<string, unknown>>
  const [wrapped] = Array.isArray(said['errorWrappers']) ? (said['errorWrappers'] as { error?: unknown }[]) : []
  if (typeof said['valid'] !== 'boolean' || wrapped) return { fault: codeOf(wrapped?.error ?? said['error']) }
  const consultation = textOf(said['requestIdentifier'], 100)
  return {
    valid: said['valid'],
    consultation,
    name: textOf(said['name'], 500),
    address: textOf(said['address'], 1_000),
  }
}

const codeOf = (value: unknown): string =>
  typeof value === 'string' && /^[A-Z_]{1,60}$/.test(value) ? value : 'no answer in its form'

/** States that do not tell write dashes. */
function textOf(value: unknown, most: number): string | null {
  const text =
    typeof value === 'string'
      ? value
          .replaceAll(/[\p{C}\s]+/gu, ' ')
          .trim()
          .slice(0, most)
      : ''
  return text === '' || /^-+$/.test(text) ? null : text
}

/** Numbers of Northern Ireland have the United Kingdom's checksum. */
export const asChecked = (number: string): string => number.replace(/^XI/, 'GB')
