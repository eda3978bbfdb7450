import { children, childCount, firstAddress, formatAddress, type Prefix } from '../../kernel/ip/index.ts'

/** The zones of in-addr.arpa that a block is made up of: one for each of the octet boundary at or below its length. */

/** So many are asked for one after the other; more would be a walk through half the internet. */
export const mostZones = 16

const boundaryOf = ({ length }: Prefix): number => Math.max(8, Math.ceil(length / 8) * 8)

export const zoneCount = (block: Prefix): number => childCount(block, boundaryOf(block))

/** `2.0.192.in-addr.arpa`. */
export function reverseZones(block: Prefix): string[] {
  const octets = boundaryOf(block) / 8
  return [...children(block, boundaryOf(block))].map((part) => {
    const named = formatAddress(firstAddress(part)).split('.').slice(0, octets)
    return `${named.toReversed().join('.')}.in-addr.arpa`
  })
}

/** The zone itself, then what it may be part of. A /8 is a registry's, so nobody else's word counts there. */
export function zonesAround(zone: string): string[] {
  const labels = zone.split('.')
  return Array.from({ length: Math.max(0, labels.length - 3) }, (_, n) => labels.slice(n).join('.'))
}
