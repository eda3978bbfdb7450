import type { Letter } from './expected.ts'
import { type Bits, partsOf, textOf } from './prefix.ts'
import { type Payload, countedPayloads, validityOf } from './validity.ts'
import type { World } from '../world.ts'

export type Data = 'fresh' | 'stale' | 'absent'

/** What the RPKI makes of each prefix that a letter allows. */
interface Sight {
  readonly lacking: readonly Bits[]
  readonly invalid: boolean
  /** AS0 alone forbids one of them. */
  readonly parked: boolean
}

/** By payloads that have not expired. */
function sightOf(letter: Letter, payloads: readonly Payload[]): Sight {
  const lacking: Bits[] = []
  let invalid = false
  let parked = false
  for (const prefix of partsOf(letter.prefix, letter.maxLength)) {
    const validity = validityOf({ prefix, origin: letter.asn }, payloads)
    if (validity !== 'valid') lacking.push(prefix)
    if (validity.startsWith('invalid')) invalid = true
    if (validity === 'invalid_as0') parked = true
  }
  return { lacking, invalid, parked }
}

/** What data does not show, and a word is recorded as given despite: what old data forbids before that it is old. */
function doubtOf({ withRoa }: Letter, data: Data, { lacking, invalid, parked }: Sight): string | null {
  if (data === 'absent') return 'no_rpki_data'
  if (parked) return 'as0'
  if (invalid) return 'rpki_invalid'
  if (data === 'stale') return 'stale_rpki_data'
  return withRoa && lacking.length > 0 ? 'roa_not_seen' : null
}

/** What releases letters, by setting: data alone, the holder's word alone, or either. */
export const ways = ['data', 'holder', 'any'] as const
export const people = ['holder', 'operator'] as const

type Way = (typeof ways)[number]
type Person = (typeof people)[number]

/**
 * Network-rules §3, Order of work. With a ROA ordered, data releases a letter when every prefix it allows is valid;
 * without, when none is invalid. Neither stale data nor none does.
 */
function dataReleases({ withRoa, lacks }: Letter, data: Data, { lacking, invalid }: Sight, way: Way): boolean {
  if (way === 'holder' || lacks !== null || data !== 'fresh') return false
  return withRoa ? lacking.length === 0 : !invalid
}

/** A person's word does, but not the holder's where data alone is to release and leaves a doubt. */
function wordReleases({ lacks }: Letter, by: Person, way: Way, doubt: string | null): boolean {
  if (lacks !== null) return false
  return by === 'operator' || way !== 'data' || doubt === null
}

/** One for each prefix that the letter allows, none wider than it (RFC 9319). */
function roasAskedFor({ prefix, asn, maxLength, withRoa }: Letter, data: Data, { lacking }: Sight): string[] {
  const asked: string[] = []
  if (!withRoa) return asked
  for (const part of partsOf(prefix, maxLength)) {
    const done = data === 'fresh' && !lacking.some(({ bits }) => bits === part.bits)
    asked.push(`${asn} ${textOf(part)} ${part.bits.length}${done ? ' done' : ''}`)
  }
  return asked
}

/** What becomes of each letter. */
export function fates({ payloads, payloadData: data, letters, now }: World): string[] {
  const counted = countedPayloads(payloads, now)
  return letters.map((letter) => {
    const sight = sightOf(letter, counted)
    const doubt = doubtOf(letter, data, sight)
    return JSON.stringify({
      doubt,
      seen: data === 'fresh' && sight.lacking.length === 0,
      byData: ways.filter((way) => dataReleases(letter, data, sight, way)),
      byWord: ways.flatMap((way) => people.filter((by) => wordReleases(letter, by, way, doubt))),
      roas: roasAskedFor(letter, data, sight),
    })
  })
}
