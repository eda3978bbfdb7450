import { addressOf, prefixAround, type Prefix } from '../../kernel/ip/index.ts'
import type { Columns } from './columns.ts'

/**
 * Prefixes sorted by first address, then length, each with the row of its nearest cover: what covers a block is a walk
 * over parents, what lies inside it a run of rows, and address order is the natural one. IPv4 rows come first, IPv6 rows
 * after them, so that one row number tells both. A prefix has one or more facts; those of row r are numbered from
 * `facts[r]` to `facts[r + 1]`, in the columns of whoever keeps them.
 */

export interface PrefixColumns {
  readonly starts4: Uint32Array
  readonly highs6: BigUint64Array
  readonly lows6: BigUint64Array
  readonly lengths: Uint8Array
  /** Row of the nearest prefix around, -1 without one. */
  readonly parents: Int32Array
  readonly facts: Uint32Array
  /** Where each /16 begins, and the end; empty when it is not worth it. */
  readonly steps4: Uint32Array
}

interface Rows {
  readonly from: number
  readonly to: number
}

/** From this size on, the first sixteen bits lead straight to a few hundred rows at most; below it is not worth 256 KiB. */
const worthSteps = 32_768
const low64 = (1n << 64n) - 1n

export class PrefixTable {
  readonly size4: number
  readonly size: number
  readonly starts4: Uint32Array
  readonly lengths: Uint8Array
  readonly parents: Int32Array
  readonly facts: Uint32Array
  readonly #highs6: BigUint64Array
  readonly #lows6: BigUint64Array
  readonly #steps: Uint32Array | null

  constructor(columns: PrefixColumns) {
    this.starts4 = columns.starts4
    this.lengths = columns.lengths
    this.parents = columns.parents
    this.facts = columns.facts
    this.#highs6 = columns.highs6
    this.#lows6 = columns.lows6
    this.size4 = columns.starts4.length
    this.size = columns.lengths.length
    this.#steps = columns.steps4.length === 0 ? null : columns.steps4
  }

  /** Row of exactly this prefix, or -1. */
  rowOf(prefix: Prefix): number {
    const row = this.#last(prefix)
    return this.#isPrefix(row, prefix) ? row : -1
  }

  /** Row of the smallest prefix that contains this one, itself included, or -1; the larger ones are its parents. */
  coverOf(prefix: Prefix): number {
    if (prefix.family === 4) return this.coverOf4(Number(prefix.address), prefix.length)
    let row = this.#last(prefix)
    while (row >= 0 && !this.#contains6(row, prefix)) row = this.parents[row] ?? -1
    return row
  }

  /** The same for IPv4 in plain numbers, for whoever asks a million times. */
  coverOf4(start: number, length: number): number {
    let row = this.#last4(start, length)
    while (row >= 0) {
      const width = this.lengths[row] ?? 0
      if (width <= length && (width === 0 || ((this.starts4[row] ?? 0) ^ start) >>> (32 - width) === 0)) return row
      row = this.parents[row] ?? -1
    }
    return -1
  }

  /** Rows of all that contain this prefix, itself included, the smallest first. */
  covering(prefix: Prefix): number[] {
    const rows: number[] = []
    for (let row = this.coverOf(prefix); row >= 0; row = this.parents[row] ?? -1) rows.push(row)
    return rows
  }

  /** Rows of all that lie inside this prefix, itself included, in address order. */
  within(prefix: Prefix): Rows {
    const before = this.#last(prefix)
    const from = this.#isPrefix(before, prefix) ? before : Math.max(before + 1, prefix.family === 4 ? 0 : this.size4)
    const width = prefix.family === 4 ? 32 : 128
    const end = prefix.address + (1n << BigInt(width - prefix.length)) - 1n
    return { from, to: this.#lastAt(prefix.family, end, width) + 1 }
  }

  prefixAt(row: number): Prefix {
    return prefixAround(addressOf(row < this.size4 ? 4 : 6, this.#startOf(row)), this.lengths[row] ?? 0)
  }

  #isPrefix(row: number, prefix: Prefix): boolean {
    return (
      row >= (prefix.family === 4 ? 0 : this.size4) &&
      this.lengths[row] === prefix.length &&
      this.#startOf(row) === prefix.address
    )
  }

  #startOf(row: number): bigint {
    if (row < this.size4) return BigInt(this.starts4[row] ?? 0)
    return ((this.#highs6[row - this.size4] ?? 0n) << 64n) | (this.#lows6[row - this.size4] ?? 0n)
  }

  #contains6(row: number, { address, length }: Prefix): boolean {
    const width = this.lengths[row] ?? 0
    return width <= length && (this.#startOf(row) ^ address) >> BigInt(128 - width) === 0n
  }

  #last(prefix: Prefix): number {
    return this.#lastAt(prefix.family, prefix.address, prefix.length)
  }

  /** The last row that is not after (address, length) in order; -1 when there is none of that family. */
  #lastAt(family: 4 | 6, address: bigint, length: number): number {
    return family === 4 ? this.#last4(Number(address), length) : this.#last6(address, length)
  }

  #last4(start: number, length: number): number {
    const { starts4, lengths } = this
    let low = 0
    let high = this.size4
    if (this.#steps !== null) {
      low = this.#steps[start >>> 16] ?? 0
      high = this.#steps[(start >>> 16) + 1] ?? high
    }
    while (low < high) {
      const middle = (low + high) >>> 1
      const at = starts4[middle] ?? 0
      if (at < start || (at === start && (lengths[middle] ?? 0) <= length)) low = middle + 1
      else high = middle
    }
    return low - 1
  }

  #last6(address: bigint, length: number): number {
    const [highWord, lowWord] = [address >> 64n, address & low64]
    let low = 0
    let high = this.size - this.size4
    while (low < high) {
      const middle = (low + high) >>> 1
      const atHigh = this.#highs6[middle] ?? 0n
      const atLow = this.#lows6[middle] ?? 0n
      const order = atHigh < highWord ? -1 : atHigh > highWord ? 1 : atLow < lowWord ? -1 : atLow > lowWord ? 1 : 0
      if (order < 0 || (order === 0 && (this.lengths[this.size4 + middle] ?? 0) <= length)) low = middle + 1
      else high = middle
    }
    return low === 0 ? -1 : this.size4 + low - 1
  }
}

/** Of the first addresses, in order. */
export function stepsOf(starts: Uint32Array): Uint32Array {
  if (starts.length < worthSteps) return new Uint32Array(0)
  const steps = new Uint32Array(65_537)
  let row = 0
  for (let top = 0; top < 65_536; top++) {
    while (row < starts.length && (starts[row] ?? 0) >>> 16 < top) row++
    steps[top] = row
  }
  steps[65_536] = starts.length
  return steps
}

export const prefixColumns = (table: PrefixColumns, name = 'prefixes'): Columns =>
  Object.fromEntries(Object.entries(table).map(([column, values]) => [`${name}.${column}`, values]))

export function openPrefixes(columns: Columns, name = 'prefixes'): PrefixTable {
  const column = (part: keyof PrefixColumns) => columns[`${name}.${part}`]
  const starts4 = column('starts4')
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- as `prefixColumns` named them
  return new PrefixTable({
    starts4,
    highs6: column('highs6'),
    lows6: column('lows6'),
    lengths: column('lengths'),
    parents: column('parents'),
    facts: column('facts'),
    // Snapshots of before 2026-11-15 have none.
    steps4: column('steps4') ?? stepsOf(starts4 as Uint32Array),
  } as PrefixColumns)
}
