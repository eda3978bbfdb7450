import type { AsnFacts, AsnNeed } from '../fact.rules.ts'

/** Whether an AS number may get letters of authorisation (decisions 5, ASN validation; network-rules §5). */

export const largestAsn = 4_294_967_295

export const fiveRegistries = ['afrinic', 'apnic', 'arin', 'lacnic', 'ripencc']

/** Never allocated to anyone: RFC 7607, 6793, 5398, 6996, 7300 and what IANA keeps between them. */
const reservedRanges: readonly (readonly [first: number, last: number])[] = [
  [0, 0],
  [23_456, 23_456],
  [64_496, 131_071],
  [4_200_000_000, largestAsn],
]

export const isReservedAsn = (asn: number): boolean =>
  reservedRanges.some(([first, last]) => asn >= first && asn <= last)

/** `64500` or `AS64500`; null when it is no AS number. */
export function readAsn(text: string): number | null {
  const digits = /^(?:as)?(\d{1,10})$/i.exec(text)?.[1]
  const asn = Number(digits ?? 0)
  return asn >= 1 && asn <= largestAsn ? asn : null
}

export const asnStatuses = [
  'ok',
  'reserved',
  'unallocated',
  'banned',
  'blocked_spamhaus',
  'blocked_ofac',
  'unknown',
  'accepted',
  'warned_uceprotect',
] as const

type AsnStatus = (typeof asnStatuses)[number]

/** Why one gets no letters, after its name. */
const asnWords: Readonly<Record<AsnStatus, string>> = {
  ok: 'is eligible',
  reserved: 'is reserved: nobody may announce from it',
  unallocated: 'is not assigned',
  banned: 'is banned here',
  blocked_spamhaus: "is on Spamhaus' list of hijacked and abusive networks",
  blocked_ofac: 'is under sanctions',
  unknown: 'cannot be assessed yet',
  accepted: 'is eligible: an operator vouches for what the data does not show',
  warned_uceprotect: 'is eligible, with a warning',
}

/** All that one is screened by: as long as any of it is missing or stale, nobody can say that it is fit. */
export const asnNeeds: Readonly<Record<AsnNeed, string>> = {
  delegated: "its row in a registry's statistics",
  country: "its country, as a registry's statistics tell it",
  'asn-names': 'its name',
  'asn-drop': "Spamhaus' list of AS numbers",
  ofac: 'the list of those under sanctions',
}

/** The same with what is missing, where that is why. */
export const asnSentence = ({ status, lacking }: Pick<AsnVerdict, 'status' | 'lacking'>): string =>
  status === 'unknown' && lacking.length > 0
    ? `${asnWords.unknown}; missing or out of date: ${lacking.map((need) => asnNeeds[need]).join(', ')}`
    : asnWords[status]

/** What it is judged by, beside the facts: what this installation decided. */
interface AsnPolicy {
  readonly banned: boolean
  /** Somebody vouches for what is not known of it. */
  readonly accepted: boolean
  /** Country codes with which no business may be done. */
  readonly embargoed: readonly string[]
}

/** The first that holds. What is known to be wrong comes before what is not known, and a warning last of all. */
const verdicts: readonly (readonly [status: AsnStatus, holds: (facts: AsnFacts, policy: AsnPolicy) => boolean])[] = [
  ['reserved', ({ reserved }) => reserved],
  ['unallocated', ({ allocated }) => allocated === false],
  ['banned', (_, { banned }) => banned],
  ['blocked_spamhaus', ({ spamhaus }) => spamhaus === true],
  ['blocked_ofac', (facts, policy) => isSanctioned(facts, policy)],
  ['unknown', ({ lacking }, { accepted }) => lacking.length > 0 && !accepted],
  ['accepted', ({ lacking }) => lacking.length > 0],
  ['warned_uceprotect', ({ uceprotect }) => uceprotect === true],
]

const judgeAsn = (facts: AsnFacts, policy: AsnPolicy): AsnStatus =>
  verdicts.find(([, holds]) => holds(facts, policy))?.[0] ?? 'ok'

const fit: ReadonlySet<AsnStatus> = new Set(['ok', 'accepted', 'warned_uceprotect'])

export const isFit = (status: AsnStatus): boolean => fit.has(status)

const isSanctioned = ({ ofac, countries }: AsnFacts, { embargoed }: AsnPolicy): boolean =>
  (ofac !== null && ofac.length > 0) || countries.some((country) => embargoed.includes(country))

/** Whose country nobody knows may be anywhere. */
const isCleared = ({ ofac, lacking }: AsnFacts): boolean =>
  ofac !== null && !lacking.some((need) => need !== 'asn-drop')

export interface AsnVerdict extends AsnFacts {
  readonly status: AsnStatus
  readonly valid: boolean
  readonly sanctioned: boolean | null
}

export function verdictOn(facts: AsnFacts, policy: AsnPolicy): AsnVerdict {
  const status = judgeAsn(facts, policy)
  const sanctioned = isSanctioned(facts, policy) || (isCleared(facts) ? false : null)
  return { ...facts, status, valid: isFit(status), sanctioned }
}
