import type { AnnouncementRows } from '../datasets/announcements.ts'
import { fields, splitFields } from '../reading/fields.ts'
import { eachWholeLine, lineText } from '../reading/lines.ts'
import { opened, requireRows } from '../reading/opened.ts'
import { foundPrefix, noSuchOrigin, originOf } from './pfx2as.ts'
import { readNumber, scan } from '../reading/scan.ts'
import { found, readPrefix, whyNoPrefix } from '../reading/scan-prefix.ts'
import { SaidDate } from '../reading/said-date.ts'
import { SourceFault, type Reader } from '../reading/source.ts'

/** The route table of RIPE's collectors: `origin TAB prefix TAB peers`, `%` before comments, sets in braces. */
export const readRiswhois: Reader<AnnouncementRows> = async (input, rows) => {
  const { bytes: source } = await opened(input.bytes)
  const said = new SaidDate()
  let begun = false
  const lines = await eachWholeLine(source, (bytes, from, to, number) => {
    if (bytes[from] === percent) said.hear(lineText(bytes, from, to))
    if (to === from || bytes[from] === percent) return
    const why = addLine(rows, bytes, from, to)
    if (why !== '' && why !== noSuchOrigin && !begun)
      throw new SourceFault(`line ${number}`, `begins no table of riswhois: ${why}`)
    begun = true
    if (why !== '') input.refuse(`line ${number}`, why)
  })
  requireRows(rows.count, lines, 'an origin with its prefix')
  return said.findings
}

const tab = 9
const percent = 37

/** What is wrong with the line; nothing when it was kept. */
function addLine(rows: AnnouncementRows, bytes: Uint8Array, from: number, to: number): string {
  const count = splitFields(bytes, from, to, tab)
  if (count !== 3) return `has ${Math.max(count, 0)} fields, not origin, prefix and peers`
  const field = (i: number): string => lineText(bytes, fields.from[i] ?? 0, fields.to[i] ?? 0)
  if (!readPrefix(bytes, fields.from[1] ?? 0, fields.to[1] ?? 0)) return whyNoPrefix(field(1))
  const peers = readNumber(bytes, fields.from[2] ?? 0, fields.to[2] ?? 0)
  if (peers < 1 || scan.at !== fields.to[2]) return 'has no count of peers'
  const asn = readNumber(bytes, fields.from[0] ?? 0, fields.to[0] ?? 0)
  if (asn === 0 && scan.at === fields.to[0]) return noSuchOrigin
  if (asn < 0 || scan.at !== fields.to[0]) {
    const origin = originOf(field(0))
    if (origin === null) return 'has no origin'
    rows.add({ prefix: foundPrefix(), ...origin, peers })
  } else if (found.family === 4) rows.add4(found.start4, found.length, asn, peers)
  else rows.add6(found.start6, found.length, asn, peers)
  return ''
}
