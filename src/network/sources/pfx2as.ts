import { addressOf, parsePrefix, prefixAround, type Prefix } from '../../kernel/ip/index.ts'
import { asSetText, type AnnouncementRows } from '../datasets/announcements.ts'
import { eachWholeLine, lineText } from '../reading/lines.ts'
import { opened, requireRows } from '../reading/opened.ts'
import { readAddress4, readNumber, scan } from '../reading/scan.ts'
import { found, readAddress6, readLength, readPrefix, whyNoPrefix } from '../reading/scan-prefix.ts'
import { SaidDate } from '../reading/said-date.ts'
import { SourceFault, type Reader } from '../reading/source.ts'

/**
 * Prefixes with their origins, in three formats told apart by the first line that is no comment: CAIDA's
 * `192.0.2.0 TAB 24 TAB 64500`, pyasn's `192.0.2.0/24 TAB 64500`, and the one of bgp.tools,
 * `{"CIDR":"192.0.2.0/24","ASN":64500,"Hits":300}`, the only one that counts who sees it.
 */
export const readPfx2as: Reader<AnnouncementRows> = async (input, rows) => {
  const { bytes: source } = await opened(input.bytes)
  const said = new SaidDate()
  // CAIDA tells the time of a table by the name of its file alone: routeviews-rv2-20260101-1200.pfx2as.
  if (/\d{8}-\d{4}\.pfx2as/.test(input.name)) said.hear(`original file ${input.name}`)
  let format: Format | null = null
  const lines = await eachWholeLine(source, (bytes, from, to, number) => {
    if (to === from) return
    if (bytes[from] === semicolon || bytes[from] === hash) return said.hear(lineText(bytes, from, to))
    format ??= formatOf(bytes, from, to, number)
    const why = format(rows, bytes, from, to)
    if (why !== '') input.refuse(`line ${number}`, why)
  })
  requireRows(rows.count, lines, 'a prefix with its origin')
  return said.findings
}

/** Keeps what the line says; what is wrong with it otherwise. */
type Format = (rows: AnnouncementRows, bytes: Uint8Array, from: number, to: number) => string

const [tab, blank, quote, hash, slash, semicolon, brace] = [9, 32, 34, 35, 47, 59, 123]

function formatOf(bytes: Uint8Array, from: number, to: number, number: number): Format {
  if (bytes[from] === brace) return jsonLine
  const address = readAddress4(bytes, from, to) >= 0 || readAddress6(bytes, from, to) >= 0n
  if (address && bytes[scan.at] === slash) return pyasnLine
  if (address && isGap(bytes[scan.at])) return caidaLine
  throw new SourceFault(`line ${number}`, 'begins no table of pfx2as, pyasn or bgp.tools')
}

const isGap = (byte: number | undefined): boolean => byte === tab || byte === blank

/** Past tabs and blanks. */
function nextField(bytes: Uint8Array, from: number, to: number): number {
  let at = from
  while (at < to && isGap(bytes[at])) at++
  return at
}

function endOfField(bytes: Uint8Array, from: number, to: number): number {
  let at = from
  while (at < to && !isGap(bytes[at])) at++
  return at
}

function caidaLine(rows: AnnouncementRows, bytes: Uint8Array, from: number, to: number): string {
  const addressEnd = endOfField(bytes, from, to)
  const length = nextField(bytes, addressEnd, to)
  const lengthEnd = endOfField(bytes, length, to)
  found.start4 = readAddress4(bytes, from, addressEnd)
  found.family = found.start4 >= 0 ? 4 : 6
  const isAddress = found.family === 4 || (found.start6 = readAddress6(bytes, from, addressEnd)) >= 0n
  if (!isAddress || scan.at !== addressEnd || !readLength(bytes, length, lengthEnd))
    return whyNoPrefix(`${lineText(bytes, from, addressEnd)}/${lineText(bytes, length, lengthEnd)}`)
  return addOrigins(rows, bytes, nextField(bytes, lengthEnd, to), to)
}

function pyasnLine(rows: AnnouncementRows, bytes: Uint8Array, from: number, to: number): string {
  const end = endOfField(bytes, from, to)
  if (!readPrefix(bytes, from, end)) return whyNoPrefix(lineText(bytes, from, end))
  return addOrigins(rows, bytes, nextField(bytes, end, to), to)
}

/** RFC 7607: whoever shows such a route has it wrong; it is no announcement of anybody's. */
export const noSuchOrigin = 'comes from AS0, which announces nothing'

