import { contains, knownPrefix, nthChild } from '../../src/kernel/ip/index.ts'
import type { Announcement, BlocklistEntry, RegistryRecord, RouteObject, Vrp } from '../../src/network/index.ts'
import { blocks, type DemoBlock } from './blocks.ts'
import { asns, type Network } from './numbers.ts'
import { scenes } from './routing.ts'

/** What the internet says about the demo world's blocks: written for it, and named so wherever it is shown. */

export const given = { name: 'demo', title: 'the demo data set' }

const records: readonly RegistryRecord[] = blocks.map(({ holder, prefix, registry, country, fate }) => ({
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

const irrs = { ripencc: 'RIPE', arin: 'ARIN', apnic: 'APNIC', lacnic: 'LACNIC', afrinic: 'AFRINIC' } as const

function registryOf(part: string): DemoBlock['registry'] {
  const block = blocks.find(({ prefix }) => contains(knownPrefix(prefix), knownPrefix(part)))
  if (!block) throw new Error(`nobody holds ${part}`)
  return block.registry
}

const routeObjects: readonly RouteObject[] = scenes.flatMap(({ prefix, routes = [], radb = [] }) => {
  const objectOf = (source: string) => (network: Network) => ({
    prefix: knownPrefix(prefix),
    origin: asns[network],
    source,
    descr: [],
    maintainers: [`MNT-${network.toUpperCase()}`],
    changed: [],
  })
  return [...routes.map(objectOf(irrs[registryOf(prefix)])), ...radb.map(objectOf('RADB'))]
})

export const registry: readonly (RegistryRecord | RouteObject)[] = [...records, ...routeObjects]

/** Seen by nearly all, as most routes are. */
const usualPeers = (i: number): number => 290 + (i % 30)

export const announcements: readonly Announcement[] = scenes.flatMap(
  ({ prefix, origins = [], asSet, peers }, i): Announcement[] => {
    const seen = { prefix: knownPrefix(prefix), peers: peers ?? usualPeers(i) }
    const numbers = origins.map((network) => asns[network])
    return asSet
      ? [{ ...seen, asn: 0, asSet: `{${numbers.join(',')}}` }]
      : numbers.map((asn) => ({ ...seen, asn, asSet: null }))
  },
)

export const vrps: readonly Vrp[] = scenes.flatMap(({ prefix, roas = [], maxLength }) =>
  roas.map((who) => ({
    prefix: knownPrefix(prefix),
    asn: who === 'nobody' ? 0 : asns[who],
    maxLength: maxLength ?? knownPrefix(prefix).length,
    ta: registryOf(prefix),
    expires: null,
  })),
)

/** Lists of our own: those of others may not be passed on. */
const listed = { list: 'demo list', reason: 'written for the demo' }

const blocklisted = blocks.filter(({ fate }) => fate === 'blocklisted')
const partsOf = (nth: number): BlocklistEntry[] =>
  blocklisted.map(({ prefix }) => ({ ...listed, prefix: nthChild(knownPrefix(prefix), 24, nth) }))

export const drop = partsOf(1)
export const uceprotect = [...partsOf(2), { ...listed, asn: asns.warned }]
export const asnDrop = [{ ...listed, asn: asns.listed }]

/** What the holders publish; the real ranges of countries beside it say otherwise of many, as providers do. */
export const geofeed = [
  ...blocks.map(({ prefix, country: [countryCode], city }) => ({
    prefix: knownPrefix(prefix),
    countryCode,
    cityName: city ?? null,
    state: null,
  })),
  { prefix: knownPrefix('104.234.192.0/18'), countryCode: 'CA', cityName: 'Toronto', state: 'Ontario' },
]
