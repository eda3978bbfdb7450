import type { Packed } from '../tables/columns.ts'

/**
 * What kinds of files become: facts of one sort, collected row by row while a file is read, packed once, opened by every
 * node. Several formats may feed one dataset (a route table comes as riswhois, MRT or pfx2as).
 */
export interface Dataset<C extends Collector = Collector, V = unknown, J = V> {
  collect(): C
  /** The facts as a node asks them; views on the packed columns, nothing copied. */
  open(packed: Packed): V
  /** Where several files are parts of one thing: what is asked in their place. The newest comes first. */
  join?(views: readonly V[]): J[]
}

export interface Collector {
  /** Facts so far. */
  readonly count: number
  /** Of each part that publishers put such a file together of, how many: whether one is missing shows by it. */
  readonly parts?: Parts
  /** Once: it gives away what it has collected. */
  finish(): Packed
}

export type Parts = Readonly<Record<string, number>>
