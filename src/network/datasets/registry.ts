import type { Prefix } from '../../kernel/ip/index.ts'
import type { RegistryRecord, ReverseZone, RouteObject } from '../fact.rules.ts'
import type { PrefixTable } from '../tables/prefix-table.ts'
import type { Directory, Person } from './directory.ts'
import type { RegistryObjects } from './registry-objects.ts'

/**
 * One registry's database, of as many files as it is published in: objects of a class are those of the newest file that
 * has such, and what they refer to may stand in another.
 */
export class Registry implements Directory {
  /** Null: facts from no file, which are anybody's. */
  readonly name: string | null
  readonly #files: readonly RegistryObjects[]

  /** The newest first. */
  constructor(files: readonly RegistryObjects[]) {
    this.#files = files
    this.name = files[0]?.contents?.registry ?? null
  }

  holds(name: ObjectClass): boolean {
    return this.#with(name) !== null
  }

  recordsAround(block: Prefix): RegistryRecord[] {
    return this.#with(recordClass(block))?.records.covering(block, this) ?? []
  }

  routesOf(prefix: Prefix): RouteObject[] {
    return this.#with(routeClass(prefix))?.routes.of(prefix) ?? []
  }

  routesWithin(block: Prefix): RouteObject[] {
    return this.#with(routeClass(block))?.routes.within(block) ?? []
  }

  zonesAround(block: Prefix): ReverseZone[] {
    return this.#with('domain')?.zones.covering(block) ?? []
  }

  zonesWithin(block: Prefix): ReverseZone[] {
    return this.#with('domain')?.zones.within(block) ?? []
  }

  /** In which records and route objects inside the block are found. */
  tables(block: Prefix): PrefixTable[] {
    const { records } = this.#with(recordClass(block)) ?? {}
    const { routes } = this.#with(routeClass(block)) ?? {}
    return [records, routes].flatMap((facts) => facts?.prefixes ?? [])
  }

  autNum(asn: number): { readonly name: string; readonly organisation: string } | null {
    const found = this.#with('whois-aut-num')?.autNum(asn) ?? this.#with('aut-num')?.autNum(asn) ?? null
    if (found === null) return null
    const { name, organisation, descr } = found
    return { name, organisation: this.organisation(organisation)?.name || descr }
  }

  organisation(handle: string): ReturnType<Directory['organisation']> {
    return this.#with('organisation')?.directory.organisation(handle) ?? null
  }

  person(handle: string): ReturnType<Directory['person']> {
    const classes: readonly ObjectClass[] = ['role', 'person', 'whois-person']
    return classes.reduce<Person | null>(
      (found, name) => found ?? this.#with(name)?.directory.person(handle) ?? null,
      null,
    )
  }

  irt(handle: string): ReturnType<Directory['irt']> {
    return this.#with('irt')?.directory.irt(handle) ?? null
  }

  #with(name: ObjectClass): RegistryObjects | null {
    return this.#files.find((file) => file.holds(name)) ?? null
  }
}

export type ObjectClass =
  | 'inetnum'
  | 'inet6num'
  | 'route'
  | 'route6'
  | 'domain'
  | 'aut-num'
  | 'organisation'
  | 'role'
  | 'person'
  | 'irt'
  /** Of registries that publish whois and IRR as two databases, which both have AS numbers and people. */
  | 'whois-aut-num'
  | 'whois-person'

export const recordClass = ({ family }: Prefix): ObjectClass => (family === 4 ? 'inetnum' : 'inet6num')
export const routeClass = ({ family }: Prefix): ObjectClass => (family === 4 ? 'route' : 'route6')

/** Facts from no file stay by themselves. */
export const joined = (files: readonly RegistryObjects[]): Registry[] =>
  [...Map.groupBy(files, (file) => file.contents?.registry ?? file).values()].map((parts) => new Registry(parts))
