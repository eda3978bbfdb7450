import type { Packed } from '../tables/columns.ts'
import { countryCode, countryNumber } from '../tables/country.ts'
import { growing16, growing32 } from '../tables/growing.ts'
import { arrange } from '../tables/prefix-builder.ts'
import { Texts, TextsBuilder } from '../tables/texts.ts'
import type { Collector, Dataset } from './dataset.ts'

/** What AS numbers are called. */

export interface AsName {
  readonly name: string
  readonly countryCode: string | null
}

export class AsNameRows implements Collector {
  readonly #rows = new Map<number, number>()
  readonly #asns = growing32()
  readonly #names = growing32()
  readonly #countries = growing16()
  readonly #texts = new TextsBuilder()

  get count(): number {
    return this.#asns.length
  }

  has(asn: number): boolean {
    return this.#rows.has(asn)
  }

  /** False when the AS has another name already: the first stays. */
  add(asn: number, name: string, country: string | null): boolean {
    const text = this.#texts.numberOf(name)
    const row = this.#rows.get(asn)
    if (row !== undefined) return this.#names.at(row) === text
    this.#rows.set(asn, this.count)
    this.#asns.push(asn)
    this.#names.push(text)
    this.#countries.push(countryNumber(country))
    return true
  }

  finish(): Packed {
    const asns = this.#asns.finish()
    const order = Uint32Array.from(asns.keys()).sort((a, b) => (asns[a] ?? 0) - (asns[b] ?? 0))
    return {
      columns: {
        asns: arrange(asns, order),
        names: arrange(this.#names.finish(), order),
        countries: arrange(this.#countries.finish(), order),
        ...this.#texts.finish('texts'),
      },
      notes: null,
    }
  }
}

export class AsNames {
  readonly #asns: Uint32Array
  readonly #names: Uint32Array
  readonly #countries: Uint16Array
  readonly #texts: Texts

  constructor({ columns }: Packed) {
    // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- as `finish` named them
    const { asns, names, countries } = columns as unknown as OwnColumns
    this.#asns = asns
    this.#names = names
    this.#countries = countries
    this.#texts = new Texts(columns, 'texts')
  }

  of(asn: number): AsName | null {
    const row = rowOf(this.#asns, asn)
    if (row < 0) return null
    return { name: this.#texts.at(this.#names[row] ?? 0), countryCode: countryCode(this.#countries[row] ?? 0) }
  }
}

interface OwnColumns {
  readonly asns: Uint32Array
  readonly names: Uint32Array
  readonly countries: Uint16Array
}

function rowOf(sorted: Uint32Array, value: number): number {
  let low = 0
  let high = sorted.length
  while (low < high) {
    const middle = (low + high) >>> 1
    if ((sorted[middle] ?? 0) < value) low = middle + 1
    else high = middle
  }
  return sorted[low] === value ? low : -1
}

export const asNames: Dataset<AsNameRows, AsNames> = {
  collect: () => new AsNameRows(),
  open: (packed) => new AsNames(packed),
}
