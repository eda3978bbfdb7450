import { isUtf8 } from 'node:buffer'
import { contains, parseAddress, parsePrefix, prefixAround, type IpFault, type Prefix } from '../../kernel/ip/index.ts'
import type { LocationRows } from '../datasets/locations.ts'
import { fieldsOf } from '../reading/csv.ts'
import { eachLine, lineText } from '../reading/lines.ts'
import { opened } from '../reading/opened.ts'
import { SaidDate } from '../reading/said-date.ts'
import { type Input, type Reader, SourceFault } from '../reading/source.ts'

/** Where holders say that their addresses are used: `prefix,country,region,city,postal code` (RFC 8805). */

export const readGeofeed: Reader<LocationRows> = geofeedWithin(null)

/** A feed counts only for the block whose record names it (RFC 9632 §3); null: whoever imports it vouches for it. */
export function geofeedWithin(publishing: Prefix | null): Reader<LocationRows> {
  return async (input, rows) => {
    const { bytes } = await opened(input.bytes)
    const said = new SaidDate()
    const lines = await eachLine(bytes, (line, from, to, number) => {
      const text = textOf(line, from, to)
      // Comments further down are about the rows there.
      if (text.startsWith('#') && rows.count === 0) said.hear(text)
      else if (text !== '' && !text.startsWith('#')) takeRow(text, number, input, rows, publishing)
    })
    if (rows.count === 0) throw new SourceFault(`line ${lines}`, 'the file ends, and none of its lines is a place')
    return said.findings
  }
}

function takeRow(text: string, number: number, input: Input, rows: LocationRows, publishing: Prefix | null): void {
  const refuse = (why: string): void => input.refuse(`line ${number}`, why)
  const [where = '', country = '', region = '', city = ''] = fieldsOf(text)
  const prefix = blockOf(where)
  if (typeof prefix === 'string') return refuse(`has no prefix (${prefix.replaceAll('_', ' ')})`)
  if (publishing !== null && !contains(publishing, prefix)) return refuse('lies outside the publishing block')
  const countryCode = country.toUpperCase()
  // RFC 8805 §2.1.1.2: an empty country asks that the prefix be located nowhere; there is nothing to keep of that.
  if (countryCode === '') return undefined
  if (!/^[A-Z]{2}$/.test(countryCode)) return refuse('has no country code')
  if (region !== '' && !region.toUpperCase().startsWith(`${countryCode}-`))
    return refuse('has a region of another country')
  return rows.add(prefix, { countryCode, cityName: city || null, state: region.toUpperCase() || null })
}

/** A single address stands for itself. */
function blockOf(text: string): Prefix | IpFault {
  const parsed = parsePrefix(text)
  if (parsed.ok) return parsed.value
  if (parsed.reason !== 'length_missing') return parsed.reason
  const address = parseAddress(text)
  return address.ok ? prefixAround(address.value, address.value.family === 4 ? 32 : 128) : address.reason
}

function textOf(bytes: Uint8Array, from: number, to: number): string {
  const part = bytes.subarray(from, to)
  return (isUtf8(part) ? Buffer.from(part).toString() : lineText(bytes, from, to)).trim()
}
