import type { Prefix } from '../../kernel/ip/index.ts'
import type { ReverseZone } from '../fact.rules.ts'
import type { Columns } from '../tables/columns.ts'
import { Located, LocatedRows } from '../tables/located.ts'
import type { Texts, TextsBuilder } from '../tables/texts.ts'

/** Domain objects of reverse zones. */

export class ZoneRows {
  readonly #located = new LocatedRows('domains', 'servers')
  readonly #texts: TextsBuilder

  constructor(texts: TextsBuilder) {
    this.#texts = texts
  }

  get count(): number {
    return this.#located.count
  }

  add({ prefix, domain, nameservers }: ReverseZone): void {
    this.#located.add(prefix, this.#texts.numberOf(domain), this.#texts.numberOf(nameservers.join(' ')))
  }

  finish(): Columns {
    return this.#located.finish('zones')
  }
}

export class ReverseZones {
  readonly #located: Located
  readonly #texts: Texts

  constructor(columns: Columns, texts: Texts) {
    this.#located = new Located(columns, 'zones')
    this.#texts = texts
  }

  get prefixes(): Located['prefixes'] {
    return this.#located.prefixes
  }

  covering(prefix: Prefix): ReverseZone[] {
    return this.#located.covering(prefix, this.#at)
  }

  within(prefix: Prefix): ReverseZone[] {
    return this.#located.within(prefix, this.#at)
  }

  readonly #at = (fact: number, prefix: Prefix): ReverseZone => {
    const text = (name: string) => this.#texts.at(this.#located.column(name)[fact] ?? 0)
    return { prefix, domain: text('domains'), nameservers: text('servers').split(' ').filter(Boolean) }
  }
}