/** Of the prefix in `found`: nearly always one number. */
function addOrigins(rows: AnnouncementRows, bytes: Uint8Array, from: number, to: number): string {
  const asn = readNumber(bytes, from, to)
  if (asn < 0 || scan.at !== to) return addSeveral(rows, lineText(bytes, from, to))
  if (asn === 0) return noSuchOrigin
  if (found.family === 4) rows.add4(found.start4, found.length, asn, 0)
  else rows.add6(found.start6, found.length, asn, 0)
  return ''
}

/** Several origins are joined by `_`, the members of a set by commas. All of them or none, but for AS0 beside others. */
function addSeveral(rows: AnnouncementRows, text: string): string {
  const origins = text.trim().split('_').map(originOf)
  if (!origins.every((origin) => origin !== null)) return 'has no origin'
  const real = origins.filter((origin) => !isNobody(origin))
  for (const origin of real) rows.add({ prefix: foundPrefix(), ...origin, peers: null })
  return real.length === 0 ? noSuchOrigin : ''
}

const isNobody = ({ asn, asSet }: Origin): boolean => asn === 0 && asSet === null

export interface Origin {
  readonly asn: number
  readonly asSet: string | null
}

/** `64500`, `64500,64501` or `{64500,64501}`; null when it is none. */
export function originOf(text: string): Origin | null {
  const members = /^(?:\{(.+)\}|(.+))$/.exec(text)
  const numbers = (members?.[1] ?? members?.[2] ?? '').split(',')
  if (!numbers.every((member) => /^\d{1,10}$/.test(member) && Number(member) <= 0xffff_ffff)) return null
  const isSet = numbers.length > 1 || members?.[1] !== undefined
  return isSet ? { asn: 0, asSet: asSetText(numbers.map(Number)) } : { asn: Number(text), asSet: null }
}

export const foundPrefix = (): Prefix =>
  prefixAround(addressOf(found.family === 4 ? 4 : 6, found.family === 4 ? found.start4 : found.start6), found.length)

/** As every line of the file is written: in one walk, without an object. */
const words = ['{"CIDR":"', '","ASN":', ',"Hits":', '}'].map((word) => Buffer.from(word))

/** False for all that is in any way different, which is then parsed. */
function usualJson(rows: AnnouncementRows, bytes: Uint8Array, from: number, to: number): boolean {
  const cidr = after(bytes, from, 0)
  const end = bytes.indexOf(quote, cidr)
  if (cidr < 0 || end < 0 || end > to || !readPrefix(bytes, cidr, end)) return false
  const number = after(bytes, end, 1)
  const asn = number < 0 ? -1 : readNumber(bytes, number, to)
  const count = asn < 0 ? -1 : after(bytes, scan.at, 2)
  const hits = count < 0 ? -1 : readNumber(bytes, count, to)
  if (asn === 0 || hits < 1 || after(bytes, scan.at, 3) !== to) return false
  if (found.family === 4) rows.add4(found.start4, found.length, asn, hits)
  else rows.add6(found.start6, found.length, asn, hits)
  return true
}

/** Where what follows the word begins; -1: it does not stand here. */
function after(bytes: Uint8Array, at: number, index: number): number {
  const word = words[index] ?? Buffer.alloc(0)
  for (let i = 0; i < word.length; i++) if (bytes[at + i] !== word[i]) return -1
  return at + word.length
}

function jsonLine(rows: AnnouncementRows, bytes: Uint8Array, from: number, to: number): string {
  if (usualJson(rows, bytes, from, to)) return ''
  const text = lineText(bytes, from, to)
  const { CIDR: cidr, ASN: asn, Hits: hits } = parsed(text)
  if (typeof cidr !== 'string') return 'is no object with CIDR, ASN and Hits'
  const prefix = parsePrefix(cidr)
  if (!prefix.ok) return whyNoPrefix(cidr)
  const origin = originOf(String(asn))
  if (origin === null) return 'has no origin'
  if (isNobody(origin)) return noSuchOrigin
  if (typeof hits !== 'number' || !Number.isInteger(hits) || hits < 1) return 'has no count of hits'
  rows.add({ prefix: prefix.value, ...origin, peers: hits })
  return ''
}

function parsed(text: string): Readonly<Record<string, unknown>> {
  try {
    // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- the line begins with a brace
    return JSON.parse(text) as Record<string, unknown>
  } catch {
    return {}
  }
}
