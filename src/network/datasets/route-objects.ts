import type { Prefix } from '../../kernel/ip/index.ts'
import type { RouteObject } from '../fact.rules.ts'
import type { Columns } from '../tables/columns.ts'
import { Located, LocatedRows } from '../tables/located.ts'
import type { Texts, TextsBuilder } from '../tables/texts.ts'
import { secondsOf, timeText } from './registry-records.ts'

/** Route and route6 objects: which AS may announce a prefix, by what its holder wrote down. */

type Shared = readonly [source: string, descr: readonly string[], maintainers: readonly string[]]

export class RouteRows {
  readonly #located = new LocatedRows('origins', 'shared', 'changed', 'times')
  readonly #texts: TextsBuilder
  /** When the one was changed that was changed last, in seconds. */
  newest = 0

  constructor(texts: TextsBuilder) {
    this.#texts = texts
  }

  get count(): number {
    return this.#located.count
  }

  add({ prefix, origin, source, descr, maintainers, changed }: RouteObject): void {
    const shared: Shared = [source, descr, maintainers]
    // One time is a number; lines with an address and a day are few enough to be texts.
    const time = changed.length === 1 ? secondsOf(changed[0] ?? '') : 0
    if (time > this.newest) this.newest = time
    const lines = time > 0 || changed.length === 0 ? 0 : this.#texts.numberOf(JSON.stringify(changed))
    this.#located.add(prefix, origin, this.#texts.numberOf(JSON.stringify(shared)), lines, time)
  }

  finish(): Columns {
    return this.#located.finish('routes')
  }
}

export class RouteObjects {
  readonly #located: Located
  readonly #texts: Texts

  constructor(columns: Columns, texts: Texts) {
    this.#located = new Located(columns, 'routes')
    this.#texts = texts
  }

  get prefixes(): Located['prefixes'] {
    return this.#located.prefixes
  }

  /** Of exactly this prefix. */
  of(prefix: Prefix): RouteObject[] {
    return this.#located.of(prefix, this.#at)
  }

  covering(prefix: Prefix): RouteObject[] {
    return this.#located.covering(prefix, this.#at)
  }

  within(prefix: Prefix): RouteObject[] {
    return this.#located.within(prefix, this.#at)
  }

  readonly #at = (fact: number, prefix: Prefix): RouteObject => {
    const number = (name: string) => this.#located.column(name)[fact] ?? 0
    const [source, descr, maintainers]: Shared = JSON.parse(this.#texts.at(number('shared')))
    const time = number('times')
    const changed: string[] = time > 0 ? [timeText(time)] : JSON.parse(this.#texts.at(number('changed')) || '[]')
    return { prefix, origin: number('origins'), source, descr, maintainers, changed }
  }
}
