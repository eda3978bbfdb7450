import { knownPrefix, type Prefix } from '../../../src/kernel/ip/index.ts'
import {
  keepFacts,
  showSources,
  type Announcement,
  type BlocklistEntry,
  type Known,
  type Location,
  type RegistryRecord,
  type Vrp,
} from '../../../src/network/index.ts'
import { removeSource } from '../../../src/network/source.actions.ts'
import type { World } from '../world.ts'

/** What the internet says, for tests: a fact needs only what the test is about. */

type Rough<F> = Partial<Omit<F, 'prefix'>> & { readonly prefix: string | Prefix }

const at = (prefix: string | Prefix): Prefix => (typeof prefix === 'string' ? knownPrefix(prefix) : prefix)

export const aRecord = ({ prefix, ...given }: Rough<RegistryRecord>): RegistryRecord => ({
  prefix: at(prefix),
  inetnum: '',
  registry: 'ripencc',
  source: 'RIPE',
  organisation: '',
  netname: '',
  type: 'ALLOCATED PA',
  handle: '',
  comment: '',
  created: '',
  lastModified: '',
  notify: '',
  countries: [],
  maintainers: [],
  irts: [],
  contacts: [],
  contactEmail: null,
  abuseEmail: null,
  geofeed: null,
  ...given,
})

export const anAnnouncement = ({ prefix, ...given }: Rough<Announcement>): Announcement => ({
  prefix: at(prefix),
  asn: 64_500,
  asSet: null,
  peers: 200,
  ...given,
})

export const aVrp = ({ prefix, ...given }: Rough<Vrp>): Vrp => ({
  prefix: at(prefix),
  asn: 64_500,
  maxLength: at(prefix).length,
  ta: 'ripencc',
  expires: null,
  ...given,
})

export const aListing = ({ prefix, ...given }: Rough<BlocklistEntry>): BlocklistEntry => ({
  prefix: at(prefix),
  list: 'DROP',
  reason: '',
  ...given,
})

export const aLocation = ({ prefix, ...given }: Rough<Location>): Location => ({
  prefix: at(prefix),
  provider: 'geofeed',
  countryCode: 'NL',
  countryName: 'Netherlands',
  cityName: null,
  state: null,
  date: '2026-11-01',
  ...given,
})

/** When the facts of tests were taken; they never grow stale. */
export const takenAt = new Date('2026-11-14T03:00:00Z')

export const known = <T>(value: T, given: Partial<Known<T>> = {}): Known<T> => ({
  source: 'test data',
  takenAt,
  stale: false,
  value,
  ...given,
})

interface RoughFacts {
  registry: Rough<RegistryRecord>
  origins: Rough<Announcement>
  vrps: Rough<Vrp>
  blocklists: Rough<BlocklistEntry>
  geodata: Rough<Location>
}

const given = { title: 'test data', takenAt }

const keep: { [W in keyof RoughFacts]: (world: World, facts: readonly RoughFacts[W][]) => Promise<void> } = {
  registry: (world, facts) => world.change((ctx) => keepFacts(ctx, 'rpsl', facts.map(aRecord), given)),
  origins: (world, facts) => world.change((ctx) => keepFacts(ctx, 'riswhois', facts.map(anAnnouncement), given)),
  vrps: (world, facts) => world.change((ctx) => keepFacts(ctx, 'vrps', facts.map(aVrp), given)),
  blocklists: (world, facts) => world.change((ctx) => keepFacts(ctx, 'drop', facts.map(aListing), given)),
  geodata: keepLocations,
}

/** A provider is a source, and its first word dates them all. */
async function keepLocations(world: World, facts: readonly Rough<Location>[]): Promise<void> {
  const providers = Map.groupBy(facts.map(aLocation), ({ provider }) => provider)
  await world.change(async (ctx) => {
    for (const { kind, name } of await showSources(ctx))
      if (kind === 'geofeed' && name !== null && !providers.has(name)) await removeSource(ctx, kind, name)
    for (const [name, places] of providers)
      await keepFacts(ctx, 'geofeed', places, { ...given, name, takenAt: new Date(places[0]?.date ?? takenAt) })
  })
}

/** From now on this is what is known of that sort. */
export async function know<W extends keyof RoughFacts>(
  world: World,
  what: W,
  facts: readonly RoughFacts[W][],
): Promise<void> {
  await keep[what](world, facts)
  await world.hear()
}
