import type { Prefix } from '../../kernel/ip.ts'
import type { Place } from '../fact.rules.ts'
import type { Packed } from '../tables/columns.ts'
import { growing32 } from '../tables/growing.ts'
import { arrange, PrefixBuilder } from '../tables/prefixbuilder.ts'
import { openPrefixes, prefixColumns, type PrefixTable } from '../tables/prefixtable.ts'
import { Texts, TextsBuilder } from '../tables/texts.ts'
import type { Collector, Dataset } from './dataset.ts'

/** Where a provider sees address space. */

export type Spot = Pick<Place, 'countryCode' | 'cityName' | 'state'>

export class PlaceRows implements Collector {
  readonly #prefixes = new PrefixBuilder()
  readonly #spots = growing32()
  readonly #texts = new TextsBuilder()

  get count(): number {
    return this.#prefixes.count
  }

  add4(start: number, length: number, spot: Spot): void {
    this.#prefixes.add4(start, length)
    this.#rest(spot)
  }

  add(prefix: Prefix, spot: Spot): void {
    this.#prefixes.add(prefix)
    this.#rest(spot)
  }

  #rest({ countryCode, cityName, state }: Spot): void {
    this.#spots.push(this.#texts.numberOf(JSON.stringify([countryCode, cityName, state])))
  }

  finish(): Packed {
    const { prefixes, order } = this.#prefixes.finish()
    const spots = arrange(this.#spots.finish(), order)
    return { columns: { ...prefixColumns(prefixes), spots, ...this.#texts.finish('texts') }, notes: null }
  }
}

export class Places {
  readonly prefixes: PrefixTable
  readonly #spots: Uint32Array
  readonly #texts: Texts

  constructor({ columns }: Packed) {
    this.prefixes = openPrefixes(columns)
    // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- as `finish` named it
    this.#spots = columns['spots'] as Uint32Array
    this.#texts = new Texts(columns, 'texts')
  }

  /** The smallest one around the block, itself included; of several for it, the last in the file. */
  around(block: Prefix): (Spot & { readonly prefix: Prefix }) | null {
    const row = this.prefixes.coverOf(block)
    if (row < 0) return null
    const [countryCode, cityName, state]: [string, string | null, string | null] = JSON.parse(
      this.#texts.at(this.#spots[(this.prefixes.facts[row + 1] ?? 0) - 1] ?? 0),
    )
    return { prefix: this.prefixes.prefixAt(row), countryCode, cityName, state }
  }
}

export const places: Dataset<PlaceRows, Places> = {
  collect: () => new PlaceRows(),
  open: (packed) => new Places(packed),
}
