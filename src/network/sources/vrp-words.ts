import type { VrpRows } from '../datasets/vrps.ts'
import { lineText } from '../reading/lines.ts'
import { readNumber, scan } from '../reading/scan.ts'
import { SourceFault } from '../reading/source.ts'

/** The words of payloads that all their formats share. */

/** Five registries and a few private ones; more, and the column is not one of trust anchors. */
const mostAnchors = 64

/** Trust anchors by number, found again without making a string for each row. */
export class Anchors {
  readonly #rows: VrpRows
  readonly #known: { readonly bytes: Uint8Array; readonly number: number }[] = []
  readonly #names = new Map<string, number>()

  constructor(rows: VrpRows) {
    this.#rows = rows
  }

  at(bytes: Uint8Array, from: number, to: number, line: number): number {
    for (const { bytes: name, number } of this.#known) if (isSame(name, bytes, from, to)) return number
    const number = this.named(lineText(bytes, from, to), `line ${line}`)
    this.#known.push({ bytes: Uint8Array.from(bytes.subarray(from, to)), number })
    return number
  }

  named(name: string, where: string): number {
    const known = this.#names.get(name)
    if (known !== undefined) return known
    if (this.#names.size === mostAnchors) throw new SourceFault(where, `names the ${mostAnchors + 1}th trust anchor`)
    const number = this.#rows.anchor(anchorName(name))
    this.#names.set(name, number)
    return number
  }
}

function isSame(name: Uint8Array, bytes: Uint8Array, from: number, to: number): boolean {
  if (name.length !== to - from) return false
  for (let i = 0; i < name.length; i++) if (name[i] !== bytes[from + i]) return false
  return true
}

/** rpki-client calls RIPE NCC by the first half of its name. */
function anchorName(name: string): string {
  const lower = name.trim().toLowerCase()
  return lower === 'ripe' ? 'ripencc' : lower
}

export const noMaxLength = (length: number, family: number): string =>
  `has no maximum length between ${length} and ${family === 4 ? 32 : 128}`

/** Unix seconds, as they are or as a date; 0 when empty, -1 when it is neither. */
export function secondsOf(bytes: Uint8Array, from: number, to: number): number {
  if (from === to) return 0
  const seconds = readNumber(bytes, from, to)
  return scan.at === to ? seconds : secondsOfText(lineText(bytes, from, to))
}

/** `2026-09-16T00:06:05Z`, or with a space and no zone, which is UTC as well. */
export function secondsOfText(text: string): number {
  const parts = /^(\d{4}-\d\d-\d\d)[T ](\d\d:\d\d(?::\d\d)?)(?:\.\d+)?(?:Z|\+00:00| UTC)?$/.exec(text)
  const seconds = parts ? Date.parse(`${parts[1]}T${parts[2]}Z`) / 1000 : Number.NaN
  return seconds >= 0 && seconds <= 0xffff_ffff ? seconds : -1
}
