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

/** Numbers of Northern Ireland have the United Kingdom's checksum. */
export const asChecked = (number: string): string => number.replace(/^XI/, 'GB')
