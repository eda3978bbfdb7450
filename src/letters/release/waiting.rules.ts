import type { Known } from '../../network/index.ts'
import type { Letter, LetterInPlace } from '../letter/letter.store.ts'
import type { Release } from './readiness.rules.ts'
import { doubtOf, type RpkiSight } from './rpki.rules.ts'
import { irrsWith, type Traces } from './trace.rules.ts'

/** What the books and our own data say of a letter that waits, and whether that releases it. */

export interface Sight {
  readonly asnValid: boolean
  readonly traces: Pick<Traces, 'block' | 'objects'>
  readonly rpki: RpkiSight
}

export type StepTimes = Pick<Letter, 'asn_valid_at' | 'authorised_at' | 'vrp_seen_at' | 'route_seen_at'>

/** A step keeps the time at which it came true first; what is not known at the moment stays as it was. */
export function stepsSeen(
  letter: StepTimes & Pick<LetterInPlace, 'authorisation'>,
  { asnValid, traces, rpki }: Sight,
  now: Date,
): StepTimes {
  const since = (before: Date | null, holds: boolean | null) =>
    holds === null ? before : holds ? (before ?? now) : null
  return {
    asn_valid_at: since(letter.asn_valid_at, asnValid),
    authorised_at: since(letter.authorised_at, letter.authorisation === 'signed'),
    vrp_seen_at: since(letter.vrp_seen_at, rpki.isAllowed),
    route_seen_at: since(letter.route_seen_at, isKnown(traces.objects) ? irrsWith(traces).length > 0 : null),
  }
}

const isKnown = (known: Known<unknown> | null): boolean => known !== null && !known.stale

const time = (at: Date | null): number | undefined => at?.getTime()

export const differ = (before: StepTimes, after: StepTimes): boolean =>
  time(before.asn_valid_at) !== time(after.asn_valid_at) ||
  time(before.authorised_at) !== time(after.authorised_at) ||
  time(before.vrp_seen_at) !== time(after.vrp_seen_at) ||
  time(before.route_seen_at) !== time(after.route_seen_at)

/**
 * Whether our own data releases it (network-rules §3). With a ROA ordered: once fresh data shows ROAs for all that the
 * letter allows. Without: once fresh data shows none that would make any of it invalid. Old data, and none, release nothing.
 */
export function isReleasedByData(
  letter: Pick<LetterInPlace, 'roa' | 'lease_status' | 'authorisation' | 'company_confirmed_at'>,
  { asnValid, rpki }: Sight,
  release: Release,
): boolean {
  if (release === 'holder' || !asnValid) return false
  if (letter.lease_status !== 'active' || letter.authorisation !== 'signed') return false
  return letter.company_confirmed_at !== null && doubtOf(letter, rpki) === null
}
