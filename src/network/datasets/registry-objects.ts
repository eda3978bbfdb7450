import type { Packed } from '../tables/columns.ts'
import { growing32 } from '../tables/growing.ts'
import { arrange } from '../tables/prefix-builder.ts'
import { Texts, TextsBuilder } from '../tables/texts.ts'
import type { Collector, Dataset } from './dataset.ts'
import { Directory } from './directory.ts'
import { RegistryRecords, RecordRows } from './registry-records.ts'
import { ReverseZones, ZoneRows } from './reverse-zones.ts'
import { RouteObjects, RouteRows } from './route-objects.ts'

/** A registry's database, or an IRR's: who holds what, who may announce it, whose reverse zones there are. */

/** What a registry says of an AS number. */
export interface AutNum {
  readonly asn: number
  readonly name: string
  readonly organisation: string
}

export class RegistryRows implements Collector {
  readonly #texts = new TextsBuilder()
  readonly directory = new Directory()
  readonly records = new RecordRows(this.#texts, this.directory)
  readonly routes = new RouteRows(this.#texts)
  readonly zones = new ZoneRows(this.#texts)
  readonly #autNums = new Map<number, { name: number; organisation: string; descr: string }>()

  get count(): number {
    return this.records.count + this.routes.count + this.zones.count + this.#autNums.size
  }

  /** Organisation: its handle. Where there is none, older objects name their holder in the description. */
  addAutNum(asn: number, name: string, organisation: string, descr: string): void {
    this.#autNums.set(asn, { name: this.#texts.numberOf(name), organisation, descr })
  }

  finish(): Packed {
    const [asns, names, organisations] = [growing32(), growing32(), growing32()]
    for (const [asn, { name, organisation, descr }] of this.#autNums) {
      asns.push(asn)
      names.push(name)
      organisations.push(this.#texts.numberOf(this.directory.organisationName(organisation) || descr))
    }
    const column = asns.finish()
    const order = Uint32Array.from(column.keys()).sort((a, b) => (column[a] ?? 0) - (column[b] ?? 0))
    return {
      columns: {
        ...this.records.finish(),
        ...this.routes.finish(),
        ...this.zones.finish(),
        'autnums.asns': arrange(column, order),
        'autnums.names': arrange(names.finish(), order),
        'autnums.organisations': arrange(organisations.finish(), order),
        // Last: the others have put their texts there.
        ...this.#texts.finish('texts'),
      },
      notes: null,
    }
  }
}

export class RegistryObjects {
  readonly records: RegistryRecords
  readonly routes: RouteObjects
  readonly zones: ReverseZones
  readonly #texts: Texts
  readonly #asns: Uint32Array
  readonly #names: Uint32Array
  readonly #organisations: Uint32Array

  constructor({ columns }: Packed) {
    this.#texts = new Texts(columns, 'texts')
    this.records = new RegistryRecords(columns, this.#texts)
    this.routes = new RouteObjects(columns, this.#texts)
    this.zones = new ReverseZones(columns, this.#texts)
    const column = (name: string) => columns[`autnums.${name}`] as Uint32Array
    this.#asns = column('asns')
    this.#names = column('names')
    this.#organisations = column('organisations')
  }

  autNum(asn: number): AutNum | null {
    let low = 0
    let high = this.#asns.length
    while (low < high) {
      const middle = (low + high) >>> 1
      if ((this.#asns[middle] ?? 0) < asn) low = middle + 1
      else high = middle
    }
    if (this.#asns[low] !== asn) return null
    return {
      asn,
      name: this.#texts.at(this.#names[low] ?? 0),
      organisation: this.#texts.at(this.#organisations[low] ?? 0),
    }
  }
}

export const registryObjects: Dataset<RegistryRows, RegistryObjects> = {
  collect: () => new RegistryRows(),
  open: (packed) => new RegistryObjects(packed),
}
