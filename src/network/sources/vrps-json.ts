import { parsePrefix } from '../../kernel/ip/index.ts'
import type { VrpRows } from '../datasets/vrps.ts'
import { eachJsonItem } from '../reading/json-items.ts'
import { whyNoPrefix } from '../reading/scan-prefix.ts'
import { SourceFault, type Findings, type Input } from '../reading/source.ts'
import { Anchors, noMaxLength, secondsOfText } from './vrp-words.ts'

/**
 * `{ "metadata": {…}, "roas": [{ "asn", "prefix", "maxLength", "ta", "expires" }] }` of rpki-client and Routinator, and
 * Routinator's extended form, in which anchor and times stand under `source`.
 */
export async function readVrpJson(input: Input, rows: VrpRows): Promise<Findings> {
  const anchors = new Anchors(rows)
  let metadata: Loose = {}
  let entries = 0
  await eachJsonItem(input.bytes, (key, text, where) => {
    if (key === 'metadata') metadata = parsed(text, where)
    if (key !== 'roas') return
    entries++
    const why = addEntry(rows, anchors, parsed(text, where), where)
    if (why !== '') input.refuse(where, why)
  })
  if (entries === 0) throw new SourceFault('byte 0', 'begins a file without a single entry under roas')
  const said = metadata['uniquevrps']
  if (typeof said === 'number' && said !== entries)
    throw new SourceFault('metadata', `says that there is another number of payloads than the ${entries} there are`)
  return findings(metadata)
}

type Loose = Readonly<Record<string, unknown>>

const isLoose = (value: unknown): value is Loose => typeof value === 'object' && value !== null

function parsed(text: string, where: string): Loose {
  try {
    const value: unknown = JSON.parse(text)
    return isLoose(value) ? value : {}
  } catch {
    throw new SourceFault(where, 'is not JSON')
  }
}

/** What is wrong with the entry; nothing when it was kept. */
function addEntry(rows: VrpRows, anchors: Anchors, entry: Loose, where: string): string {
  const { asn, prefix, maxLength } = entry
  const number = asnOf(asn)
  if (number < 0) return 'has no AS number'
  const block = parsePrefix(String(prefix))
  if (!block.ok) return whyNoPrefix(String(prefix))
  const { family, address, length } = block.value
  const most = maxLength === undefined ? length : Number(maxLength)
  if (!Number.isInteger(most) || most < length || most > (family === 4 ? 32 : 128)) return noMaxLength(length, family)
  const { ta, expires } = originOf(entry)
  if (expires < 0) return 'has no time at which it expires'
  const anchor = anchors.named(ta, where)
  if (family === 4) rows.add4(Number(address), length, number, most, anchor, expires)
  else rows.add6(address, length, number, most, anchor, expires)
  return ''
}

/** 64500, "64500" or "AS64500". */
function asnOf(asn: unknown): number {
  const digits = /^(?:AS)?(\d{1,10})$/i.exec(String(asn))?.[1]
  const number = Number(digits ?? -1)
  return number <= 0xffff_ffff ? number : -1
}

/** In the extended form several ROAs may back one payload: it lives as long as the longest of them, with its chain. */
function originOf({ ta, expires, source }: Loose): { ta: string; expires: number } {
  if (!Array.isArray(source)) return { ta: textOr(ta), expires: secondsFrom(expires) }
  const backing: Loose[] = source.filter(isLoose)
  const ends = backing.map(({ validity, chainValidity }) => endOf(chainValidity) || endOf(validity))
  const anchor = backing.map(({ tal }) => textOr(tal)).find((tal) => tal !== '')
  return { ta: anchor ?? textOr(ta), expires: Math.max(0, ...ends) }
}

/** A ROA ends with the first certificate above it. */
const endOf = (validity: unknown): number => secondsFrom(isLoose(validity) ? validity['notAfter'] : undefined)

const textOr = (value: unknown): string => (typeof value === 'string' ? value : '')

function secondsFrom(value: unknown): number {
  if (value === undefined || value === null) return 0
  if (typeof value === 'number') return Number.isInteger(value) && value >= 0 && value <= 0xffff_ffff ? value : -1
  return typeof value === 'string' ? secondsOfText(value) : -1
}

function findings({ buildtime, generatedTime, generated }: Loose): Findings {
  const seconds = [buildtime, generatedTime, generated].map(secondsFrom).find((time) => time > 0)
  return seconds === undefined ? {} : { takenAt: new Date(seconds * 1000) }
}
