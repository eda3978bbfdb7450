import type { Prefix } from '../../kernel/ip/index.ts'
import type { Columns, Packed } from '../tables/columns.ts'
import { growing32, growing8 } from '../tables/growing.ts'
import { arrange, PrefixBuilder } from '../tables/prefix-builder.ts'
import { openPrefixes, prefixColumns, type PrefixTable } from '../tables/prefix-table.ts'
import { settle } from '../tables/settle.ts'
import { Texts, TextsBuilder } from '../tables/texts.ts'
import type { Vrp } from '../fact.rules.ts'
import type { Collector, Dataset, Parts } from './dataset.ts'

/** Validated payloads of ROAs: which AS may announce a prefix, and parts of it down to which length. */

export class VrpRows implements Collector {
  readonly #prefixes = new PrefixBuilder()
  readonly #asns = growing32()
  readonly #maxLengths = growing8()
  readonly #anchors = growing8()
  readonly #expires = growing32()
  readonly #texts = new TextsBuilder()
  readonly #names = new Map<number, string>()

  get count(): number {
    return this.#prefixes.count
  }

  /** To be asked once for each name, not once for each row. */
  anchor(name: string): number {
    const number = this.#texts.numberOf(name)
    this.#names.set(number, name)
    return number
  }

  /** By trust anchor, as far as the file names them. */
  get parts(): Parts {
    const counts = new Map<number, number>()
    for (let row = 0; row < this.count; row++) {
      const anchor = this.#anchors.at(row) ?? 0
      counts.set(anchor, (counts.get(anchor) ?? 0) + 1)
    }
    counts.delete(0)
    return Object.fromEntries([...counts].map(([anchor, count]) => [this.#names.get(anchor) ?? '', count]))
  }

  add4(start: number, length: number, asn: number, maxLength: number, anchor: number, expires: number): void {
    this.#prefixes.add4(start, length)
    this.#rest(asn, maxLength, anchor, expires)
  }

  add6(start: bigint, length: number, asn: number, maxLength: number, anchor: number, expires: number): void {
    this.#prefixes.add6(start, length)
    this.#rest(asn, maxLength, anchor, expires)
  }

  add({ prefix, asn, maxLength, ta, expires }: Vrp): void {
    this.#prefixes.add(prefix)
    this.#rest(asn, maxLength, this.anchor(ta), expires ?? 0)
  }

  #rest(asn: number, maxLength: number, anchor: number, expires: number): void {
    this.#asns.push(asn)
    this.#maxLengths.push(maxLength)
    this.#anchors.push(anchor)
    this.#expires.push(expires)
  }

  finish(): Packed {
    const [asns, maxLengths] = [this.#asns.finish(), this.#maxLengths.finish()]
    const [anchors, expires] = [this.#anchors.finish(), this.#expires.finish()]
    const differ = (a: number, b: number): number =>
      (asns[a] ?? 0) - (asns[b] ?? 0) ||
      (maxLengths[a] ?? 0) - (maxLengths[b] ?? 0) ||
      (anchors[a] ?? 0) - (anchors[b] ?? 0)
    // Two ROAs may say the same; the payload lives as long as the longer of them. One without an end has the longest.
    const end = (row: number): number => expires[row] || Infinity
    const { prefixes, order } = settle(
      this.#prefixes.finish(),
      (a, b) => differ(a, b) || (end(a) === end(b) ? 0 : end(b) - end(a)),
      (a, b) => differ(a, b) === 0,
    )
    return {
      columns: {
        ...prefixColumns(prefixes),
        asns: arrange(asns, order),
        maxLengths: arrange(maxLengths, order),
        anchors: arrange(anchors, order),
        expires: arrange(expires, order),
        ...this.#texts.finish('texts'),
      },
      notes: null,
    }
  }
}

export class Vrps {
  readonly prefixes: PrefixTable
  readonly #asns: Uint32Array
  readonly #maxLengths: Uint8Array
  readonly #anchors: Uint8Array
  readonly #expires: Uint32Array
  readonly #texts: Texts

  constructor({ columns }: Packed) {
    this.prefixes = openPrefixes(columns)
    ;({ asns: this.#asns, maxLengths: this.#maxLengths, anchors: this.#anchors, expires: this.#expires } = own(columns))
    this.#texts = new Texts(columns, 'texts')
  }

  /** Of the prefix itself and of all around it, the most specific first. */
  covering(prefix: Prefix): Vrp[] {
    return this.prefixes.covering(prefix).flatMap((row) => this.#at(row))
  }

  /** Of the prefix itself and of all its parts, in address order. */
  within(prefix: Prefix): Vrp[] {
    const { from, to } = this.prefixes.within(prefix)
    const found: Vrp[] = []
    for (let row = from; row < to; row++) found.push(...this.#at(row))
    return found
  }

  #at(row: number): Vrp[] {
    const { facts } = this.prefixes
    const prefix = this.prefixes.prefixAt(row)
    const found: Vrp[] = []
    for (let i = facts[row] ?? 0; i < (facts[row + 1] ?? 0); i++)
      found.push({
        prefix,
        asn: this.#asns[i] ?? 0,
        maxLength: this.#maxLengths[i] ?? 0,
        ta: this.#texts.at(this.#anchors[i] ?? 0),
        expires: this.#expires[i] || null,
      })
    return found
  }
}

interface OwnColumns {
  readonly asns: Uint32Array
  readonly maxLengths: Uint8Array
  readonly anchors: Uint8Array
  readonly expires: Uint32Array
}

// oxlint-disable-next-line typescript/no-unsafe-type-assertion -- as `finish` named them
const own = (columns: Columns): OwnColumns => columns as unknown as OwnColumns

export const vrps: Dataset<VrpRows, Vrps> = { collect: () => new VrpRows(), open: (packed) => new Vrps(packed) }
