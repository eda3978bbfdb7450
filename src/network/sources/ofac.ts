import type { SanctionsRows } from '../datasets/sanctions.ts'
import { fieldsOf } from '../reading/csv.ts'
import { eachLine, lineText } from '../reading/lines.ts'
import { opened } from '../reading/opened.ts'
import { type Reader, SourceFault } from '../reading/source.ts'

/** OFAC's list of specially designated nationals: twelve columns, no header, `-0- ` for nothing, 0x1A at the end. */

const columns = 12
const endOfFile = '\x1a'

/** People, ships and aircraft do not run networks under their own names. */
const otherKinds = new Set(['individual', 'vessel', 'aircraft'])

export const readOfac: Reader<SanctionsRows> = async (input, rows) => {
  const { bytes } = await opened(input.bytes)
  let read = 0
  let ended = false
  const lines = await eachLine(bytes, (line, from, to, number) => {
    const text = lineText(line, from, to)
    if (text === endOfFile) ended = true
    if (text === '' || text === endOfFile) return
    const fields = fieldsOf(text)
    if (fields.length !== columns)
      throw new SourceFault(
        `line ${number}`,
        `has ${fields.length} columns and not ${columns}: this is not OFAC's file`,
      )
    read++
    const [, entry = '', kind = '', program = ''] = fields.map(valueOf)
    if (otherKinds.has(kind.toLowerCase())) return
    if (entry === '') input.refuse(`line ${number}`, 'has no name')
    else rows.add({ entry, program, names: [entry, ...otherNames(valueOf(fields[11] ?? ''))] })
  })
  // Nothing says how many rows there are, and a row may well end where the file was cut.
  if (!ended) throw new SourceFault(`line ${lines}`, 'the file ends without the byte that ends it: it was cut off')
  if (read === 0) throw new SourceFault(`line ${lines}`, 'the file ends without any row')
  return {}
}

const valueOf = (field: string): string => (field === '-0-' ? '' : field)

/** Remarks name what else somebody is known as: `a.k.a. 'BNC'; a.k.a. 'X'.` Short ones fit anybody. */
const otherNames = (remarks: string): string[] =>
  [...remarks.matchAll(/\b[af]\.k\.a\. '([^']+)'/g)].map(([, name = '']) => name).filter((name) => name.length >= 6)
