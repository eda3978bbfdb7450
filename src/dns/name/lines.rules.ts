import { formatAddress, parseAddress } from '../../kernel/ip/index.ts'
import { readHostName } from './host-name.rules.ts'

/** A file of names: `address,name` on each line; an empty name takes away the one there is. One that was downloaded is one. */

export interface NameLine {
  /** From 1, as an editor counts. */
  readonly line: number
  readonly address: string
  /** Null: none from now on. */
  readonly name: string | null
}

export interface LineFault {
  readonly line: number
  readonly fault: string
}

export interface ReadLines {
  readonly lines: readonly NameLine[]
  readonly faults: readonly LineFault[]
}

interface Cell {
  readonly line: number
  readonly address: string
  readonly name: string | null
}

const unquoted = (cell: string): string => {
  const text = cell.trim()
  return /^".*"$/.test(text) ? text.slice(1, -1).replaceAll('""', '"') : text
}

/** Commas, semicolons or tabs between them, as spreadsheets write; lines that begin with #, and columns that a head names further, say nothing. */
export function readNameFile(text: string): ReadLines {
  const cells: Cell[] = []
  const faults: LineFault[] = []
  let mayHaveMore = false
  for (const [i, written] of text
    .replace(/^\u{feff}/u, '')
    .split(/\r\n|\n|\r/)
    .entries()) {
    if (written.trim() === '' || written.startsWith('#')) continue
    const [address = '', name = '', ...more] = written.split(/[,;\t]/).map(unquoted)
    if (cells.length === 0 && address.toLowerCase() === 'address') {
      mayHaveMore = more.length > 0
      continue
    }
    if (!mayHaveMore && more.some((cell) => cell !== ''))
      faults.push({ line: i + 1, fault: 'has more than an address and a name' })
    else cells.push({ line: i + 1, address, name: name === '' ? null : name })
  }
  return readNames(cells, faults)
}

/** The same where they came as a list; the first is line 1. */
export function readNameList(list: readonly { readonly address: string; readonly name: string | null }[]): ReadLines {
  return readNames(list.map(({ address, name }, i) => ({ line: i + 1, address, name })))
}

function readNames(cells: readonly Cell[], before: readonly LineFault[] = []): ReadLines {
  const lines: NameLine[] = []
  const faults = [...before]
  const seen = new Map<string, number>()
  for (const { line, address: text, name: given } of cells) {
    const address = addressIn(text)
    const name = given === null ? null : readHostName(given)
    const first = address === null ? undefined : seen.get(address)
    if (address === null) faults.push({ line, fault: `“${text.slice(0, 60)}” is no IPv4 address` })
    else if (first !== undefined) faults.push({ line, fault: `${address} stands on line ${first}, too` })
    else if (name?.fault) faults.push({ line, fault: `the name ${name.fault}` })
    else lines.push({ line, address, name: name?.name ?? null })
    if (address !== null && first === undefined) seen.set(address, line)
  }
  return { lines, faults: faults.toSorted((a, b) => a.line - b.line) }
}

/** As it is written in the database; null for what is none. */
export function addressIn(text: string): string | null {
  const parsed = parseAddress(text)
  return parsed.ok && parsed.value.family === 4 ? formatAddress(parsed.value) : null
}
