import { parsePrefix } from '../../kernel/ip/index.ts'
import type { BlocklistRows } from '../datasets/blocklist.ts'
import { eachJsonLine, type JsonRow } from '../reading/json-lines.ts'
import { type Findings, type Input, type Reader, SourceFault } from '../reading/source.ts'

/** Spamhaus DROP, of IPv4, of IPv6 and of AS numbers: a JSON object a line, the last one about the file itself. */

export const readDrop: Reader<BlocklistRows> = (input, rows) =>
  readList(input, (row) => {
    const prefix = parsePrefix(textIn(row, 'cidr'))
    if (!prefix.ok) return `has no prefix (${prefix.reason.replaceAll('_', ' ')})`
    rows.add({ prefix: prefix.value, list: 'Spamhaus DROP', reason: textIn(row, 'sblid') })
    return ''
  })

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
