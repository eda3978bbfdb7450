import { formatPrefix, parent, type Prefix } from '../../kernel/ip/index.ts'
import { Apart } from './apart.rules.ts'

/** Blocks that may lie in each other, such as those of letters: each once. */
export class Nested<T extends { readonly block: Prefix }> {
  readonly #known: ReadonlyMap<string, T>
  readonly #sorted: Apart<T>
  readonly #shortest: number

  constructor(blocks: readonly T[]) {
    this.#known = new Map(blocks.map((one) => [formatPrefix(one.block), one]))
    this.#sorted = new Apart(blocks)
    this.#shortest = blocks.reduce((shortest, { block }) => Math.min(shortest, block.length), Infinity)
  }

  /** All around it, itself included, the smallest first. */
  around(prefix: Prefix): T[] {
    const found: T[] = []
    for (let at: Prefix | undefined = prefix; at && at.length >= this.#shortest; at = parent(at)) {
      const one = this.#known.get(formatPrefix(at))
      if (one) found.push(one)
    }
    return found
  }

  /** Parts of the prefix, itself not included: what begins in it and lies behind it stands together. */
  inside(prefix: Prefix): T[] {
    return this.#sorted.inside(prefix)
  }

  /** Those that share an address with it. */
  touching(prefix: Prefix): T[] {
    return [...this.around(prefix), ...this.inside(prefix)]
  }
}
