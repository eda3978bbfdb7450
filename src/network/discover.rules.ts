import { comparePrefixes, type Prefix } from '../kernel/ip/index.ts'
import type { PrefixTable } from './tables/prefix-table.ts'

/** The prefixes inside a block that any of the tables knows, each once, in address order, made as they are read. */
export function* prefixesInside(tables: readonly PrefixTable[], block: Prefix): Generator<Prefix> {
  const walks = tables.map((table) => new Walk(table, block))
  for (;;) {
    let least: Prefix | null = null
    for (const { next } of walks)
      if (next !== null && (least === null || comparePrefixes(next, least) < 0)) least = next
    if (least === null) return
    yield least
    for (const walk of walks) if (walk.next !== null && comparePrefixes(walk.next, least) === 0) walk.advance()
  }
}

class Walk {
  readonly #table: PrefixTable
  readonly #end: number
  #row: number
  next: Prefix | null = null

  constructor(table: PrefixTable, block: Prefix) {
    const { from, to } = table.within(block)
    this.#table = table
    this.#row = from - 1
    this.#end = to
    this.advance()
  }

  advance(): void {
    this.#row++
    this.next = this.#row < this.#end ? this.#table.prefixAt(this.#row) : null
  }
}
