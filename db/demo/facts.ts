import { knownPrefix, nthChild, formatPrefix, contains } from '../../src/kernel/ip.ts'
import type { Announcement, BlocklistEntry, Place, RegistryRecord, Vrp } from '../../src/network/index.ts'
import { blocks, type DemoBlock } from './blocks.ts'

/** What the internet says about the demo world's blocks: written for it, and named so wherever it is shown. */

export const source = 'the demo data set'

/** Numbers kept for documentation (RFC 5398), so that nobody real is said to announce anything. */
const origins: Record<string, number> = { brightwave: 64496, northlight: 64497, kestrel: 64498, quarry: 64499 }

export const registry: readonly RegistryRecord[] = blocks.map(({ holder, prefix, registry, fate }) => ({
  prefix,
  registry,
  organisation: holder,
  // Of its own where the holder still has to prove it: elsewhere one mail speaks for all blocks of a maintainer.
  maintainers: [fate === 'awaits_code' || fate === 'no_contact' ? 'MNT-NEWLY-BOUGHT' : `MNT-${holder.toUpperCase()}`],
  contactEmail: fate === 'no_contact' ? null : `hostmaster@${holder}.example`,
  abuseEmail: fate === 'no_contact' ? null : `abuse@${holder}.example`,
}))

/** Most lessees announce what they lease; the newest have not begun. */
export const announcements: readonly Announcement[] = blocks.flatMap(({ leases = [] }) =>
  leases
    .filter(({ daysAgo }) => daysAgo > 14)
    .map(({ lessee, prefix, daysAgo }) => ({ prefix, asn: origins[lessee] ?? 64500, peers: 260 + (daysAgo % 60) })),
)

export const vrps: readonly Vrp[] = announcements
  .filter(({ peers }) => peers % 5 !== 0)
  .map(({ prefix, asn }) => ({ prefix, asn, maxLength: knownPrefix(prefix).length }))

export const blocklists: readonly BlocklistEntry[] = blocks
  .filter(({ fate }) => fate === 'blocklisted')
  .map(({ prefix }) => ({ prefix: formatPrefix(nthChild(knownPrefix(prefix), 24, 1)), list: 'demo blocklist' }))

const day = '2026-11-01'

/** Two providers agree on most blocks; the second knows no cities, and sees one part of the largest block elsewhere. */
export const places: readonly Place[] = [
  ...blocks.flatMap(({ prefix, country: [countryCode, countryName], city }: DemoBlock): Place[] => [
    { prefix, provider: 'geofeed', countryCode, countryName, cityName: city ?? null, state: null, date: day },
    { prefix, provider: 'registry', countryCode, countryName, cityName: null, state: null, date: day },
  ]),
  {
    prefix: '104.234.192.0/18',
    provider: 'geofeed',
    countryCode: 'CA',
    countryName: 'Canada',
    cityName: 'Toronto',
    state: 'Ontario',
    date: day,
  },
].filter(({ prefix }) => blocks.some((block) => contains(knownPrefix(block.prefix), knownPrefix(prefix))))
