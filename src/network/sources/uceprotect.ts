import { parseAddress, parsePrefix, prefixAround, type Prefix } from '../../kernel/ip.ts'
import type { AsnListRows } from '../datasets/asnlist.ts'
import type { BlocklistRows } from '../datasets/blocklist.ts'
import { eachLine, lineText } from './lines.ts'
import { opened } from './opened.ts'
import { type Findings, type Input, type Reader, SourceFault } from './source.ts'

/** UCEPROTECT, level 3: a prefix a line, perhaps with `:value:text` after it; or an AS number a line. */

const list = 'UCEPROTECT level 3'

/** In files for rbldnsd `:value:text` alone on a line, before the prefixes, is what those without their own mean. */
export const readUceprotect: Reader<BlocklistRows> = (input, rows) => {
  let common = ''
  return readLines(input, 'a prefix', (line) => {
    const [, where = '', text = ''] = /^(\S*?)\s*(?::[^:]*:(.*))?$/.exec(line) ?? []
    if (where === '') {
      common = text.trim()
      return text === '' ? 'is no prefix' : null
    }
    const prefix = blockOf(where)
    if (prefix === null) return 'is no prefix'
    rows.add({ prefix, list, reason: text.trim() || common })
    return ''
  })
}

export const readUceprotectAsns: Reader<AsnListRows> = (input, rows) =>
  readLines(input, 'an AS number', (line) => {
    const [, digits, text = ''] = /^(?:AS)?(\d{1,10})(?:[\s,;:|]+(.*))?$/i.exec(line) ?? []
    const asn = Number(digits)
    if (digits === undefined || asn < 1 || asn > 0xffff_ffff) return 'is no AS number'
    rows.add({ asn, list, reason: text.trim() })
    return ''
  })

/** Answers of `take`: empty, why the line is left out, or null for a line that is no row. */
async function readLines(input: Input, what: string, take: (line: string) => string | null): Promise<Findings> {
  const { bytes } = await opened(input.bytes)
  let kept = 0
  const lines = await eachLine(bytes, (bytes, from, to, number) => {
    const line = lineText(bytes, from, to).trim()
    // Settings of the name server for which these files are made begin with a dollar, its notes with other signs.
    if (line === '' || /^[#;$!]/.test(line)) return
    const why = take(line)
    if (why === '') kept++
    else if (why !== null) input.refuse(`line ${number}`, why)
  })
  if (kept === 0) throw new SourceFault(`line ${lines}`, `the file ends, and none of its lines is ${what}`)
  return {}
}

function blockOf(text: string): Prefix | null {
  const prefix = parsePrefix(text)
  if (prefix.ok) return prefix.value
  const address = parseAddress(text)
  return address.ok ? prefixAround(address.value, address.value.family === 4 ? 32 : 128) : null
}
