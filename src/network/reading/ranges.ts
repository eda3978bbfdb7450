import { addressOf, splitRange } from '../../kernel/ip/index.ts'
import type { AsNameRows } from '../datasets/as-names.ts'
import type { LocationRows, Spot } from '../datasets/locations.ts'
import { fields, fieldText, splitFields } from './fields.ts'
import { eachWholeLine, lineText } from './lines.ts'
import { opened, requireRows } from './opened.ts'
import { readAddress4, readNumber, scan } from './scan.ts'
import { readAddress6 } from './scan-prefix.ts'
import { SaidDate } from './said-date.ts'
import { SourceFault, type Input, type Reader } from './source.ts'

/**
 * Address ranges, parted by commas or, as iptoasn.com does, by tabs: what an AS is called, and where addresses are. IPv4 or
 * IPv6, in address order.
 */

/**
 * `start,end,asn,name`, or `start TAB end TAB asn TAB country TAB name`. Ranges of one AS are many and merged, so that only
 * the names are worth keeping; 0 is nobody.
 */
export const readAsnRanges: Reader<AsNameRows> = async (input, rows) => {
  const said = new SaidDate()
  const lines = await eachRange(input, { commas: 4, tabs: 5 }, said, (bytes, columns) => {
    const asn = readNumber(bytes, fields.from[2] ?? 0, fields.to[2] ?? 0)
    if (asn < 0 || scan.at !== fields.to[2]) return 'has no AS number'
    if (asn === 0 || rows.has(asn)) return ''
    const name = fieldText(bytes, columns - 1)
    if (name === '') return 'has no name'
    const country = columns === 5 ? fieldText(bytes, 3) : ''
    rows.add(asn, name, /^[A-Z]{2}$/.test(country) ? country : null)
    return ''
  })
  requireRows(rows.count, lines, 'a range with an AS number and its name')
  return said.findings
}

/** `start,end,cc`; `None` for what is nowhere. */
export const readCountryRanges: Reader<LocationRows> = async (input, rows) => {
  const said = new SaidDate()
  const spots = new Map<number, Spot | null>()
  const lines = await eachRange(input, { commas: 3, tabs: 3 }, said, (bytes) => {
    const from = fields.from[2] ?? 0
    if (fields.to[2] === from + 4 && fieldText(bytes, 2) === 'None') return ''
    if (fields.to[2] !== from + 2) return 'has no country code'
    const code = ((bytes[from] ?? 0) << 8) | (bytes[from + 1] ?? 0)
    const known = spots.get(code)
    const spot = known === undefined ? spotOf(fieldText(bytes, 2)) : known
    if (known === undefined) spots.set(code, spot)
    if (spot === null) return 'has no country code'
    if (range.family === 4) addRange4(range.first4, range.last4, (start, length) => rows.add4(start, length, spot))
    else for (const block of splitRange(addressOf(6, range.first6), addressOf(6, range.last6))) rows.add(block, spot)
    return ''
  })
  requireRows(rows.count, lines, 'a range with a country')
  return said.findings
}

const spotOf = (code: string): Spot | null =>
  /^[A-Z]{2}$/.test(code) && code !== 'ZZ' ? { countryCode: code, cityName: null, state: null } : null

const comma = 44
const tab = 9

/** How many columns there are, by what parts them. */
interface Shape {
  readonly commas: number
  readonly tabs: number
}

/** The range of the row at hand. */
const range = { family: 4, first4: 0, last4: 0, first6: 0n, last6: 0n }

/** Calls back for each row whose range can be kept, its fields split; what is wrong with the rest of it comes back. */
async function eachRange(
  input: Input,
  shape: Shape,
  said: SaidDate,
  row: (bytes: Uint8Array, columns: number) => string,
): Promise<number> {
  const { bytes: source } = await opened(input.bytes)
  const before = { ...range, family: 0 }
  let begun = false
  let [separator, columns] = [comma, shape.commas]
  return eachWholeLine(source, (bytes, from, to, number) => {
    if (to === from) return
    if (bytes[from] === hash) return said.hear(lineText(bytes, from, to))
    if (!begun && lineText(bytes, from, to).includes('\t')) [separator, columns] = [tab, shape.tabs]
    const count = splitFields(bytes, from, to, separator)
    const faulty = count === columns ? readRange(bytes) : `has ${Math.max(count, 0)} fields, not ${columns}`
    // A header is one row without an address; anything else at the beginning is another format.
    const header = !begun && count === columns && /^"?(start|from|first|ip)/i.test(lineText(bytes, from, to))
    if (faulty !== '' && !begun && !header)
      throw new SourceFault(`line ${number}`, `begins no file of ${columns} columns with address ranges: ${faulty}`)
    begun = true
    if (header) return
    const why = faulty || repeated(before) || row(bytes, columns)
    if (why !== '') input.refuse(`line ${number}`, why)
  })
}

const hash = 35

/** The first two fields into `range`; what is wrong with them. */
function readRange(bytes: Uint8Array): string {
  const [firstFrom, firstTo] = [fields.from[0] ?? 0, fields.to[0] ?? 0]
  const [lastFrom, lastTo] = [fields.from[1] ?? 0, fields.to[1] ?? 0]
  range.first4 = readAddress4(bytes, firstFrom, firstTo)
  range.family = range.first4 >= 0 ? 4 : 6
  if (range.family === 6) range.first6 = readAddress6(bytes, firstFrom, firstTo)
  if ((range.family === 6 && range.first6 < 0n) || scan.at !== firstTo) return 'begins with no address'
  if (range.family === 4) range.last4 = readAddress4(bytes, lastFrom, lastTo)
  else range.last6 = readAddress6(bytes, lastFrom, lastTo)
  const ends = range.family === 4 ? range.last4 >= 0 : range.last6 >= 0n
  if (!ends || scan.at !== lastTo) return `has no IPv${range.family} address as its end`
  const backwards = range.family === 4 ? range.last4 < range.first4 : range.last6 < range.first6
  return backwards ? 'has a range that runs backwards' : ''
}

/** Real files have ranges within ranges, and the smaller one knows better; the same one twice knows nothing better. */
function repeated(before: typeof range): string {
  const same4 = range.first4 === before.first4 && range.last4 === before.last4
  const same6 = range.first6 === before.first6 && range.last6 === before.last6
  if (range.family === before.family && (range.family === 4 ? same4 : same6))
    return 'has the range of the row before it'
  Object.assign(before, range)
  return ''
}

/** The fewest blocks that make up a range, largest first where they may be. */
export function addRange4(first: number, last: number, add: (start: number, length: number) => void): void {
  for (let start = first; start <= last;) {
    // As large as its first address is aligned, and no larger than what is left.
    const aligned = start === 0 ? 32 : Math.min(32, 31 - Math.clz32(start & -start))
    const fitting = Math.floor(Math.log2(last - start + 1))
    const bits = Math.min(aligned, fitting)
    add(start, 32 - bits)
    start += 2 ** bits
  }
}
