import type { Packed } from '../tables/columns.ts'
import { Texts, TextsBuilder } from '../tables/texts.ts'
import type { Collector, Dataset } from './dataset.ts'

/** AS numbers of bad repute. */

export interface AsnEntry {
  readonly asn: number
  readonly list: string
  /** What the list says about it. */
  readonly reason: string
}

export class AsnListRows implements Collector {
  readonly #entries = new Map<number, { list: string; reason: string }>()

  get count(): number {
    return this.#entries.size
  }

  /** The first row of an AS stays. */
  add({ asn, list, reason }: AsnEntry): void {
    if (!this.#entries.has(asn)) this.#entries.set(asn, { list, reason })
  }

  finish(): Packed {
    const texts = new TextsBuilder()
    const sorted = [...this.#entries].sort(([a], [b]) => a - b)
    return {
      columns: {
        asns: Uint32Array.from(sorted, ([asn]) => asn),
        lists: Uint32Array.from(sorted, ([, { list }]) => texts.numberOf(list)),
        reasons: Uint32Array.from(sorted, ([, { reason }]) => texts.numberOf(reason)),
        ...texts.finish('texts'),
      },
      notes: null,
    }
  }
}

export class AsnList {
  readonly #entries = new Map<number, AsnEntry>()

  /** Thousands at most: a map is smaller than it is slow to be clever. */
  constructor({ columns }: Packed) {
    const texts = new Texts(columns, 'texts')
    const { asns = [], lists = [], reasons = [] } = columns
    for (const [i, asn] of asns.entries())
      this.#entries.set(Number(asn), {
        asn: Number(asn),
        list: texts.at(Number(lists[i])),
        reason: texts.at(Number(reasons[i])),
      })
  }

  get size(): number {
    return this.#entries.size
  }

  entry(asn: number): AsnEntry | null {
    return this.#entries.get(asn) ?? null
  }
}

export const asnList: Dataset<AsnListRows, AsnList> = {
  collect: () => new AsnListRows(),
  open: (packed) => new AsnList(packed),
}
