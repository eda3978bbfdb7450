import type { Packed } from '../tables/columns.ts'
import { growing32 } from '../tables/growing.ts'
import { arrange } from '../tables/prefix-builder.ts'
import { Texts, TextsBuilder } from '../tables/texts.ts'
import type { Collector, Dataset, Parts } from './dataset.ts'
import { DirectoryRows, KeptDirectory } from './directory.ts'
import { joined, type Registry } from './registry.ts'
import { RegistryRecords, RecordRows } from './registry-records.ts'
import { ReverseZones, ZoneRows } from './reverse-zones.ts'
import { RouteObjects, RouteRows } from './route-objects.ts'

/** A registry's database, or an IRR's: who holds what, who may announce it, whose reverse zones there are. */

/** What a registry says of an AS number. Organisation: its handle. */
interface AutNumObject {
  readonly name: string
  readonly organisation: string
  readonly descr: string
}

/** Which database a file is of, and objects of which classes it has. Null: facts from no file, whatever there is of them. */
interface Contents {
  readonly registry: string
  /** How many of each. */
  readonly classes: Parts
}

export class RegistryRows implements Collector {
  readonly #texts = new TextsBuilder()
  readonly directory = new DirectoryRows()
  readonly records = new RecordRows(this.#texts)
  readonly routes = new RouteRows(this.#texts)
  readonly zones = new ZoneRows(this.#texts)
  readonly #autNums = new Map<number, AutNumObject>()
  contents: Contents | null = null

  get count(): number {
    return this.records.count + this.routes.count + this.zones.count + this.#autNums.size + this.directory.count
  }

  get parts(): Parts {
    return this.contents?.classes ?? {}
  }

  /** Organisation: its handle. Where there is none, older objects name their holder in the description. */
  addAutNum(asn: number, name: string, organisation: string, descr: string): void {
    this.#autNums.set(asn, { name, organisation, descr })
  }

  finish(): Packed {
    const [asns, objects] = [growing32(), growing32()]
    for (const [asn, object] of this.#autNums) {
      asns.push(asn)
      objects.push(this.#texts.numberOf(JSON.stringify(object)))
    }
    const column = asns.finish()
    const order = Uint32Array.from(column.keys()).sort((a, b) => (column[a] ?? 0) - (column[b] ?? 0))
    const people = this.directory.finish(this.#texts)
    return {
      columns: {
        'autnums.asns': arrange(column, order),
        'autnums.objects': arrange(objects.finish(), order),
        ...people,
        // Before the large ones are sorted, which takes room, and after all others have put their texts there.
        ...this.#texts.finish('texts'),
        ...this.records.finish(),
        ...this.routes.finish(),
        ...this.zones.finish(),
      },
      notes: this.contents,
    }
  }
}

/** One file's. */
export class RegistryObjects {
  readonly directory: KeptDirectory
  readonly records: RegistryRecords
  readonly routes: RouteObjects
  readonly zones: ReverseZones
  readonly #texts: Texts
  readonly contents: Contents | null
  readonly #asns: Uint32Array
  readonly #objects: Uint32Array

  constructor({ columns, notes }: Packed) {
    this.contents = notes as Contents | null
    this.#texts = new Texts(columns, 'texts')
    this.directory = new KeptDirectory(columns, this.#texts)
    this.records = new RegistryRecords(columns, this.#texts)
    this.routes = new RouteObjects(columns, this.#texts)
    this.zones = new ReverseZones(columns, this.#texts)
    const column = (name: string) => columns[`autnums.${name}`] as Uint32Array
    this.#asns = column('asns')
    this.#objects = column('objects')
  }

  holds(name: string): boolean {
    return this.contents === null || Object.hasOwn(this.contents.classes, name)
  }

  autNum(asn: number): AutNumObject | null {
    let low = 0
    let high = this.#asns.length
    while (low < high) {
      const middle = (low + high) >>> 1
      if ((this.#asns[middle] ?? 0) < asn) low = middle + 1
      else high = middle
    }
    return this.#asns[low] === asn ? JSON.parse(this.#texts.at(this.#objects[low] ?? 0)) : null
  }
}

export const registryObjects: Dataset<RegistryRows, RegistryObjects, Registry> = {
  collect: () => new RegistryRows(),
  open: (packed) => new RegistryObjects(packed),
  join: joined,
}
