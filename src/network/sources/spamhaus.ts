import { parsePrefix } from '../../kernel/ip/index.ts'
import type { BlocklistRows } from '../datasets/blocklist.ts'
import { eachJsonLine, type JsonRow } from '../reading/json-lines.ts'
import { eachWholeLine, lineText } from '../reading/lines.ts'
import { opened, requireRows } from '../reading/opened.ts'
import { SaidDate } from '../reading/said-date.ts'
import { type Findings, type Input, type Reader, SourceFault } from '../reading/source.ts'

/**
 * Spamhaus DROP, of IPv4, of IPv6 and of AS numbers: a JSON object a line, the last one about the file itself. The older
 * text, `192.0.2.0/24 ; SBL1`, has no such line.
 */

export const readDrop: Reader<BlocklistRows> = async (input, rows) => {
  const { first, bytes } = await opened(input.bytes)
  const listed = (cidr: string, sblid: string): string => {
    const prefix = parsePrefix(cidr)
    if (!prefix.ok) return `has no prefix (${prefix.reason.replaceAll('_', ' ')})`
    rows.add({ prefix: prefix.value, list: 'Spamhaus DROP', reason: sblid })
    return ''
  }
  if (first === brace) return readList({ ...input, bytes }, (row) => listed(textIn(row, 'cidr'), textIn(row, 'sblid')))
  return readText({ ...input, bytes }, listed)
}

const brace = 123

async function readText(input: Input, take: (cidr: string, sblid: string) => string): Promise<Findings> {
  const said = new SaidDate()
  let kept = 0
  const lines = await eachWholeLine(input.bytes, (bytes, from, to, number) => {
    const [cidr = '', ...rest] = lineText(bytes, from, to).split(';')
    const text = rest.join(';').trim()
    if (cidr.trim() === '') return said.hear(text)
    const why = take(cidr.trim(), text)
    if (why === '') kept++
    else input.refuse(`line ${number}`, why)
  })
  requireRows(kept, lines, 'a prefix')
  return said.findings
}

export const readAsnDrop: Reader<BlocklistRows> = (input, rows) =>
  readList(input, (row) => {
    const { asn } = row
    if (typeof asn !== 'number' || !Number.isInteger(asn) || asn < 1 || asn > 0xffff_ffff) return 'has no AS number'
    rows.add({
      asn,
      list: 'Spamhaus ASN-DROP',
      reason: [textIn(row, 'asname'), textIn(row, 'domain')].filter(Boolean).join(', '),
    })
    return ''
  })

/** The rows must be as many as the file says: it is all that shows whether some are missing. */
async function readList(input: Input, take: (row: JsonRow) => string): Promise<Findings> {
  let rows = 0
  let said: JsonRow | null = null
  const lines = await eachJsonLine(input, (row, number) => {
    if (row['type'] === 'metadata') {
      said = row
      return
    }
    rows++
    const why = take(row)
    if (why !== '') input.refuse(`line ${number}`, why)
  })
  return findingsOf(said, rows, lines)
}

function findingsOf(said: JsonRow | null, rows: number, lines: number): Findings {
  if (said === null)
    throw new SourceFault(`line ${lines}`, 'the file ends without the line about itself: it was cut off')
  const { records, timestamp } = said
  if (records !== rows)
    throw new SourceFault(`line ${lines}`, `the file has ${rows} rows, and says that it has another number`)
  return typeof timestamp === 'number' && timestamp > 0 && timestamp < 2 ** 32
    ? { takenAt: new Date(timestamp * 1000) }
    : {}
}

function textIn(row: JsonRow, name: string): string {
  const value = row[name]
  return typeof value === 'string' ? value : ''
}
