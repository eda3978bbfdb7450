import type { AsNameRows } from '../datasets/as-names.ts'
import { decoded, fieldText, splitFields } from '../reading/fields.ts'
import { eachWholeLine } from '../reading/lines.ts'
import { opened, requireRows } from '../reading/opened.ts'
import { SaidDate } from '../reading/said-date.ts'
import { SourceFault, type Reader } from '../reading/source.ts'

/**
 * Names of AS numbers: RIPE's `64500 NAME, CC`, or a CSV whose header has the columns asn and name. The first line says
 * which it is.
 */
export const readAsnNames: Reader<AsNameRows> = async (input, rows) => {
  const { bytes: source } = await opened(input.bytes)
  const said = new SaidDate()
  let format: Format | null = null
  const lines = await eachWholeLine(source, (bytes, from, to, number) => {
    if (to === from) return
    if (bytes[from] === hash) return said.hear(decoded(bytes.subarray(from, to)))
    if (format === null) {
      format = formatOf(bytes, from, to, number)
      if (format !== plainLine) return
    }
    const why = add(rows, format(bytes, from, to))
    if (why !== '') input.refuse(`line ${number}`, why)
  })
  requireRows(rows.count, lines, 'an AS number with its name')
  return said.findings
}

interface Row {
  readonly asn: string
  readonly name: string
  readonly country: string
}

/** What the line says, or what is wrong with it. */
type Format = (bytes: Uint8Array, from: number, to: number) => Row | string

const hash = 35
const comma = 44

function formatOf(bytes: Uint8Array, from: number, to: number, number: number): Format {
  const text = decoded(bytes.subarray(from, to))
  if (/^(AS)?\d+ /i.test(text)) return plainLine
  const count = splitFields(bytes, from, to, comma)
  const names = Array.from({ length: Math.max(count, 0) }, (_, field) => fieldText(bytes, field).toLowerCase())
  const [asn, name] = [names.indexOf('asn'), names.indexOf('name')]
  const country = names.findIndex((column) => column === 'country' || column === 'cc')
  if (asn < 0 || name < 0)
    throw new SourceFault(`line ${number}`, 'is neither "64500 NAME, CC" nor a header with asn and name')
  return (row, start, end) => {
    const found = splitFields(row, start, end, comma)
    if (found !== count) return `has ${found < 0 ? 'an open quote' : `${found} fields`}, not ${count} fields`
    return { asn: fieldText(row, asn), name: fieldText(row, name), country: country < 0 ? '' : fieldText(row, country) }
  }
}

/** The country is what follows the last comma, if that is two letters: names have commas of their own. */
function plainLine(bytes: Uint8Array, from: number, to: number): Row | string {
  const text = decoded(bytes.subarray(from, to))
  const parts = /^(\S+) +(.*?)(?:, *([A-Z]{2}))?$/.exec(text.trim())
  if (parts === null) return 'is not "64500 NAME, CC"'
  return { asn: parts[1] ?? '', name: parts[2] ?? '', country: parts[3] ?? '' }
}

function add(rows: AsNameRows, row: Row | string): string {
  if (typeof row === 'string') return row
  const digits = /^(?:AS)?(\d{1,10})$/i.exec(row.asn)?.[1]
  const asn = Number(digits)
  if (digits === undefined || asn > 0xffff_ffff) return 'has no AS number'
  if (row.name === '') return 'has no name'
  const country = /^[A-Z]{2}$/.test(row.country) && row.country !== 'ZZ' ? row.country : null
  return rows.add(asn, row.name, country) ? '' : 'has an AS number that a line before it names otherwise'
}
