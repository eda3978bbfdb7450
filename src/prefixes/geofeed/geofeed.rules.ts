import { contains, formatPrefix, type Prefix } from '../../kernel/ip/index.ts'
import { readNotation } from '../prefix/notation.rules.ts'

/** Where lessees say their blocks are used, and how RFC 8805 writes it. */

export interface WantedLine {
  /** A part of the leased block; the whole of it unless said otherwise. */
  readonly notation?: string | undefined
  readonly country_code: string
  readonly region_code?: string | null | undefined
  readonly city_name?: string | null | undefined
  readonly postal_code?: string | null | undefined
}

export interface FeedLine {
  readonly block: string
  readonly country_code: string
  readonly region_code: string | null
  readonly city_name: string | null
  readonly postal_code: string | null
}

interface Codes {
  readonly countries: ReadonlySet<string>
  readonly regions: ReadonlySet<string>
}

type Faults = Readonly<Record<string, readonly string[]>>

/** The lines as they are kept, or what is wrong with each, by its place. */
export function readLines(
  wanted: readonly WantedLine[],
  leased: Prefix,
  codes: Codes,
): { readonly lines: readonly FeedLine[] } | { readonly faults: Faults } {
  const seen = new Set<string>()
  const read = wanted.map((line, i) => {
    const block = blockOf(line, leased)
    const faults: [string, string[]][] = [...placeFaults(line, codes)].map(([field, said]) => [
      `lines.${i}.${field}`,
      [said],
    ])
    if ('fault' in block) faults.push([`lines.${i}.notation`, [block.fault]])
    else if (seen.has(block.notation)) faults.push([`lines.${i}.notation`, [`${block.notation} is named twice`]])
    else seen.add(block.notation)
    return { faults, line: { block: 'fault' in block ? '' : block.notation, ...locationOf(line) } }
  })
  const faults = read.flatMap((one) => one.faults)
  return faults.length > 0 ? { faults: Object.fromEntries(faults) } : { lines: read.map(({ line }) => line) }
}

function blockOf({ notation }: WantedLine, leased: Prefix): { notation: string } | { fault: string } {
  if (notation === undefined) return { notation: formatPrefix(leased) }
  const read = readNotation(notation)
  if (!read.ok) return { fault: read.sentence }
  if (!contains(leased, read.prefix)) return { fault: `${notation} is not inside ${formatPrefix(leased)}` }
  return { notation: formatPrefix(read.prefix) }
}

function* placeFaults(line: WantedLine, codes: Codes): Generator<[field: string, sentence: string]> {
  const { country_code: country, region_code: region } = line
  if (!codes.countries.has(country)) yield ['country_code', `${country} is no country of ISO 3166-1`]
  if (!isCity(line.city_name)) yield ['city_name', 'a city has letters, digits, blanks and the signs of a name']
  if (!isPostal(line.postal_code)) yield ['postal_code', 'a postal code has letters, digits, blanks and hyphens']
  if (region === null || region === undefined) return
  if (!codes.regions.has(region)) yield ['region_code', `${region} is no region of ISO 3166-2`]
  else if (!region.startsWith(`${country}-`)) yield ['region_code', `${region} is not in ${country}`]
}

/** As places are written, and nothing that a spreadsheet would reckon with: people open this file, too. */
const isCity = (text: string | null | undefined): boolean =>
  !text || /^[\p{L}\p{N}'‘’ʻʼ`´][\p{L}\p{M}\p{N} .,"'‘’ʻʼ`´()/&-]*$/u.test(text)
const isPostal = (text: string | null | undefined): boolean => !text || /^[\p{L}\p{N}][\p{L}\p{N} -]*$/u.test(text)

const locationOf = (line: WantedLine) => ({
  country_code: line.country_code,
  region_code: line.region_code ?? null,
  city_name: line.city_name ?? null,
  postal_code: line.postal_code ?? null,
})

const needsQuotes = /[",\r\n]/

const cell = (text: string | null): string => {
  if (text === null) return ''
  return needsQuotes.test(text) ? `"${text.replaceAll('"', '""')}"` : text
}

/** RFC 8805 §2.1.1: prefix, country, region, city, postal code. What is no place is left out: it was said before we looked. */
export const feedText = ({ block, country_code, region_code, city_name, postal_code }: FeedLine): string => {
  const city = isCity(city_name) ? city_name : null
  const postal = isPostal(postal_code) ? postal_code : null
  return `${[block, country_code, region_code, city, postal].map(cell).join(',')}\r\n`
}
