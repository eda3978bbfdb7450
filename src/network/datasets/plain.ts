import type { Prefix } from '../../kernel/ip.ts'
import type { Packed } from '../tables/columns.ts'
import { growing32 } from '../tables/growing.ts'
import { arrange, PrefixBuilder } from '../tables/prefixbuilder.ts'
import { openPrefixes, prefixColumns, type PrefixTable } from '../tables/prefixtable.ts'
import { Texts, TextsBuilder } from '../tables/texts.ts'
import type { Collector, Dataset } from './dataset.ts'

/** Facts of any shape about prefixes, kept as they are: for few of them. */

interface Fact {
  readonly prefix: Prefix
}

export class PlainRows implements Collector {
  readonly #prefixes = new PrefixBuilder()
  readonly #facts = growing32()
  readonly #texts = new TextsBuilder()

  get count(): number {
    return this.#prefixes.count
  }

  add({ prefix, ...rest }: Fact): void {
    this.#prefixes.add(prefix)
    this.#facts.push(this.#texts.numberOf(JSON.stringify(rest)))
  }

  finish(): Packed {
    const { prefixes, order } = this.#prefixes.finish()
    return {
      columns: {
        ...prefixColumns(prefixes),
        rest: arrange(this.#facts.finish(), order),
        ...this.#texts.finish('texts'),
      },
      notes: null,
    }
  }
}

export class Plain<F extends Fact> {
  readonly prefixes: PrefixTable
  readonly #rest: Uint32Array
  readonly #texts: Texts

  constructor({ columns }: Packed) {
    this.prefixes = openPrefixes(columns)
    this.#rest = columns['rest'] as Uint32Array
    this.#texts = new Texts(columns, 'texts')
  }

  covering(prefix: Prefix): F[] {
    return this.prefixes.covering(prefix).flatMap((row) => this.at(row))
  }

  within(prefix: Prefix): F[] {
    const { from, to } = this.prefixes.within(prefix)
    const found: F[] = []
    for (let row = from; row < to; row++) found.push(...this.at(row))
    return found
  }

  at(row: number): F[] {
    const { facts } = this.prefixes
    const prefix = this.prefixes.prefixAt(row)
    const found: F[] = []
    for (let i = facts[row] ?? 0; i < (facts[row + 1] ?? 0); i++)
      found.push({ prefix, ...JSON.parse(this.#texts.at(this.#rest[i] ?? 0)) } as F)
    return found
  }
}

export const plain = <F extends Fact>(): Dataset<PlainRows, Plain<F>> => ({
  collect: () => new PlainRows(),
  open: (packed) => new Plain<F>(packed),
})
