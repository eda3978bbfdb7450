import { parseAddress, parsePrefix, prefixAround, type Prefix } from '../../kernel/ip/index.ts'
import type { BlocklistRows } from '../datasets/blocklist.ts'
import { eachWholeLine, lineText } from '../reading/lines.ts'
import { opened } from '../reading/opened.ts'
import { SaidDate } from '../reading/said-date.ts'
import { type Reader, SourceFault } from '../reading/source.ts'

/** UCEPROTECT, level 3: a prefix or an AS number a line, perhaps with `:value:text` after it. */

const list = 'UCEPROTECT level 3'

/** In files for rbldnsd `:value:text` alone on a line, before the prefixes, is what those without their own mean. */
export const readUceprotect: Reader<BlocklistRows> = async (input, rows) => {
  const { bytes } = await opened(input.bytes)
  const kept = { prefixes: 0, asns: 0 }
  const said = new SaidDate()
  let common = ''
  const lines = await eachWholeLine(bytes, (chunk, from, to, number) => {
    const line = lineText(chunk, from, to).trim()
    // Settings of the name server for which these files are made begin with a dollar, its notes with other signs.
    if (line === '') return
    if (/^[#;$!]/.test(line)) said.hear(line)
    else if (/^:[^:]*:/.test(line)) common = line.replace(/^:[^:]*:/, '').trim()
    else if (takeAsn(rows, line)) kept.asns++
    else if (takePrefix(rows, line, common)) kept.prefixes++
    else input.refuse(`line ${number}`, 'is neither a prefix nor an AS number')
  })
  if (kept.prefixes + kept.asns === 0)
    throw new SourceFault(`line ${lines}`, 'the file ends, and none of its lines is a prefix or an AS number')
  // Two files of one list, each a source of its own.
  return { ...(kept.prefixes === 0 && { source: 'asns' }), ...said.findings }
}

const entry = /^(\S*?)\s*(?::[^:]*:(.*))?$/

function takePrefix(rows: BlocklistRows, line: string, common: string): boolean {
  const [, where = '', text = ''] = entry.exec(line) ?? []
  const prefix = blockOf(where)
  if (prefix !== null) rows.add({ prefix, list, reason: text.trim() || common })
  return prefix !== null
}

function takeAsn(rows: BlocklistRows, line: string): boolean {
  const [, where = '', text = ''] = entry.exec(line) ?? []
  const asn = Number(/^(?:AS)?(\d{1,10})$/i.exec(where)?.[1] ?? 0)
  const isAsn = asn >= 1 && asn <= 0xffff_ffff
  if (isAsn) rows.add({ asn, list, reason: text.trim() })
  return isAsn
}

function blockOf(text: string): Prefix | null {
  const prefix = parsePrefix(text)
  if (prefix.ok) return prefix.value
  const address = parseAddress(text)
  return address.ok ? prefixAround(address.value, address.value.family === 4 ? 32 : 128) : null
}
