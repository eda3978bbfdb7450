import { contains, knownPrefix, nthChild } from '../../src/kernel/ip.ts'
import type { Announcement, BlocklistEntry, Place, RegistryRecord, Vrp } from '../../src/network/index.ts'
import { blocks, type DemoBlock } from './blocks.ts'

/** What the internet says about the demo world's blocks: written for it, and named so wherever it is shown. */

export const given = { name: 'demo', title: 'the demo data set' }

/** Numbers kept for documentation (RFC 5398), so that nobody real is said to announce anything. */
const origins: Record<string, number> = { brightwave: 64496, northlight: 64497, kestrel: 64498, quarry: 64499 }

export const registry: readonly RegistryRecord[] = blocks.map(({ holder, prefix, registry, country, fate }) => ({
  prefix: knownPrefix(prefix),
  inetnum: prefix,
  registry,
  source: registry.toUpperCase(),
  organisation: holder,
  netname: `${holder.toUpperCase()}-NET`,
  type: 'ALLOCATED PA',
  handle: `ORG-${holder.toUpperCase()}`,
  comment: '',
  created: '2015-03-02T09:00:00Z',
  lastModified: '2025-06-17T12:30:00Z',
  notify: '',
  countries: [country[0]],
  // Of its own where the holder still has to prove it: elsewhere one mail speaks for all blocks of a maintainer.
  maintainers: [fate === 'awaits_code' || fate === 'no_contact' ? 'MNT-NEWLY-BOUGHT' : `MNT-${holder.toUpperCase()}`],
  irts: [],
  contacts: [],
  contactEmail: fate === 'no_contact' ? null : `hostmaster@${holder}.example`,
  abuseEmail: fate === 'no_contact' ? null : `abuse@${holder}.example`,
  geofeed: null,
}))

/** Most lessees announce what they lease; the newest have not begun. */
export const announcements: readonly Announcement[] = blocks.flatMap(({ leases = [] }) =>
  leases
    .filter(({ daysAgo }) => daysAgo > 14)
    .map(({ lessee, prefix, daysAgo }) => ({
      prefix: knownPrefix(prefix),
      asn: origins[lessee] ?? 64500,
      asSet: null,
      peers: 260 + (daysAgo % 60),
    })),
)

export const vrps: readonly Vrp[] = announcements
  .filter(({ peers }) => peers === null || peers % 5 !== 0)
  .map(({ prefix, asn }) => ({ prefix, asn, maxLength: prefix.length, ta: 'ripencc', expires: null }))

export const blocklists: readonly BlocklistEntry[] = blocks
  .filter(({ fate }) => fate === 'blocklisted')
  .map(({ prefix }) => ({ prefix: nthChild(knownPrefix(prefix), 24, 1), list: 'demo blocklist', reason: '' }))

const day = '2026-11-01'

/** Two providers agree on most blocks; the second knows no cities, and sees one part of the largest block elsewhere. */
export const places: readonly Place[] = [
  ...blocks.flatMap(({ prefix: block, country: [countryCode, countryName], city }: DemoBlock): Place[] => {
    const place = { prefix: knownPrefix(block), countryCode, countryName, state: null, date: day }
    return [
      { ...place, provider: 'geofeed', cityName: city ?? null },
      { ...place, provider: 'registry', cityName: null },
    ]
  }),
  {
    prefix: knownPrefix('104.234.192.0/18'),
    provider: 'geofeed',
    countryCode: 'CA',
    countryName: 'Canada',
    cityName: 'Toronto',
    state: 'Ontario',
    date: day,
  },
].filter(({ prefix }) => blocks.some((block) => contains(knownPrefix(block.prefix), prefix)))
