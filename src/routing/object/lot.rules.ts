import { comparePrefixes, contains, type Prefix } from '../../kernel/ip/index.ts'

/** What is changed together: all changes of a prefix and of its parts in one request, so that nothing is invalid in between. */

interface Placed {
  readonly prefix: Prefix
}

/** Those that overlap, the largest first in each. */
export function groupsOf<T extends Placed>(things: readonly T[]): T[][] {
  const groups: T[][] = []
  for (const thing of things.toSorted((a, b) => comparePrefixes(a.prefix, b.prefix))) {
    const last = groups.at(-1)
    // In address order whatever lies inside comes behind what lies around it.
    if (last?.[0] && contains(last[0].prefix, thing.prefix)) last.push(thing)
    else groups.push([thing])
  }
  return groups
}

/** Whole groups, as many as fit. */
export function lotsOf<T>(groups: readonly (readonly T[])[], most: number): (readonly T[])[][] {
  const lots: (readonly T[])[][] = []
  let size = Number.POSITIVE_INFINITY
  for (const group of groups) {
    if (size + group.length > most) {
      lots.push([])
      size = 0
    }
    lots.at(-1)?.push(group)
    size += group.length
  }
  return lots
}
