import { contains, formatPrefix, type Prefix } from '../../kernel/ip/index.ts'
import type { Announcement, Known, NetworkQuestions, RouteObject, Vrp } from '../../network/index.ts'

/** What our own data shows of a letter: the route it allows, and what makes that route pass elsewhere. */

export interface Traces {
  readonly block: Prefix
  /** Of the block and of parts of it, from the number, seen by enough peers. Null: there is no routing data. */
  readonly routes: Known<readonly Announcement[]> | null
  /** That allow the number to announce the block, or a part of it. */
  readonly vrps: Known<readonly Vrp[]> | null
  /** Of the block and of parts of it. */
  readonly objects: Known<readonly RouteObject[]> | null
}

export function tracesOf(
  network: Pick<NetworkQuestions, 'announcementsOf' | 'announcementsInside' | 'vrps' | 'routeObjectsWithin'>,
  { block, asn }: { readonly block: Prefix; readonly asn: number },
  minPeers: number,
): Traces {
  const exact = network.announcementsOf(block)
  const seen = ({ peers }: Announcement) => peers === null || peers >= minPeers
  const inside = network.announcementsInside(block)?.value ?? []
  return {
    block,
    routes: exact && {
      ...exact,
      value: [...exact.value, ...inside].filter((route) => seen(route) && comesFrom(route, asn)),
    },
    vrps: only(network.vrps(block), (vrp) => vrp.asn === asn && allowsAnyOf(vrp, block)),
    objects: only(network.routeObjectsWithin(block), ({ origin }) => origin === asn),
  }
}

const only = <T>(known: Known<T[]> | null, wanted: (one: T) => boolean): Known<T[]> | null =>
  known && { ...known, value: known.value.filter(wanted) }

/** Each number of a set may be where the route comes from. */
const comesFrom = ({ asn, asSet }: Announcement, wanted: number): boolean =>
  asSet === null ? asn === wanted : (asSet.match(/\d+/g) ?? []).some((digits) => Number(digits) === wanted)

const allowsAnyOf = ({ prefix, maxLength }: Vrp, block: Prefix): boolean =>
  contains(block, prefix) || maxLength >= block.length

/** The IRRs that have a route object of exactly the block. */
export const irrsWith = ({ block, objects }: Pick<Traces, 'block' | 'objects'>): string[] =>
  objects === null || objects.stale
    ? []
    : [
        ...new Set(
          objects.value.flatMap(({ prefix, source }) => (formatPrefix(prefix) === formatPrefix(block) ? source : [])),
        ),
      ]

/**
 * Nothing is left: fresh routing data shows no route, and no ROA or route object is there that would let it pass. What is
 * not imported here at all cannot be waited for; what has grown old says nothing.
 */
export const isGone = ({ routes, vrps, objects }: Traces): boolean =>
  routes !== null &&
  [routes, vrps, objects].every((known) => known === null || (!known.stale && known.value.length === 0))
