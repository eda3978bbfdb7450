import { knownPrefix } from '../../kernel/ip/index.ts'
import { lackingPrefixes, outlookOf, type Intent, type Known, type Outlook, type Vrp } from '../../network/index.ts'
import type { Letter } from '../letter/letter.store.ts'

/** What our RPKI data says of all that a letter allows, down to its longest length (network-rules §3, Order of work). */

export interface RpkiSight {
  readonly data: 'fresh' | 'stale' | 'absent'
  /** By the data there is, however old; open where there is none. */
  readonly outlook: Outlook
  /** Whether a ROA allows all of it; null: that is not known. */
  readonly isAllowed: boolean | null
}

export const intentOf = ({ block, asn, max_length }: Pick<Letter, 'block' | 'asn' | 'max_length'>): Intent => ({
  block: knownPrefix(block),
  asn,
  maxLength: max_length,
})

export function rpkiSight(intent: Intent, vrps: Known<readonly Vrp[]> | null): RpkiSight {
  if (vrps === null) return { data: 'absent', outlook: 'open', isAllowed: null }
  const outlook = outlookOf(intent, vrps.value)
  return vrps.stale
    ? { data: 'stale', outlook, isAllowed: null }
    : { data: 'fresh', outlook, isAllowed: outlook === 'allowed' }
}

/** What our own data does not show, so that only a person's word can release the letter. */
export const doubts = ['no_rpki_data', 'stale_rpki_data', 'as0', 'rpki_invalid', 'roa_not_seen'] as const

export type Doubt = (typeof doubts)[number]

interface Row {
  readonly doubt: Doubt
  readonly when: (sight: RpkiSight, letter: Pick<Letter, 'roa'>) => boolean
}

/** First match: what old data forbids is worse than that it is old. */
const rows: readonly Row[] = [
  { doubt: 'as0', when: ({ outlook }) => outlook === 'as0' },
  { doubt: 'rpki_invalid', when: ({ outlook }) => outlook === 'invalid' },
  { doubt: 'no_rpki_data', when: ({ data }) => data === 'absent' },
  { doubt: 'stale_rpki_data', when: ({ data }) => data === 'stale' },
  { doubt: 'roa_not_seen', when: ({ isAllowed }, { roa }) => roa && isAllowed === false },
]

/** Null: fresh data shows the ROA, or, where none was ordered, nothing that would make a route invalid. */
export const doubtOf = (letter: Pick<Letter, 'roa'>, sight: RpkiSight): Doubt | null =>
  rows.find(({ when }) => when(sight, letter))?.doubt ?? null

/** What a word that is given all the same is recorded as, and what ends the doubt. */
export const doubtWords: Readonly<Record<Doubt, { readonly given: string; readonly wait: string }>> = {
  no_rpki_data: { given: 'without RPKI data', wait: 'wait until there is RPKI data' },
  stale_rpki_data: { given: 'on RPKI data older than it may be', wait: 'wait for newer RPKI data' },
  as0: { given: 'against a ROA for AS0 in our data', wait: 'wait until our data shows that AS0 no longer forbids it' },
  rpki_invalid: {
    given: 'against ROAs in our data that do not allow it',
    wait: 'wait until our data shows that no ROA forbids it',
  },
  roa_not_seen: { given: 'before our data showed the ROA', wait: 'wait until our data shows the ROA' },
}

/** `192.0.2.0/23 and its parts down to /24`. */
export function lengthsText({ block, max_length }: Pick<Letter, 'block' | 'max_length'>): string {
  return max_length > knownPrefix(block).length ? `${block} and its parts down to /${max_length}` : block
}

/** Fresh data shows ROAs for all of it. */
export const isAllowed = (intent: Intent, vrps: Known<readonly Vrp[]> | null): boolean =>
  vrps !== null && !vrps.stale && lackingPrefixes(intent, vrps.value).next().done === true
