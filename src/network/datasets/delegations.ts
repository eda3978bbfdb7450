import { addressOf, prefixesOfCount, type Prefix } from '../../kernel/ip/index.ts'
import type { Delegation } from '../fact.rules.ts'
import type { Columns, Packed } from '../tables/columns.ts'
import { countryCode, countryNumber } from '../tables/country.ts'
import { growing16, growing32, growing8 } from '../tables/growing.ts'
import { arrange, PrefixBuilder } from '../tables/prefix-builder.ts'
import { openPrefixes, prefixColumns, type PrefixTable } from '../tables/prefix-table.ts'
import { settle } from '../tables/settle.ts'
import { Texts, TextsBuilder } from '../tables/texts.ts'
import type { Collector, Dataset } from './dataset.ts'

/**
 * Who was given what, by the registries' statistics. AS numbers have 32 bits like IPv4 addresses: a range of them is kept
 * as the blocks that it is made of, in a table of its own, and asked the same way.
 */

/** The five, and the source of what none of them has. */
export const registries = ['afrinic', 'apnic', 'arin', 'lacnic', 'ripencc', 'iana'] as const

/** What is said of a block or of an AS number. */
export type Grant = Omit<Delegation, 'prefix' | 'registry'> & { readonly registry: (typeof registries)[number] }

/** In the order in which rows for the same block are believed. */
export const grantStatuses = ['allocated', 'assigned', 'reserved', 'available'] as const

class GrantRows {
  readonly prefixes = new PrefixBuilder()
  readonly #registries = growing8()
  readonly #countries = growing16()
  readonly #statuses = growing8()
  readonly #dates = growing32()
  readonly #holders = growing32()
  readonly #texts: TextsBuilder

  constructor(texts: TextsBuilder) {
    this.#texts = texts
  }

  add(prefix: Prefix, { registry, countryCode: country, status, date, holder }: Grant): void {
    this.prefixes.add(prefix)
    this.#registries.push(registries.indexOf(registry))
    this.#countries.push(countryNumber(country))
    this.#statuses.push(grantStatuses.indexOf(status))
    this.#dates.push(date === null ? 0 : Number(date.replaceAll('-', '')))
    this.#holders.push(this.#texts.numberOf(holder ?? ''))
  }

  /** One row for each block: the newest, and among equals whoever says that it is in use. */
  finish(name: string): Columns {
    const [dates, statuses] = [this.#dates.finish(), this.#statuses.finish()]
    const { prefixes, order } = settle(
      this.prefixes.finish(),
      (a, b) => (dates[b] ?? 0) - (dates[a] ?? 0) || (statuses[a] ?? 0) - (statuses[b] ?? 0) || a - b,
      () => true,
    )
    return {
      ...prefixColumns(prefixes, name),
      [`${name}.registries`]: arrange(this.#registries.finish(), order),
      [`${name}.countries`]: arrange(this.#countries.finish(), order),
      [`${name}.statuses`]: arrange(statuses, order),
      [`${name}.dates`]: arrange(dates, order),
      [`${name}.holders`]: arrange(this.#holders.finish(), order),
    }
  }
}

export class DelegationRows implements Collector {
  readonly #texts = new TextsBuilder()
  readonly #blocks = new GrantRows(this.#texts)
  readonly #asns = new GrantRows(this.#texts)

  get count(): number {
    return this.#blocks.prefixes.count + this.#asns.prefixes.count
  }

  add(prefix: Prefix, grant: Grant): void {
    this.#blocks.add(prefix, grant)
  }

  /** AS numbers from `first` on. */
  addAsns(first: number, count: number, grant: Grant): void {
    for (const block of prefixesOfCount(addressOf(4, first), count)) this.#asns.add(block, grant)
  }

  finish(): Packed {
    const columns = { ...this.#blocks.finish('blocks'), ...this.#asns.finish('asns'), ...this.#texts.finish('texts') }
    return { columns, notes: null }
  }
}

class Grants {
  readonly prefixes: PrefixTable
  readonly #registries: Uint8Array
  readonly #countries: Uint16Array
  readonly #statuses: Uint8Array
  readonly #dates: Uint32Array
  readonly #holders: Uint32Array
  readonly #texts: Texts

  constructor(columns: Columns, name: string, texts: Texts) {
    const column = (part: string) => columns[`${name}.${part}`]
    this.prefixes = openPrefixes(columns, name)
    this.#texts = texts
    // oxlint-disable typescript/no-unsafe-type-assertion -- as `finish` named them
    this.#registries = column('registries') as Uint8Array
    this.#countries = column('countries') as Uint16Array
    this.#statuses = column('statuses') as Uint8Array
    this.#dates = column('dates') as Uint32Array
    this.#holders = column('holders') as Uint32Array
    // oxlint-enable typescript/no-unsafe-type-assertion
  }

  /** A row has exactly one fact, and so the same number. */
  at(row: number): Grant {
    return {
      registry: registries[this.#registries[row] ?? 0] ?? 'iana',
      countryCode: countryCode(this.#countries[row] ?? 0),
      status: grantStatuses[this.#statuses[row] ?? 0] ?? 'reserved',
      date: dayText(this.#dates[row] ?? 0),
      holder: this.#texts.at(this.#holders[row] ?? 0) || null,
    }
  }
}

export class Delegations {
  readonly #blocks: Grants
  readonly #asns: Grants

  constructor({ columns }: Packed) {
    const texts = new Texts(columns, 'texts')
    this.#blocks = new Grants(columns, 'blocks', texts)
    this.#asns = new Grants(columns, 'asns', texts)
  }

  /** The smallest one around the block, itself included. */
  around(block: Prefix): Delegation | null {
    const { prefixes } = this.#blocks
    const row = prefixes.coverOf(block)
    return row < 0 ? null : { prefix: prefixes.prefixAt(row), ...this.#blocks.at(row) }
  }

  /** What is said of an AS number. */
  asn(asn: number): Grant | null {
    const row = this.#asns.prefixes.coverOf4(asn, 32)
    return row < 0 ? null : this.#asns.at(row)
  }
}

/** 20260505 as 2026-05-05; 0 is none. */
function dayText(day: number): string | null {
  if (day === 0) return null
  const digits = String(day).padStart(8, '0')
  return `${digits.slice(0, 4)}-${digits.slice(4, 6)}-${digits.slice(6)}`
}

export const delegations: Dataset<DelegationRows, Delegations> = {
  collect: () => new DelegationRows(),
  open: (packed) => new Delegations(packed),
}
