import { contains, type Prefix } from '../../kernel/ip/index.ts'
import type { Vrp } from '../../network/index.ts'
import type { Origin } from '../prefix/origin.rules.ts'

/** Validity of a route by RFC 6811 §2 with the payloads that decided (network-rules §2). */

/** What the RPKI says of a route (RFC 6811), an invalid one with the reason that helps most. */
export type Validity =
  /** Nothing covers it. */
  | 'not_found'
  | 'valid'
  /** The origin may announce around it, but nothing so long. */
  | 'invalid_length'
  | 'invalid_asn'
  /** Only AS 0 covers it: nobody may announce it (RFC 6483 §4). */
  | 'invalid_as0'
  /** The origin is a set, which matches nothing (RFC 6811 §2). */
  | 'invalid_as_set'

interface Route extends Origin {
  readonly prefix: Prefix
}

export interface RouteValidity {
  readonly validity: Validity
  /** Payloads that allow the route. */
  readonly matched: readonly Vrp[]
  /** Payloads that cover its prefix and do not allow it. */
  readonly unmatched: readonly Vrp[]
}

/** AS 0 allows nobody, not even an origin that calls itself AS 0 (RFC 6483 §4, RFC 7607). */
const allows = (vrp: Vrp, { prefix, asn, asSet }: Route): boolean =>
  asSet === null && asn !== 0 && vrp.asn === asn && prefix.length <= vrp.maxLength

interface Row {
  readonly validity: Validity
  readonly when: (route: Route, covering: readonly Vrp[], matched: readonly Vrp[]) => boolean
}

/** First match. A set has no origin that a payload could name (RFC 6811 §2), so it is invalid as soon as one covers it. */
const rows: readonly Row[] = [
  { validity: 'not_found', when: (_, covering) => covering.length === 0 },
  { validity: 'valid', when: (_, __, matched) => matched.length > 0 },
  { validity: 'invalid_as_set', when: ({ asSet }) => asSet !== null },
  { validity: 'invalid_as0', when: (_, covering) => covering.every(({ asn }) => asn === 0) },
  { validity: 'invalid_length', when: ({ asn }, covering) => asn !== 0 && covering.some((vrp) => vrp.asn === asn) },
  { validity: 'invalid_asn', when: () => true },
]

/** Payloads that do not cover the prefix may be among those given. */
export function validityOf(route: Route, vrps: readonly Vrp[]): RouteValidity {
  const covering = vrps.filter(({ prefix }) => contains(prefix, route.prefix))
  const matched = covering.filter((vrp) => allows(vrp, route))
  const row = rows.find(({ when }) => when(route, covering, matched))
  return {
    validity: row?.validity ?? 'invalid_asn',
    matched,
    unmatched: covering.filter((vrp) => !matched.includes(vrp)),
  }
}

export const isInvalid = (validity: Validity): boolean => validity !== 'valid' && validity !== 'not_found'
