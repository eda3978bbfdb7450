import { contains, comparePrefixes, knownPrefix, overlaps, type Prefix } from '../kernel/ip.ts'

/** What is known about address space, and how to ask for a block. */

/** How a kind of data is kept: prefixes as text, so that a snapshot is one JSON value. */
export interface Facts {
  registry: RegistryRecord
  origins: Announcement
  vrps: Vrp
  blocklists: BlocklistEntry
  geodata: Place
}

export type FactKind = keyof Facts

export const factKinds: readonly FactKind[] = ['registry', 'origins', 'vrps', 'blocklists', 'geodata']

export interface RegistryRecord {
  readonly prefix: string
  readonly registry: string
  readonly organisation: string
  readonly maintainers: readonly string[]
  /** To whom a proof of ownership may be mailed. */
  readonly contactEmail: string | null
  readonly abuseEmail: string | null
}

export interface Announcement {
  readonly prefix: string
  readonly asn: number
  readonly peers: number
}

export interface Vrp {
  readonly prefix: string
  readonly asn: number
  readonly maxLength: number
}

export interface BlocklistEntry {
  readonly prefix: string
  readonly list: string
}

export interface Place {
  readonly prefix: string
  readonly provider: string
  readonly countryCode: string
  readonly countryName: string
  readonly cityName: string | null
  readonly state: string | null
  /** Calendar day on which the provider said so. */
  readonly date: string
}

/** An answer with where it is from and when that was taken; `null` instead of one: no such data here. */
export interface Known<T> {
  readonly source: string
  readonly takenAt: Date
  readonly value: T
}

export type Located<T> = T & { readonly block: Prefix }

/** In address order, a block before what lies inside it. */
export function locate<T extends { readonly prefix: string }>(facts: readonly T[]): Located<T>[] {
  return facts
    .map((fact) => ({ ...fact, block: knownPrefix(fact.prefix) }))
    .sort((a, b) => comparePrefixes(a.block, b.block))
}

export const touching = <T>(facts: readonly Located<T>[], block: Prefix): Located<T>[] =>
  facts.filter((fact) => overlaps(fact.block, block))

export const covering = <T>(facts: readonly Located<T>[], block: Prefix): Located<T>[] =>
  facts.filter((fact) => contains(fact.block, block))

/** The most specific one around the block of each kind that `by` tells apart. */
export function closest<T>(facts: readonly Located<T>[], block: Prefix, by: (fact: T) => string): Located<T>[] {
  const found = new Map<string, Located<T>>()
  for (const fact of covering(facts, block)) {
    const known = found.get(by(fact))
    if (!known || known.block.length <= fact.block.length) found.set(by(fact), fact)
  }
  return [...found.values()]
}
