import { comparePrefixes, contains, type Prefix } from '../../kernel/ip/index.ts'

/** Blocks that lie apart, such as live offers or live leases, to be found by what lies around or inside a prefix. */
export class Apart<T extends { readonly block: Prefix }> {
  readonly #sorted: readonly T[]

  constructor(blocks: readonly T[]) {
    this.#sorted = blocks.toSorted((a, b) => comparePrefixes(a.block, b.block))
  }

  /** Of those that begin no later, only the last can be around it. */
  around(prefix: Prefix): T | null {
    const last = this.#sorted[this.#firstAfter(prefix) - 1]
    return last !== undefined && contains(last.block, prefix) ? last : null
  }

  /** Parts of the prefix, itself not included. */
  inside(prefix: Prefix): T[] {
    const found: T[] = []
    for (let at = this.#firstAfter(prefix); at < this.#sorted.length; at++) {
      const one = this.#sorted[at]
      if (one === undefined || !contains(prefix, one.block)) break
      found.push(one)
    }
    return found
  }

  /** Those that share an address with it. */
  touching(prefix: Prefix): T[] {
    const around = this.around(prefix)
    return around === null ? this.inside(prefix) : [around, ...this.inside(prefix)]
  }

  #firstAfter(prefix: Prefix): number {
    let [low, high] = [0, this.#sorted.length]
    while (low < high) {
      const middle = (low + high) >>> 1
      const one = this.#sorted[middle]
      if (one !== undefined && comparePrefixes(one.block, prefix) <= 0) low = middle + 1
      else high = middle
    }
    return low
  }
}
