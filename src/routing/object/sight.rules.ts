import { formatPrefix, type Prefix } from '../../kernel/ip/index.ts'
import { tracesOf } from '../../letters/index.ts'
import type { Announcement, Known, NetworkQuestions, Vrp } from '../../network/index.ts'
import type { ObjectKind } from './object.states.ts'

/** What imported data shows of one object. Old data shows nothing. */

interface Shown {
  readonly kind: ObjectKind
  readonly prefix: Prefix
  readonly asn: number
  /** The IRR of a route object. */
  readonly source: string | null
}

type Asked = Pick<NetworkQuestions, 'announcementsOf' | 'announcementsInside' | 'vrps' | 'routeObjectsWithin'>

export function isSeen(network: Asked, object: Shown): boolean {
  return object.kind === 'roa' ? isRoaSeen(network.vrps(object.prefix), object) : isRouteSeen(network, object)
}

const isRoaSeen = (vrps: Known<Vrp[]> | null, { prefix, asn }: Shown): boolean =>
  vrps !== null &&
  !vrps.stale &&
  vrps.value.some((vrp) => vrp.asn === asn && formatPrefix(vrp.prefix) === formatPrefix(prefix))

function isRouteSeen(network: Asked, { prefix, asn, source }: Shown): boolean {
  const objects = network.routeObjectsWithin(prefix)
  if (objects === null || objects.stale) return false
  return objects.value.some(
    (one) => one.origin === asn && one.source === source && formatPrefix(one.prefix) === formatPrefix(prefix),
  )
}

/** Nobody sees a route any more that the object allows; null: fresh routing data is not here. */
export function isWithdrawn(
  network: Asked,
  { prefix, asn }: Pick<Shown, 'prefix' | 'asn'>,
  minPeers: number,
): boolean | null {
  const { routes } = tracesOf(network, { block: prefix, asn }, minPeers)
  return routes === null || routes.stale ? null : routes.value.length === 0
}

/** Of the prefix and of its parts: what a ROA for it may make invalid; null: fresh routing data is not here. */
export function routesUnder(network: Asked, prefix: Prefix, minPeers: number): Announcement[] | null {
  const exact = network.announcementsOf(prefix)
  if (exact === null || exact.stale) return null
  const all = [...exact.value, ...(network.announcementsInside(prefix)?.value ?? [])]
  return all.filter(({ peers }) => peers === null || peers >= minPeers)
}
