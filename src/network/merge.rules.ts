import { comparePrefixes, samePrefix, type Prefix } from '../kernel/ip/index.ts'
import type { Announcement } from './fact.rules.ts'

/** One answer of what several sources say. */

/** In address order, a block before its parts; what one source says in order stays so. */
export const inAddressOrder = <F extends { readonly prefix: Prefix }>(lists: readonly F[][]): F[] =>
  lists.length === 1 ? (lists[0] ?? []) : lists.flat().sort((a, b) => comparePrefixes(a.prefix, b.prefix))

/** The smallest around a block first. */
export const nearestFirst = <F extends { readonly prefix: Prefix }>(lists: readonly F[][]): F[] =>
  lists.length === 1 ? (lists[0] ?? []) : lists.flat().sort((a, b) => b.prefix.length - a.prefix.length)

/** The most specific one of each sort that `by` tells apart, of facts around one block. */
export function nearestOfEach<F extends { readonly prefix: Prefix }>(
  facts: readonly F[],
  by: (fact: F) => string,
): F[] {
  const found = new Map<string, F>()
  for (const fact of facts) {
    const known = found.get(by(fact))
    if (!known || known.prefix.length < fact.prefix.length) found.set(by(fact), fact)
  }
  return [...found.values()]
}

/** A route that several tables have is one, seen by as many peers as the best of them counts. Sorted by prefix. */
export function mergeRoutes(routes: readonly Announcement[]): Announcement[] {
  const found: Announcement[] = []
  for (const route of routes) {
    const at = placeOf(found, route)
    const known = found[at]
    if (known === undefined) found.push(route)
    else if ((route.peers ?? -1) > (known.peers ?? -1)) found[at] = route
  }
  return found
}

/** Of the same route among the last ones, which are those of the same prefix; -1 when it is new. */
function placeOf(found: readonly Announcement[], route: Announcement): number {
  for (let at = found.length - 1; at >= 0; at--) {
    const known = found[at]
    if (known === undefined || !samePrefix(known.prefix, route.prefix)) return -1
    if (known.asn === route.asn && known.asSet === route.asSet) return at
  }
  return -1
}
