import { samePrefix, type Prefix } from '../kernel/ip.ts'
import { slot } from '../kernel/slot.ts'
import { isReservedAsn } from './asn.rules.ts'
import type { Announcements } from './datasets/announcements.ts'
import { prefixesInside } from './discover.rules.ts'
import type {
  Announcement,
  AsnFacts,
  BlocklistEntry,
  Delegation,
  Known,
  Place,
  RegistryRecord,
  ReverseZone,
  RouteObject,
  Vantage,
  Vrp,
} from './fact.rules.ts'
import { inAddressOrder, mergeRoutes, nearestFirst, nearestOfEach } from './merge.rules.ts'
import type { NetworkQuestions } from './questions.rules.ts'
import { networkSources, type NetworkSources } from './sources.memory.ts'

interface Ask<F> {
  covering(prefix: Prefix): F[]
  within(prefix: Prefix): F[]
}

type Located = { readonly prefix: Prefix }

const around = <F extends Located>(views: readonly Ask<F>[], block: Prefix): F[] =>
  nearestFirst(views.map((view) => view.covering(block)))

const inside = <F extends Located>(views: readonly Ask<F>[], block: Prefix): F[] =>
  inAddressOrder(views.map((view) => view.within(block)))

const others = <F extends Located>(facts: readonly F[], block: Prefix): F[] =>
  facts.filter(({ prefix }) => !samePrefix(prefix, block))

/** Of the block, of its parts and of what it is part of, each once. */
const touching = <F extends Located>(views: readonly Ask<F>[], block: Prefix): F[] => [
  ...others(around(views, block), block),
  ...inside(views, block),
]

const routesInside = (views: readonly Announcements[], prefix: Prefix): Announcement[] =>
  mergeRoutes(inAddressOrder(views.map((view) => view.inside(prefix))))

const routesAround = (views: readonly Announcements[], prefix: Prefix): Announcement[] =>
  mergeRoutes(nearestFirst(views.map((view) => view.around(prefix))))

/** What the internet says, from the snapshots this node holds. */
class NetworkFacts implements NetworkQuestions {
  readonly #sources: NetworkSources

  constructor(sources: NetworkSources) {
    this.#sources = sources
  }

  registryRecord(block: Prefix): Known<RegistryRecord | null> | null {
    return this.#sources.ask('registryobjects', (views) => around(views, block)[0] ?? null)
  }

  registryRecordsWithin(block: Prefix): Known<RegistryRecord[]> | null {
    return this.#sources.ask('registryobjects', (views) => inside(views, block))
  }

  delegation(block: Prefix): Known<Delegation | null> | null {
    return this.#sources.ask(
      'delegations',
      (views) => nearestFirst(views.map((view) => [view.around(block) ?? []].flat()))[0] ?? null,
    )
  }

  reverseZones(_block: Prefix): Known<ReverseZone[]> | null {
    return null
  }

  announcementsOf(prefix: Prefix): Known<Announcement[]> | null {
    return this.#sources.ask('announcements', (views) => mergeRoutes(views.flatMap((view) => view.of(prefix))))
  }

  announcementsInside(prefix: Prefix): Known<Announcement[]> | null {
    return this.#sources.ask('announcements', (views) => routesInside(views, prefix))
  }

  announcementsAround(prefix: Prefix): Known<Announcement[]> | null {
    return this.#sources.ask('announcements', (views) => routesAround(views, prefix))
  }

  announcements(block: Prefix): Known<Announcement[]> | null {
    return this.#sources.ask('announcements', (views) => [
      ...routesAround(views, block),
      ...mergeRoutes(views.flatMap((view) => view.of(block))),
      ...routesInside(views, block),
    ])
  }

  vantage(family: 4 | 6): Vantage | null {
    const each = this.#sources.views('announcements').flatMap((view) => view.vantage(family) ?? [])
    return each.toSorted((a, b) => b.fullTable - a.fullTable)[0] ?? null
  }

  vrpsCovering(prefix: Prefix): Known<Vrp[]> | null {
    return this.#sources.ask('vrps', (views) => around(views, prefix))
  }

  vrpsWithin(prefix: Prefix): Known<Vrp[]> | null {
    return this.#sources.ask('vrps', (views) => inside(views, prefix))
  }

  vrps(block: Prefix): Known<Vrp[]> | null {
    return this.#sources.ask('vrps', (views) => touching(views, block))
  }

  routeObjects(_prefix: Prefix): Known<RouteObject[]> | null {
    return null
  }

  routeObjectsWithin(_prefix: Prefix): Known<RouteObject[]> | null {
    return null
  }

  blocklistHits(block: Prefix): Known<BlocklistEntry[]> | null {
    return this.#sources.ask('blocklist', (views) => touching(views, block))
  }

  geodata(block: Prefix): Known<Place[]> | null {
    return this.#sources.ask('places', (views) => nearestOfEach(around(views, block), ({ provider }) => provider))
  }

  placesWithin(block: Prefix): Known<Place[]> | null {
    return this.#sources.ask('places', (views) => touching(views, block))
  }

  discover(block: Prefix): Iterable<Prefix> {
    const tables = [
      ...this.#sources.views('announcements'),
      ...this.#sources.views('registryobjects'),
      ...this.#sources.views('vrps'),
    ].map(({ prefixes }) => prefixes)
    return prefixesInside(tables, block)
  }

  asn(asn: number): AsnFacts {
    const named = this.#sources.ask('asnames', (views) => first(views, (view) => view.of(asn)))
    const granted = this.#sources.ask('delegations', (views) => first(views, (view) => view.asn(asn)))
    const grant = granted?.value ?? null
    // Only who has all five statistics knows that an AS number is in none of them.
    const missing = grant === null && !isWhole(this.#sources.names('delegations'))
    const lacking = [...(isGood(named) ? [] : ['asn-names']), ...(isGood(granted) && !missing ? [] : ['delegated'])]
    return {
      asn,
      name: named?.value?.name ?? null,
      countryCode: grant?.countryCode ?? named?.value?.countryCode ?? null,
      reserved: isReservedAsn(asn),
      allocated: granted === null || missing ? null : grant?.status === 'allocated' || grant?.status === 'assigned',
      registry: grant?.registry ?? null,
      spamhaus: null,
      uceprotect: null,
      ofac: null,
      lacking,
    }
  }
}

const first = <V, T>(views: readonly V[], ask: (view: V) => T | null): T | null => {
  for (const view of views) {
    const answer = ask(view)
    if (answer !== null) return answer
  }
  return null
}

const isGood = (known: Known<unknown> | null): boolean => known !== null && !known.stale

const fiveRegistries = ['afrinic', 'apnic', 'arin', 'lacnic', 'ripencc']

/** Each of the five, or a source that is none of them: the file in which they publish all together. */
const isWhole = (names: readonly string[]): boolean =>
  fiveRegistries.every((registry) => names.includes(registry)) || names.some((name) => !fiveRegistries.includes(name))

export const networkFacts = slot((house): NetworkQuestions => new NetworkFacts(networkSources({ house })))
