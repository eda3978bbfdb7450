import type { Letter, LetterInPlace } from '../letter/letter.store.ts'
import { doubtWords, lengthsText, type Doubt } from './rpki.rules.ts'

/**
 * What a letter waits for. The order of work (network-rules §3): the ROA and the route object first, then, once our own
 * data shows the VRP, the letter. So nobody announces what the RPKI makes invalid.
 */

export const stepNames = [
  'asn_valid',
  'loaa_signed',
  'company_confirmed',
  'roa_requested',
  'vrp_seen',
  'route_seen',
  'released',
] as const

type StepName = (typeof stepNames)[number]

interface Step {
  readonly name: StepName
  /** For a person: how it stands. */
  readonly sentence: string
  /** The letter waits for it. What is not needed may still come true. */
  readonly needed: boolean
  /** Since when it is so; null: it is not. */
  readonly doneAt: Date | null
}

type Facts = Pick<
  Letter,
  | 'asn'
  | 'block'
  | 'company_name'
  | 'company_confirmed_at'
  | 'company_confirmed_by'
  | 'max_length'
  | 'roa'
  | 'radb'
  | 'route'
  | 'created_at'
  | 'asn_valid_at'
  | 'authorised_at'
  | 'vrp_seen_at'
  | 'route_seen_at'
  | 'released_at'
  | 'released_by'
  | 'released_despite'
  | 'status'
>

/** In the order in which they come true. */
export function stepsOf(letter: Facts): Step[] {
  const { asn, block, roa, route, radb } = letter
  const one = (name: StepName, needed: boolean, doneAt: Date | null, done: string, open: string): Step => ({
    name,
    sentence: doneAt === null ? open : done,
    needed,
    doneAt,
  })
  return [
    one(
      'asn_valid',
      true,
      letter.asn_valid_at,
      `AS${asn} may get letters.`,
      `AS${asn} may not get letters now; ask for its validation to see why.`,
    ),
    one(
      'loaa_signed',
      true,
      letter.authorised_at,
      "The holder's authorisation (LOA-A) is signed.",
      "The holder's authorisation (LOA-A) is not signed.",
    ),
    one('company_confirmed', true, letter.company_confirmed_at, confirmedSentence(letter), unconfirmedSentence(letter)),
    one(
      'roa_requested',
      roa,
      roa ? letter.created_at : null,
      'The holder has been asked for a ROA.',
      'No ROA was asked for with this letter.',
    ),
    one(
      'vrp_seen',
      roa,
      letter.vrp_seen_at,
      `Our RPKI data allows AS${asn} to announce ${lengthsText(letter)}.`,
      `Our RPKI data does not allow AS${asn} to announce ${lengthsText(letter)} yet.`,
    ),
    one(
      'route_seen',
      false,
      letter.route_seen_at,
      `A route object for ${block} from AS${asn} is in our data.`,
      route || radb
        ? `No route object for ${block} from AS${asn} is in our data yet; the letter does not wait for it.`
        : 'No route object was asked for with this letter.',
    ),
    one('released', true, letter.released_at, releasedSentence(letter), unreleasedSentence(letter)),
  ]
}

const confirmedSentence = ({ company_name, company_confirmed_by }: Facts): string =>
  company_confirmed_by === 'holder'
    ? `The holder has confirmed that it may be issued to “${company_name}”.`
    : `It is issued to “${company_name}”.`

const unconfirmedSentence = ({ company_name }: Facts): string =>
  `The holder has not confirmed yet that it may be issued to “${company_name}”, which is not the lessee’s own name.`

const releasers = {
  data: 'It was released when our data showed that all is in place',
  holder: "It was released by the holder's word",
  operator: "It was released by an operator's word",
} as const

function releasedSentence({ released_by, released_despite: despite }: Facts): string {
  const released = releasers[released_by ?? 'data']
  return despite === null ? `${released}.` : `${released}, given ${doubtWords[despite].given}.`
}

function unreleasedSentence(letter: Facts): string {
  if (letter.status !== 'pending') return 'It ended before it was released.'
  if (letter.roa) return 'It is released when the steps before have been done.'
  return `It is released when the steps before have been done and fresh RPKI data shows no ROA that forbids AS${letter.asn} to announce ${lengthsText(letter)}.`
}

export type Release = 'data' | 'holder' | 'any'

/**
 * What a pending letter lacks before somebody's word releases it, by step. Nobody's word makes a number fit, speaks for the
 * holder's signature or for a name that the holder has not confirmed, or revives a lease; a holder's does not even do for what the RPKI says where the setting wants data
 * alone.
 */
export function lacksForWord(
  letter: Pick<
    LetterInPlace,
    'asn' | 'block' | 'company_name' | 'company_confirmed_at' | 'authorisation' | 'lease_status'
  >,
  given: {
    readonly asnValid: boolean
    readonly by: 'holder' | 'operator'
    readonly release: Release
    readonly doubt: Doubt | null
  },
): Readonly<Record<string, readonly string[]>> {
  const { asn, block, authorisation, lease_status } = letter
  const lacks: Partial<Record<StepName | 'lease', readonly string[]>> = {}
  if (lease_status !== 'active') lacks.lease = [`the lease of ${block} is ${lease_status}`]
  if (!given.asnValid) lacks.asn_valid = [`AS${asn} may not get letters now`]
  if (authorisation !== 'signed') lacks.loaa_signed = [`the authorisation (LOA-A) is ${authorisation}; sign it first`]
  if (letter.company_confirmed_at === null)
    lacks.company_confirmed = [`the holder has to confirm first that it may be issued to “${letter.company_name}”`]
  if (given.by === 'holder' && given.release === 'data' && given.doubt !== null)
    lacks.vrp_seen = [`letters are released here by data alone: ${doubtWords[given.doubt].wait}`]
  return lacks
}
