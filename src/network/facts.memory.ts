import { samePrefix, type Prefix } from '../kernel/ip.ts'
import { slot } from '../kernel/slot.ts'
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
import { prefixesInside } from './discover.rules.ts'
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

  delegation(_block: Prefix): Known<Delegation | null> | null {
    return null
  }

  reverseZones(_block: Prefix): Known<ReverseZone[]> | null {
    return null
  }

  announcementsOf(prefix: Prefix): Known<Announcement[]> | null {
    return this.#sources.ask('announcements', (views) =>
      mergeRoutes(around(views, prefix).filter((route) => samePrefix(route.prefix, prefix))),
    )
  }

  announcementsInside(prefix: Prefix): Known<Announcement[]> | null {
    return this.#sources.ask('announcements', (views) => mergeRoutes(others(inside(views, prefix), prefix)))
  }

  announcementsAround(prefix: Prefix): Known<Announcement[]> | null {
    return this.#sources.ask('announcements', (views) => mergeRoutes(others(around(views, prefix), prefix)))
  }

  announcements(block: Prefix): Known<Announcement[]> | null {
    return this.#sources.ask('announcements', (views) => mergeRoutes(touching(views, block)))
  }

  vantage(_family: 4 | 6): Vantage | null {
    return null
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
    const views = [
      ...this.#sources.views('announcements'),
      ...this.#sources.views('registryobjects'),
      ...this.#sources.views('vrps'),
    ]
    return prefixesInside(
      views.map(({ prefixes }) => prefixes),
      block,
    )
  }

  asn(asn: number): AsnFacts {
    return {
      asn,
      name: null,
      countryCode: null,
      reserved: false,
      allocated: null,
      registry: null,
      spamhaus: null,
      uceprotect: null,
      ofac: null,
      lacking: [],
    }
  }
}

export const networkFacts = slot((house): NetworkQuestions => new NetworkFacts(networkSources({ house })))
