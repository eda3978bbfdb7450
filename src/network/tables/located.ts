import type { Prefix } from '../../kernel/ip/index.ts'
import type { Columns } from './columns.ts'
import { type Growing, growing32, release } from './growing.ts'
import { arrange, PrefixBuilder } from './prefix-builder.ts'
import { openPrefixes, prefixColumns, type PrefixTable } from './prefix-table.ts'
import { settle } from './settle.ts'

/** Facts of prefixes that are a few numbers each, mostly numbers of texts. The same fact twice is one. */
export class LocatedRows {
  readonly #prefixes = new PrefixBuilder()
  readonly #names: readonly string[]
  readonly #columns: readonly Growing<Uint32Array<ArrayBuffer>>[]

  constructor(...names: readonly string[]) {
    this.#names = names
    this.#columns = names.map(growing32)
  }

  get count(): number {
    return this.#prefixes.count
  }

  get families(): PrefixBuilder['families'] {
    return this.#prefixes.families
  }

  /** The numbers in the order of the names. */
  add(prefix: Prefix, ...numbers: readonly number[]): void {
    this.#prefixes.add(prefix)
    this.#push(numbers)
  }

  add4(start: number, length: number, ...numbers: readonly number[]): void {
    this.#prefixes.add4(start, length)
    this.#push(numbers)
  }

  #push(numbers: readonly number[]): void {
    for (let i = 0; i < this.#columns.length; i++) this.#columns[i]?.push(numbers[i] ?? 0)
  }

  finish(table: string): Columns {
    const columns = this.#columns.map((column) => column.finish())
    const compare = (a: number, b: number): number => {
      for (const column of columns) if (column[a] !== column[b]) return (column[a] ?? 0) - (column[b] ?? 0)
      return 0
    }
    return this.#arranged(table, columns, compare, (a, b) => compare(a, b) === 0)
  }

  /** Where a prefix can have but one fact: the last that was said of it. */
  finishLast(table: string): Columns {
    const columns = this.#columns.map((column) => column.finish())
    return this.#arranged(
      table,
      columns,
      (a, b) => b - a,
      () => true,
    )
  }

  #arranged(
    table: string,
    columns: Uint32Array<ArrayBuffer>[],
    compare: (a: number, b: number) => number,
    same: (a: number, b: number) => boolean,
  ): Columns {
    const { prefixes, order } = settle(this.#prefixes.finish(), compare, same)
    // Each takes the place of the one that it was made of: millions of facts are not kept twice.
    for (const [i, column] of columns.entries()) {
      columns[i] = arrange(column, order)
      if (order !== null) release(column)
    }
    const named = columns.map((column, i) => [`${table}.${this.#names[i]}`, column] as const)
    return { ...prefixColumns(prefixes, table), ...Object.fromEntries(named) }
  }
}

export class Located {
  readonly prefixes: PrefixTable
  readonly #columns: Columns
  readonly #table: string

  constructor(columns: Columns, table: string) {
    this.prefixes = openPrefixes(columns, table)
    this.#columns = columns
    this.#table = table
  }

  column(name: string): Uint32Array {
    const column = this.#columns[`${this.#table}.${name}`]
    if (!(column instanceof Uint32Array)) throw new TypeError(`no column ${this.#table}.${name}`)
    return column
  }

  /** Facts of the prefix and of all around it, the smallest first. */
  covering<T>(prefix: Prefix, tell: (fact: number, prefix: Prefix) => T): T[] {
    return this.prefixes.covering(prefix).flatMap((row) => this.#at(row, tell))
  }

  /** Facts of the prefix and of its parts, in address order. */
  within<T>(prefix: Prefix, tell: (fact: number, prefix: Prefix) => T): T[] {
    const { from, to } = this.prefixes.within(prefix)
    const found: T[] = []
    for (let row = from; row < to; row++) found.push(...this.#at(row, tell))
    return found
  }

  /** Facts of exactly this prefix. */
  of<T>(prefix: Prefix, tell: (fact: number, prefix: Prefix) => T): T[] {
    const row = this.prefixes.rowOf(prefix)
    return row < 0 ? [] : this.#at(row, tell)
  }

  #at<T>(row: number, tell: (fact: number, prefix: Prefix) => T): T[] {
    const prefix = this.prefixes.prefixAt(row)
    const told: T[] = []
    const to = this.prefixes.facts[row + 1] ?? 0
    for (let fact = this.prefixes.facts[row] ?? 0; fact < to; fact++) told.push(tell(fact, prefix))
    return told
  }
}
