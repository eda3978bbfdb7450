import type { KindName } from '../kinds.rules.ts'
import { fieldsOf } from './csv.ts'
import { lineText } from './lines.ts'
import { SourceFault } from './source.ts'
import { Window } from './window.ts'

/**
 * What a file is, by how it begins. A reader refuses what it cannot read; this is for files that it could read some rows
 * of, and for a sentence that helps: whoever mixed up two files hears which one it is.
 */

interface Form {
  /** For people. */
  readonly what: string
  /** The kinds that read it. */
  readonly kinds: readonly KindName[]
  readonly fits: (head: Head) => boolean
}

interface Head {
  readonly bytes: Uint8Array
  /** The first line that is neither empty nor a comment, and its number. */
  readonly line: string
  readonly number: number
  /** The fields of that line, were it CSV, in lower case. */
  readonly columns: readonly string[]
}

/** Longer than the comments of any such file and its first rows. */
const headBytes = 1 << 14

const address = String.raw`[\da-f]*[.:][\da-f.:]*`
const prefix = String.raw`${address}/\d{1,3}`
const origins = String.raw`[\d_,{}]+`
const like = (pattern: string): ((head: Head) => boolean) => {
  const form = new RegExp(`^${pattern}$`, 'i')
  return ({ line }) => form.test(line)
}
const jsonWith = (word: string): ((head: Head) => boolean) => {
  const form = new RegExp(String.raw`"${word}"\s*:`)
  return ({ line, bytes }) => line.startsWith('{') && form.test(lineText(bytes, 0, bytes.length))
}
const headed = (...names: string[]): ((head: Head) => boolean) => {
  return ({ columns }) => names.every((name) => columns.includes(name))
}
const either =
  (...tests: readonly ((head: Head) => boolean)[]): ((head: Head) => boolean) =>
  (head) =>
    tests.some((test) => test(head))

/** The first that fits is what it is. */
const forms: readonly Form[] = [
  { what: 'a web page', kinds: [], fits: ({ line }) => line.startsWith('<') },
  { what: 'text in UTF-16', kinds: [], fits: ({ bytes }) => isUtf16(bytes) },
  { what: "a database in MaxMind's format", kinds: ['mmdb'], fits: ({ bytes }) => bytes.includes(0) && hasMark(bytes) },
  { what: 'an MRT dump', kinds: ['mrt'], fits: ({ bytes }) => isMrt(bytes) },
  {
    what: "an RTR cache's answer",
    kinds: ['vrps'],
    fits: ({ bytes }) => (bytes[0] ?? 9) <= 1 && bytes[1] === 3 && bytes[7] === 8,
  },
  { what: 'binary data', kinds: ['mmdb', 'mrt'], fits: ({ bytes }) => bytes.includes(0) },
  {
    what: 'payloads of ROAs',
    kinds: ['vrps'],
    fits: either(jsonWith('roas'), headed('asn', 'ip prefix'), headed('asn', 'prefix')),
  },
  {
    what: 'a table of routes',
    kinds: ['pfx2as'],
    fits: either(
      jsonWith('CIDR'),
      like(String.raw`${address}[\t ]+\d{1,3}[\t ]+${origins}`),
      like(String.raw`${prefix}[\t ]+${origins}`),
    ),
  },
  { what: 'a RIS whois dump', kinds: ['riswhois'], fits: like(String.raw`${origins}\t${prefix}\t\d+`) },
  { what: 'Spamhaus DROP', kinds: ['drop'], fits: either(jsonWith('cidr'), like(String.raw`${prefix}\s*;\s*SBL\d+`)) },
  {
    what: 'Spamhaus ASN-DROP',
    kinds: ['asn-drop'],
    fits: either(jsonWith('asname'), like(String.raw`\{"asn":\d+[,}].*`)),
  },
  {
    what: "OFAC's list of sanctions",
    kinds: ['ofac'],
    fits: ({ line, columns }) => columns.length === 12 && line.includes(',-0-'),
  },
  { what: "a registry's statistics", kinds: ['delegated'], fits: like(String.raw`[\d.]+\|[a-z]+\|\d+\|\d+\|.*`) },
  {
    what: 'names of AS numbers',
    kinds: ['asn-names'],
    fits: either(headed('asn', 'name'), like(String.raw`(AS)?\d+ .*`)),
  },
  {
    what: 'address ranges with AS numbers',
    kinds: ['asn-ranges'],
    fits: like(String.raw`"?${address}"?[,\t]"?${address}"?[,\t]"?\d+"?[,\t].*`),
  },
  {
    what: 'address ranges with countries',
    kinds: ['country-ranges'],
    fits: like(String.raw`"?${address}"?[,\t]"?${address}"?[,\t]"?([A-Z]{2}|None)"?`),
  },
  { what: 'a geofeed', kinds: ['geofeed'], fits: like(String.raw`${address}(/\d{1,3})?,[a-z]{0,2},.*`) },
  {
    what: 'a list of UCEPROTECT',
    kinds: ['uceprotect'],
    fits: either(like(String.raw`:[^:]*:.*`), like(String.raw`(${address}(/\d{1,3})?|(AS)?\d+)(\s*:.*)?`)),
  },
  { what: 'a database of a registry', kinds: ['rpsl'], fits: like(String.raw`[a-z][a-z\d-]*:(\s.*|)`) },
]

/** The bytes again; a file of another kind is refused before a row is read. */
export async function recognised(
  kind: KindName,
  source: AsyncIterable<Uint8Array>,
): Promise<AsyncIterable<Uint8Array>> {
  const window = new Window(source)
  await window.fill(headBytes)
  const why = whyAnother(kind, window.bytes)
  if (why === null) return window.rest()
  await window.close()
  throw why
}

function whyAnother(kind: KindName, bytes: Uint8Array): SourceFault | null {
  const head = headOf(bytes.subarray(0, headBytes))
  const form = forms.find(({ fits }) => fits(head))
  if (form === undefined || form.kinds.includes(kind)) return null
  const where = bytes.includes(0) ? 'byte 0' : `line ${head.number}`
  if (form.kinds.length === 0) return new SourceFault(where, `begins like ${form.what}, not like data`)
  return new SourceFault(where, `begins like ${form.what} (import it as ${form.kinds.join(' or ')}), not like ${kind}`)
}

/** Comments begin with these in one format or another; so do settings of name servers. */
const isComment = (line: string): boolean => line.trim() === '' || /^[#%;!$]/.test(line)

function headOf(bytes: Uint8Array): Head {
  const isMarked = bytes[0] === 0xef && bytes[1] === 0xbb && bytes[2] === 0xbf
  const lines = lineText(bytes, isMarked ? 3 : 0, bytes.length).split(/\r?\n/)
  const index = lines.findIndex((each) => !isComment(each))
  const line = (lines[index] ?? '').trim()
  const columns = fieldsOf(line).map((name) => name.toLowerCase())
  return { bytes, line, number: index + 1, columns }
}

const mark = Buffer.from('\xab\xcd\xefMaxMind.com', 'latin1')
const hasMark = (bytes: Uint8Array): boolean => Buffer.from(bytes.buffer, bytes.byteOffset, bytes.length).includes(mark)

const isUtf16 = ([first, second]: Uint8Array): boolean =>
  (first === 0xff && second === 0xfe) || (first === 0xfe && second === 0xff)

/** RFC 6396 §2: a time, a type and a subtype of two bytes each, a length. */
const isMrt = (bytes: Uint8Array): boolean =>
  (bytes[0] ?? 0) > 0x20 && bytes[4] === 0 && [12, 13, 16, 17].includes(bytes[5] ?? 0) && bytes[6] === 0
