import { type Bits, covers, isSame } from './prefix.ts'
import type { World } from '../world.ts'

/** A payload of a ROA. */
export interface Payload {
  readonly prefix: Bits
  readonly asn: number
  readonly maxLength: number
  readonly anchor: string
  /** Which file it is from: there may be several. */
  readonly source: number
  /** Unix seconds; null where the file does not say. */
  readonly expires: number | null
}

/** The last number of a path, or those of the set at its end. */
export type Origin = number | readonly number[]

export interface Route {
  readonly prefix: Bits
  readonly origin: Origin
}

type Validity = 'valid' | 'not_found' | 'invalid_length' | 'invalid_asn' | 'invalid_as0' | 'invalid_as_set'

/** Those whose time has not come (network-rules §2), each once: of one file and one trust anchor, as long as any row says. */
export function countedPayloads(payloads: readonly Payload[], now: number): Payload[] {
  const counted: Payload[] = []
  for (const payload of payloads) {
    if (endOf(payload) <= now) continue
    const at = counted.findIndex(
      (one) => isAlike(one, payload) && one.anchor === payload.anchor && one.source === payload.source,
    )
    const known = counted[at]
    if (known === undefined) counted.push(payload)
    else if (endOf(payload) > endOf(known)) counted[at] = payload
  }
  return counted
}

export const endOf = ({ expires }: Payload): number => expires ?? Infinity

export const isAlike = (one: Payload, other: Payload): boolean =>
  isSame(one.prefix, other.prefix) && one.asn === other.asn && one.maxLength === other.maxLength

/** RFC 6811 §2; AS0 matches nothing (RFC 6483 §4). An invalid route with its reason, as network-rules §2 has them. */
export function validityOf({ prefix, origin }: Route, payloads: readonly Payload[]): Validity {
  let covered = false
  let sameNumber = false
  let anotherNumber = false
  for (const payload of payloads) {
    if (!covers(payload.prefix, prefix)) continue
    covered = true
    if (payload.asn === 0) continue
    if (payload.asn !== origin) anotherNumber = true
    else if (prefix.bits.length <= payload.maxLength) return 'valid'
    else sameNumber = true
  }
  if (!covered) return 'not_found'
  if (typeof origin !== 'number') return 'invalid_as_set'
  if (sameNumber) return 'invalid_length'
  return anotherNumber ? 'invalid_asn' : 'invalid_as0'
}

export const allows = (payload: Payload, route: Route): boolean => validityOf(route, [payload]) === 'valid'

/** Of each route, with how many payloads allow it, and how many cover it. */
export function validities({ routes, payloads, payloadData, now }: World): string[] {
  const counted = countedPayloads(payloads, now)
  return routes.map((route) => {
    if (payloadData === 'absent') return 'absent'
    const covering = counted.filter((payload) => covers(payload.prefix, route.prefix))
    const allowing = covering.filter((payload) => allows(payload, route))
    return `${payloadData} ${validityOf(route, counted)} ${allowing.length} of ${covering.length}`
  })
}
