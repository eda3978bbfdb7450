/** Account numbers of ISO 13616, and the check digits that they and creditor references have in common (ISO 7064). */

/** How long a country's numbers are (the registry of SWIFT); a country that is not here has none. */
const lengths: Readonly<Record<string, number>> = Object.fromEntries(
  (
    'AD24 AE23 AL28 AT20 AZ28 BA20 BE16 BG22 BH22 BI27 BR29 BY28 CH21 CR22 CY28 CZ24 DE22 DJ27 DK18 DO28 EE20 EG29 ' +
    'ES24 FI18 FK18 FO18 FR27 GB22 GE22 GI23 GL18 GR27 GT28 HN28 HR21 HU28 IE22 IL23 IQ23 IS26 IT27 JO30 KW30 KZ20 ' +
    'LB28 LC32 LI21 LT20 LU20 LV21 LY25 MC27 MD24 ME22 MK19 MN20 MR27 MT31 MU30 NI28 NL18 NO15 OM23 PK24 PL28 PS29 ' +
    'PT25 QA29 RO24 RS22 RU33 SA24 SC31 SD18 SE24 SI19 SK24 SM27 SO23 ST25 SV28 TL23 TN24 TR26 UA29 VA22 VG24 XK20 YE30'
  )
    .split(' ')
    .map((row) => [row.slice(0, 2), Number(row.slice(2))]),
)

/** Without the blanks people put in. */
export const bare = (text: string): string => text.toUpperCase().replaceAll(/\s/g, '')

/** In groups of four, as it is printed. */
export const grouped = (text: string): string => bare(text).replaceAll(/(.{4})(?=.)/g, '$1 ')

/** The remainder by 97, letters read as numbers from A = 10, the first four characters read last. */
function remainder(text: string): number {
  let rest = 0
  for (const character of text.slice(4) + text.slice(0, 4))
    for (const digit of String(Number.parseInt(character, 36))) rest = (rest * 10 + Number(digit)) % 97
  return rest
}

/** What its two letters and two check digits promise. */
export const checksOut = (text: string): boolean => /^[A-Z]{2}\d{2}[A-Z0-9]+$/.test(text) && remainder(text) === 1

/** The check digits that belong between two letters and the rest. */
export const checkDigits = (letters: string, rest: string): string =>
  String(98 - remainder(`${letters}00${rest}`)).padStart(2, '0')

/** What is wrong with an account number; nothing where it is right. */
export function faultOfIban(text: string): string | undefined {
  const iban = bare(text)
  const length = lengths[iban.slice(0, 2)]
  if (length === undefined) return 'must begin with the two letters of a country that has IBANs'
  if (iban.length !== length) return `must have ${length} characters, as those of ${iban.slice(0, 2)} have`
  return checksOut(iban) ? undefined : 'has a wrong digit: its check digits do not fit'
}

/** ISO 9362: eight characters or eleven. */
export const isBic = (text: string): boolean => /^[A-Z]{6}[A-Z0-9]{2}([A-Z0-9]{3})?$/.test(text)
