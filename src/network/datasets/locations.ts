import type { Prefix } from '../../kernel/ip/index.ts'
import type { Location } from '../fact.rules.ts'
import type { Packed } from '../tables/columns.ts'
import { Located, LocatedRows } from '../tables/located.ts'
import { Texts, TextsBuilder } from '../tables/texts.ts'
import type { Collector, Dataset } from './dataset.ts'

/** Where a provider sees address space. Who the provider is and when it said so is the same for the whole file. */

export type Spot = Pick<Location, 'countryCode' | 'cityName' | 'state'>
export type Spotted = Spot & Pick<Location, 'prefix'>

type Kept = readonly [countryCode: string, cityName: string | null, state: string | null]

export class LocationRows implements Collector {
  readonly #located = new LocatedRows('spots')
  readonly #texts = new TextsBuilder()

  get count(): number {
    return this.#located.count
  }

  add(prefix: Prefix, spot: Spot): void {
    this.#located.add(prefix, this.spot(spot))
  }

  add4(start: number, length: number, spot: Spot): void {
    this.#located.add4(start, length, this.spot(spot))
  }

  /** For whoever has one spot for many prefixes. */
  addAt(prefix: Prefix, spot: number): void {
    this.#located.add(prefix, spot)
  }

  spot({ countryCode, cityName, state }: Spot): number {
    return this.#texts.numberOf(JSON.stringify([countryCode, cityName, state] satisfies Kept))
  }

  finish(): Packed {
    return { columns: { ...this.#located.finishLast('places'), ...this.#texts.finish('texts') }, notes: null }
  }
}

export class Locations {
  readonly #located: Located
  readonly #spots: Uint32Array
  readonly #texts: Texts

  constructor({ columns }: Packed) {
    this.#located = new Located(columns, 'places')
    this.#spots = this.#located.column('spots')
    this.#texts = new Texts(columns, 'texts')
  }

  get prefixes(): Located['prefixes'] {
    return this.#located.prefixes
  }

  covering(prefix: Prefix): Spotted[] {
    return this.#located.covering(prefix, this.#at)
  }

  within(prefix: Prefix): Spotted[] {
    return this.#located.within(prefix, this.#at)
  }

  /** The nearest around the block, itself included. */
  around(block: Prefix): Spotted | null {
    return this.covering(block)[0] ?? null
  }

  readonly #at = (fact: number, prefix: Prefix): Spotted => {
    const [countryCode, cityName, state]: Kept = JSON.parse(this.#texts.at(this.#spots[fact] ?? 0))
    return { prefix, countryCode, cityName, state }
  }
}

export const places: Dataset<LocationRows, Locations> = {
  collect: () => new LocationRows(),
  open: (packed) => new Locations(packed),
}
