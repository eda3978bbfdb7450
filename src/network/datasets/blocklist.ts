import type { Prefix } from '../../kernel/ip/index.ts'
import type { BlocklistEntry } from '../fact.rules.ts'
import type { Packed } from '../tables/columns.ts'
import { Located, LocatedRows } from '../tables/located.ts'
import { Texts, TextsBuilder } from '../tables/texts.ts'
import type { Collector, Dataset, Parts } from './dataset.ts'

/** Prefixes and AS numbers of bad repute: some lists have the one, some the other. */

export interface AsnEntry {
  readonly asn: number
  readonly list: string
  /** What the list says about it. */
  readonly reason: string
}

export class BlocklistRows implements Collector {
  readonly #located = new LocatedRows('lists', 'reasons')
  readonly #asns = new Map<number, AsnEntry>()
  readonly #texts = new TextsBuilder()

  get count(): number {
    return this.#located.count + this.#asns.size
  }

  get parts(): Parts {
    return this.#located.families
  }

  /** The first row of an AS number stays. */
  add(entry: BlocklistEntry | AsnEntry): void {
    if ('prefix' in entry)
      this.#located.add(entry.prefix, this.#texts.numberOf(entry.list), this.#texts.numberOf(entry.reason))
    else if (!this.#asns.has(entry.asn)) this.#asns.set(entry.asn, entry)
  }

  finish(): Packed {
    const asns = [...this.#asns.values()].sort((a, b) => a.asn - b.asn)
    return {
      columns: {
        ...this.#located.finish('entries'),
        asns: Uint32Array.from(asns, ({ asn }) => asn),
        asnLists: Uint32Array.from(asns, ({ list }) => this.#texts.numberOf(list)),
        asnReasons: Uint32Array.from(asns, ({ reason }) => this.#texts.numberOf(reason)),
        ...this.#texts.finish('texts'),
      },
      notes: null,
    }
  }
}

export class Blocklist {
  readonly #located: Located
  readonly #asns = new Map<number, AsnEntry>()
  readonly #texts: Texts

  /** AS numbers are thousands at most: a map is smaller than it is slow to be clever. */
  constructor({ columns }: Packed) {
    this.#located = new Located(columns, 'entries')
    this.#texts = new Texts(columns, 'texts')
    const { asns = [], asnLists = [], asnReasons = [] } = columns
    for (const [i, number] of asns.entries()) {
      const asn = Number(number)
      const [list, reason] = [asnLists[i], asnReasons[i]].map((text) => this.#texts.at(Number(text)))
      this.#asns.set(asn, { asn, list: list ?? '', reason: reason ?? '' })
    }
  }

  get prefixes(): Located['prefixes'] {
    return this.#located.prefixes
  }

  get hasAsns(): boolean {
    return this.#asns.size > 0
  }

  /** It says nothing about prefixes, which is not the same as that none is on it. */
  get isOfAsns(): boolean {
    return this.hasAsns && this.prefixes.size === 0
  }

  covering(prefix: Prefix): BlocklistEntry[] {
    return this.#located.covering(prefix, this.#at)
  }

  within(prefix: Prefix): BlocklistEntry[] {
    return this.#located.within(prefix, this.#at)
  }

  asn(asn: number): AsnEntry | null {
    return this.#asns.get(asn) ?? null
  }

  readonly #at = (fact: number, prefix: Prefix): BlocklistEntry => {
    const text = (name: string) => this.#texts.at(this.#located.column(name)[fact] ?? 0)
    return { prefix, list: text('lists'), reason: text('reasons') }
  }
}

export const blocklist: Dataset<BlocklistRows, Blocklist> = {
  collect: () => new BlocklistRows(),
  open: (packed) => new Blocklist(packed),
}
