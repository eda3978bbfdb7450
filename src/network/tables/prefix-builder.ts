import type { Prefix } from '../../kernel/ip/index.ts'
import { stepsOf, type PrefixColumns } from './prefix-table.ts'
import { Keys4, type Sorted4 } from './sort4.ts'
import { Keys6, type Sorted6 } from './sort6.ts'

/** Makes a prefix table of facts in any order; facts in order already, as most files have them, are not sorted again. */

const mostFacts = 2 ** 26
const low64 = (1n << 64n) - 1n

export interface Built {
  readonly prefixes: PrefixColumns
  /** Which fact, by the order of adding, stands where; null: each where it came. */
  readonly order: Uint32Array | null
}

export class PrefixBuilder {
  readonly #keys4 = new Keys4()
  readonly #keys6 = new Keys6()
  count = 0
  #count6 = 0

  /** How many facts of each; none where there are none. */
  get families(): Readonly<Record<string, number>> {
    const [four, six] = [this.count - this.#count6, this.#count6]
    return { ...(four > 0 && { IPv4: four }), ...(six > 0 && { IPv6: six }) }
  }

  add4(start: number, length: number): void {
    this.#keys4.push(start, length, this.#next())
  }

  add6(start: bigint, length: number): void {
    this.#count6++
    this.#keys6.push(start, length, this.#next())
  }

  add({ family, address, length }: Prefix): void {
    if (family === 4) this.add4(Number(address), length)
    else this.add6(address, length)
  }

  #next(): number {
    if (this.count === mostFacts) throw new RangeError(`A table holds at most ${mostFacts} facts.`)
    return this.count++
  }

  finish(): Built {
    const four = this.#keys4.finish()
    const six = this.#keys6.finish()
    return { prefixes: join(four, six), order: joinOrder(four.order, six.order) }
  }
}

function join(four: Sorted4, six: Sorted6): PrefixColumns {
  const { lengths, parents, facts } = six.starts.length === 0 ? four : joinRows(four, six)
  return {
    starts4: four.starts,
    highs6: BigUint64Array.from(six.starts, (start) => start >> 64n),
    lows6: BigUint64Array.from(six.starts, (start) => start & low64),
    lengths,
    parents,
    facts,
    steps4: stepsOf(four.starts),
  }
}

/** IPv6 rows and facts stand after all those of IPv4. */
function joinRows(four: Sorted4, six: Sorted6): Pick<PrefixColumns, 'lengths' | 'parents' | 'facts'> {
  const rows4 = four.starts.length
  const rows = rows4 + six.starts.length
  const lengths = new Uint8Array(rows)
  lengths.set(four.lengths)
  lengths.set(six.lengths, rows4)
  const parents = new Int32Array(rows)
  parents.set(four.parents)
  six.parents.forEach((parent, row) => (parents[rows4 + row] = parent < 0 ? -1 : rows4 + parent))
  const facts = new Uint32Array(rows + 1)
  facts.set(four.facts)
  six.facts.forEach((fact, row) => (facts[rows4 + row] = four.order.length + fact))
  facts[rows] = four.order.length + six.order.length
  return { lengths, parents, facts }
}

function joinOrder(four: Uint32Array, six: Uint32Array): Uint32Array | null {
  let order = four
  if (six.length > 0) {
    order = new Uint32Array(four.length + six.length)
    order.set(four)
    order.set(six, four.length)
  }
  for (let place = 0; place < order.length; place++) if (order[place] !== place) return order
  return null
}

/** A column of facts in the table's order, without those that the order leaves out. */
export function arrange<A extends Uint8Array | Uint16Array | Uint32Array>(column: A, order: Uint32Array | null): A {
  if (order === null) return column
  const arranged = column.slice(0, order.length)
  for (let i = 0; i < order.length; i++) arranged[i] = column[order[i] ?? 0] ?? 0
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- a slice of an A is an A
  return arranged as A
}
