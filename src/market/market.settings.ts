import type { SettingTable } from '../kernel/settings.ts'

const rows = {
  searchRateLimit: {
    env: 'SUBLET_SEARCH_RATE_LIMIT',
    kind: 'count',
    standard: '60',
    says: 'Market searches, and as many maps, per minute and app key (without one: and address), on each node; 0 = off.',
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
  contradictions: ({ holdMinutes, negotiationHours, mostUnproven }) => {
    const found: string[] = []
    if (holdMinutes < 1 || negotiationHours < 1)
      found.push('SUBLET_HOLD_MINUTES and SUBLET_NEGOTIATION_HOURS must be at least 1.')
    if (mostUnproven < 1) found.push('SUBLET_MAX_UNPROVEN=0 would let nobody list; it must be at least 1.')
    return found
  },
} satisfies SettingTable
