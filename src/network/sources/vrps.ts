import type { VrpRows } from '../datasets/vrps.ts'
import { fields, fieldText, splitFields } from '../reading/fields.ts'
import { eachWholeLine, lineText } from '../reading/lines.ts'
import { opened, requireRows } from '../reading/opened.ts'
import { isPrefix4, readAddress4, readNumber, scan } from '../reading/scan.ts'
import { found, readPrefix, whyNoPrefix } from '../reading/scan-prefix.ts'
import { SourceFault, type Input, type Reader } from '../reading/source.ts'
import { newestVersion } from '../reading/rtr-pdu.ts'
import { Window } from '../reading/window.ts'
import { Anchors, noMaxLength, secondsOf } from './vrp-words.ts'
import { readVrpJson } from './vrps-json.ts'
import { readVrpRtr } from './vrps-rtr.ts'

/** Payloads of ROAs as rpki-client and Routinator write them, CSV with any of their headers or JSON, or as a cache tells. */
export const readVrps: Reader<VrpRows> = async (input, rows) => {
  const window = new Window(input.bytes)
  await window.fill(1)
  if ((window.bytes[0] ?? brace) <= newestVersion) return readVrpRtr({ ...input, bytes: window.rest() }, rows)
  const { first, bytes } = await opened(window.rest())
  if (first === brace) return readVrpJson({ ...input, bytes }, rows)
  const reader = new CsvReader(input, rows)
  const lines = await eachWholeLine(bytes, (row, from, to, number) => reader.line(row, from, to, number))
  requireRows(rows.count, lines, 'a payload of a ROA')
  return {}
}

const brace = 123
const [quote, comma, slash, zero] = [34, 44, 47, 48]
const usualHeader = /^ASN,IP Prefix,Max Length,Trust Anchor,Expires$/i

interface Header {
  readonly asn: number
  readonly prefix: number
  readonly maxLength: number
  /** -1 without one. */
  readonly anchor: number
  readonly expires: number
  readonly count: number
}

class CsvReader {
  readonly #input: Input
  readonly #rows: VrpRows
  readonly #anchors: Anchors
  #header: Header | null = null
  #usual = false

  constructor(input: Input, rows: VrpRows) {
    this.#input = input
    this.#rows = rows
    this.#anchors = new Anchors(rows)
  }

  line(bytes: Uint8Array, from: number, to: number, number: number): void {
    if (to === from) return
    if (this.#header === null) {
      this.#header = headerOf(bytes, from, to, number)
      this.#usual = usualHeader.test(lineText(bytes, from, to))
      return
    }
    if (this.#usual && this.#usualRow(bytes, from, to, number)) return
    const why = this.#row(this.#header, bytes, from, to, number)
    if (why !== '') this.#input.refuse(`line ${number}`, why)
  }

  /**
   * `AS64500,192.0.2.0/24,24,ripe,1789657200`, the row of nearly every file, in one walk; false for all that is in any
   * way different, which is then looked at field by field.
   */
  #usualRow(bytes: Uint8Array, from: number, to: number, number: number): boolean {
    if (bytes[from] !== 65 || bytes[from + 1] !== 83) return false
    const asn = readNumber(bytes, from + 2, to)
    if (asn < 0 || bytes[scan.at] !== comma) return false
    const start = readAddress4(bytes, scan.at + 1, to)
    if (start < 0 || bytes[scan.at] !== slash) return false
    const isPadded = bytes[scan.at + 1] === zero
    const length = readNumber(bytes, scan.at + 1, to)
    if (isPadded || !isPrefix4(start, length) || bytes[scan.at] !== comma) return false
    const maxLength = readNumber(bytes, scan.at + 1, to)
    if (maxLength < length || maxLength > 32 || bytes[scan.at] !== comma) return false
    const name = scan.at + 1
    let end = name
    if (bytes[name] === quote) return false
    while (end < to && bytes[end] !== comma) end++
    const expires = readNumber(bytes, end + 1, to)
    if (expires < 0 || scan.at !== to) return false
    this.#rows.add4(start, length, asn, maxLength, this.#anchors.at(bytes, name, end, number), expires)
    return true
  }

  /** What is wrong with the row; nothing when it was kept. */
  #row(header: Header, bytes: Uint8Array, from: number, to: number, number: number): string {
    const count = splitFields(bytes, from, to, comma)
    if (count !== header.count)
      return `has ${count < 0 ? 'an open quote' : `${count} fields`}, not ${header.count} fields`
    const asn = asnOf(bytes, at(header.asn), end(header.asn))
    if (asn < 0) return 'has no AS number'
    if (!readPrefix(bytes, at(header.prefix), end(header.prefix)))
      return whyNoPrefix(lineText(bytes, at(header.prefix), end(header.prefix)))
    const maxLength = maxLengthOf(bytes, at(header.maxLength), end(header.maxLength))
    if (maxLength < 0) return noMaxLength(found.length, found.family)
    const anchor = header.anchor < 0 ? 0 : this.#anchors.at(bytes, at(header.anchor), end(header.anchor), number)
    const expires = header.expires < 0 ? 0 : secondsOf(bytes, at(header.expires), end(header.expires))
    if (expires < 0) return 'has no time at which it expires'
    if (found.family === 4) this.#rows.add4(found.start4, found.length, asn, maxLength, anchor, expires)
    else this.#rows.add6(found.start6, found.length, asn, maxLength, anchor, expires)
    return ''
  }
}

const at = (field: number): number => fields.from[field] ?? 0
const end = (field: number): number => fields.to[field] ?? 0

/** `AS64500` or `64500`; -1 when it is neither. */
function asnOf(bytes: Uint8Array, from: number, to: number): number {
  const asn = readNumber(bytes, ((bytes[from] ?? 0) | 32) === letterA && to - from > 2 ? from + 2 : from, to)
  return scan.at === to ? asn : -1
}

const letterA = 97

/** Empty: no longer than the prefix. */
function maxLengthOf(bytes: Uint8Array, from: number, to: number): number {
  if (from === to) return found.length
  const length = readNumber(bytes, from, to)
  return scan.at === to && length >= found.length && length <= (found.family === 4 ? 32 : 128) ? length : -1
}

function headerOf(bytes: Uint8Array, from: number, to: number, number: number): Header {
  const count = splitFields(bytes, from, to, comma)
  const names = Array.from({ length: Math.max(count, 0) }, (_, field) => fieldText(bytes, field).toLowerCase())
  const place = (...wanted: string[]): number => names.findIndex((name) => wanted.includes(name))
  const header = {
    asn: place('asn'),
    prefix: place('ip prefix', 'prefix'),
    maxLength: place('max length', 'maxlength'),
    anchor: place('trust anchor', 'ta'),
    expires: place('expires', 'not after'),
    count,
  }
  if (header.asn < 0 || header.prefix < 0 || header.maxLength < 0)
    throw new SourceFault(`line ${number}`, 'is not a header with ASN, IP Prefix and Max Length')
  return header
}
