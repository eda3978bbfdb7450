import type { Prefix } from '../../kernel/ip.ts'
import type { BlocklistEntry } from '../fact.rules.ts'
import type { Packed } from '../tables/columns.ts'
import { Located, LocatedRows } from '../tables/located.ts'
import { Texts, TextsBuilder } from '../tables/texts.ts'
import type { Collector, Dataset } from './dataset.ts'

/** Prefixes of bad repute. */

export class BlocklistRows implements Collector {
  readonly #located = new LocatedRows('lists', 'reasons')
  readonly #texts = new TextsBuilder()

  get count(): number {
    return this.#located.count
  }

  add({ prefix, list, reason }: BlocklistEntry): void {
    this.#located.add(prefix, this.#texts.numberOf(list), this.#texts.numberOf(reason))
  }

  finish(): Packed {
    return { columns: { ...this.#located.finish('entries'), ...this.#texts.finish('texts') }, notes: null }
  }
}

export class Blocklist {
  readonly #located: Located
  readonly #texts: Texts

  constructor({ columns }: Packed) {
    this.#located = new Located(columns, 'entries')
    this.#texts = new Texts(columns, 'texts')
  }

  get prefixes(): Located['prefixes'] {
    return this.#located.prefixes
  }

  covering(prefix: Prefix): BlocklistEntry[] {
    return this.#located.covering(prefix, this.#at)
  }

  within(prefix: Prefix): BlocklistEntry[] {
    return this.#located.within(prefix, this.#at)
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
