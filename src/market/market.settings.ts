import type { Read, SettingTable } from '../kernel/settings.ts'
import { isReservedAsn } from '../network/index.ts'

/** One that nobody can be given is refused by registries, and would be anybody's. */
function readPublicAsn(text: string): Read<number> {
  const asn = /^(?:as)?(\d{1,10})$/i.exec(text)?.[1]
  if (asn === undefined || Number(asn) > 4_294_967_295) return { mistake: 'must be an AS number' }
  return isReservedAsn(Number(asn))
    ? { mistake: 'is private or reserved; name a public AS number of your own' }
    : { value: Number(asn) }
}

const rows = {
  searchRateLimit: {
    env: 'SUBLET_SEARCH_RATE_LIMIT',
    kind: 'count',
    standard: '60',
    says: 'Market searches, and as many maps, per minute and app key (without one: and address), on each node; 0 = off.',
  },
  publicPrices: {
    env: 'SUBLET_PUBLIC_PRICES',
    kind: 'switch',
    standard: '0',
    says: 'Visitors without an account see prices on the public market; off: they see what is available, not what it costs.',
  },
  commission: {
    env: 'SUBLET_COMMISSION_PERCENT',
    kind: 'percent',
    standard: '5',
    says: "The marketplace's share of a lease's monthly price, in percent; leases keep the share they were made at.",
  },
  earlyExit: {
    env: 'SUBLET_EARLY_EXIT_PERCENT',
    kind: 'percent',
    standard: '50',
    says: 'What leaving a commitment early costs, in percent of the price of the months that are left.',
  },
  noticeDays: {
    env: 'SUBLET_NOTICE_DAYS',
    kind: 'count',
    standard: '60',
    says: 'Days of notice: a holder may let a block expire when no commitment outlasts them.',
  },
  skippedChecksPass: {
    env: 'SUBLET_SKIPPED_CHECKS_PASS',
    kind: 'switch',
    standard: '1',
    says: 'Blocks are on the market although checks were skipped for want of data, and say so; off: they wait for the data. Reverse DNS, which nothing here looks at, is not waited for.',
  },
  mostUnproven: {
    env: 'SUBLET_MAX_UNPROVEN',
    kind: 'count',
    standard: '20',
    says: 'Listings a company may have at a time whose ownership is not proven.',
  },
  proofAsn: {
    env: 'SUBLET_PROOF_ASN',
    kind: 'json',
    reads: readPublicAsn,
    says: "The operator's own public AS number: a ROA that names it proves a block. Unset: nothing is proven by ROAs.",
  },
  proofRepeatDays: {
    env: 'SUBLET_PROOF_REPEAT_DAYS',
    kind: 'count',
    standard: '5',
    says: "Days after which it is looked whether a proven block is still its holder's.",
  },
  proofGraceDays: {
    env: 'SUBLET_PROOF_GRACE_DAYS',
    kind: 'count',
    standard: '14',
    says: 'Days for which an offer goes on after its record was first seen to name another holder.',
  },
  proofConsents: {
    env: 'SUBLET_PROOF_CONSENTS',
    kind: 'count',
    standard: '1',
    says: 'Operators who must be convinced by documents before these prove a block: 1 or 2.',
  },
  holdMinutes: {
    env: 'SUBLET_HOLD_MINUTES',
    kind: 'count',
    standard: '20',
    says: 'Minutes for which a reservation at the list price, or a line of a cart, keeps its block.',
  },
  negotiationHours: {
    env: 'SUBLET_NEGOTIATION_HOURS',
    kind: 'count',
    standard: '72',
    says: 'Hours a holder has to answer a lower offer, and a lessee to buy at a price that was agreed to.',
  },
  quarantineDays: {
    env: 'SUBLET_QUARANTINE_DAYS',
    kind: 'count',
    standard: '0',
    says: 'Days a block rests after a lease has ended before it is on the market again.',
  },
} as const satisfies SettingTable['rows']

type MarketRows = typeof rows

declare module '../kernel/settings.ts' {
  interface SettingRows extends MarketRows {}
}

export const marketSettings = {
  rows,
  contradictions: ({ holdMinutes, negotiationHours, mostUnproven, proofConsents, proofRepeatDays }) => {
    const found: string[] = []
    if (proofConsents < 1 || proofConsents > 2) found.push('SUBLET_PROOF_CONSENTS must be 1 or 2.')
    if (proofRepeatDays < 1) found.push('SUBLET_PROOF_REPEAT_DAYS must be at least 1.')
    if (holdMinutes < 1 || negotiationHours < 1)
      found.push('SUBLET_HOLD_MINUTES and SUBLET_NEGOTIATION_HOURS must be at least 1.')
    if (mostUnproven < 1) found.push('SUBLET_MAX_UNPROVEN=0 would let nobody list; it must be at least 1.')
    return found
  },
} satisfies SettingTable
