import { realNow } from '../kernel/clock.ts'
import { samePrefix, type Prefix } from '../kernel/ip/index.ts'
import { slot } from '../kernel/slot.ts'
import { asnFacts, isInUse } from './asn/facts.memory.ts'
import type { Announcements } from './datasets/announcements.ts'
import type { Locations, Spotted } from './datasets/locations.ts'
import { recordClass, routeClass, type ObjectClass, type Registry } from './datasets/registry.ts'
import { fiveRegistries } from './asn/asn.rules.ts'
import { irrOf } from './irr.rules.ts'
import { prefixesInside } from './discover.rules.ts'
import type {
  Announcement,
  AsnFacts,
  BlocklistEntry,
  Delegation,
  Known,
  Location,
  RegistryRecord,
  ReverseZone,
  RouteObject,
  SanctionedName,
  Vantage,
  Vrp,
} from './fact.rules.ts'
import { inAddressOrder, mergeRoutes, nearestFirst, nearestOfEach } from './merge.rules.ts'
import type { NetworkQuestions } from './questions.rules.ts'
import { countryName, providerOf } from './location.rules.ts'
import type { Serving } from './snapshot/snapshot.store.ts'
import { networkSources, type SourcesToAsk } from './sources.memory.ts'

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

/** Facts from no file are anybody's. */
const isOf = ({ name }: Registry, registry: string): boolean => name === null || name === irrOf(registry)

const zonesOf = (views: readonly Registry[]): Ask<ReverseZone>[] =>
  views.map((view) => ({ covering: (block) => view.zonesAround(block), within: (block) => view.zonesWithin(block) }))

/** A provider is a source, and all it says is as old as its file. */
const locationsOf = (views: readonly Locations[], sources: readonly Serving[]): Ask<Location>[] =>
  views.map((view, i) => {
    const source = sources[i]
    const said = { provider: source ? providerOf(source) : '', date: source?.takenAt.toISOString().slice(0, 10) ?? '' }
    const locationOf = (spot: Spotted): Location => ({ ...spot, ...said, countryName: countryName(spot.countryCode) })
    return {
      covering: (prefix) => view.covering(prefix).map(locationOf),
      within: (prefix) => view.within(prefix).map(locationOf),
    }
  })

/** What the internet says, from the snapshots this node holds, at that time. */
export class NetworkFacts implements NetworkQuestions {
  readonly #sources: SourcesToAsk
  readonly #now: () => Date

  constructor(sources: SourcesToAsk, now = realNow) {
    this.#sources = sources
    this.#now = now
  }

  registryRecord(block: Prefix, registry?: string): Known<RegistryRecord | null> | null {
    const given = this.delegation(block)?.value?.registry ?? ''
    const known = this.#sources.ask('registryobjects', (views) => {
      const nearest = (some: readonly Registry[]) => nearestFirst(some.map((view) => view.recordsAround(block)))[0]
      const own = nearest(views.filter((view) => isOf(view, given || (registry ?? ''))))
      // Databases hold objects about space that is another's. Where statistics tell whose it is, those are nobody's word.
      return own ?? (irrOf(given) === null ? nearest(views) : null) ?? null
    })
    return known?.value || this.#hasAll(recordClass(block), block, registry) ? known : null
  }

  /** Whether what is not found is not there: the registry's objects of that class are at hand, or everybody's are. */
  #hasAll(name: ObjectClass, block: Prefix, registry = this.delegation(block)?.value?.registry ?? ''): boolean {
    const holding = this.#sources.views('registryobjects').filter((view) => view.holds(name))
    const has = (one: string) => holding.some((view) => isOf(view, one))
    return irrOf(registry) === null ? fiveRegistries.every(has) : has(registry)
  }

  delegation(block: Prefix): Known<Delegation | null> | null {
    return this.#sources.ask('delegations', (views) => {
      const found = nearestFirst(views.map((view) => [view.around(block) ?? []].flat()))
      // One registry may still list as free what another has taken over and given out.
      const nearest = found.filter(({ prefix }) => prefix.length === found[0]?.prefix.length)
      return nearest.find(isInUse) ?? nearest[0] ?? null
    })
  }

  reverseZones(block: Prefix): Known<ReverseZone[]> | null {
    const known = this.#sources.ask('registryobjects', (views) => touching(zonesOf(views), block))
    return known && (known.value.length > 0 || this.#hasAll('domain', block)) ? known : null
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
    return this.#sources.ask('vrps', (views) => this.#unexpired(around(views, prefix)))
  }

  vrps(block: Prefix): Known<Vrp[]> | null {
    return this.#sources.ask('vrps', (views) => this.#unexpired(touching(views, block)))
  }

  /** A payload is none from the second at which it expires, however young the file is that names it (network-rules §2). */
  #unexpired(payloads: readonly Vrp[]): Vrp[] {
    const now = this.#now().getTime() / 1_000
    return payloads.filter(({ expires }) => expires === null || expires > now)
  }

  routeObjects(prefix: Prefix, registry?: string): Known<RouteObject[]> | null {
    const known = this.#sources.ask('registryobjects', (views) => views.flatMap((view) => view.routesOf(prefix)))
    const isHeld =
      registry === undefined
        ? this.#sources.views('registryobjects').some((view) => view.holds(routeClass(prefix)))
        : this.#hasAll(routeClass(prefix), prefix, registry)
    return isHeld ? known : null
  }

  routeObjectsWithin(prefix: Prefix): Known<RouteObject[]> | null {
    const known = this.#sources.ask('registryobjects', (views) =>
      inAddressOrder(views.map((view) => view.routesWithin(prefix))),
    )
    return known && (known.value.length > 0 || this.#hasAll(routeClass(prefix), prefix)) ? known : null
  }

  blocklistHits(block: Prefix): Known<BlocklistEntry[]> | null {
    const known = this.#sources.ask('blocklist', (views) => views.filter(({ isOfAsns }) => !isOfAsns))
    return known === null || known.value.length === 0 ? null : { ...known, value: touching(known.value, block) }
  }

  geodata(block: Prefix): Known<Location[]> | null {
    return this.#sources.ask('places', (views, sources) =>
      nearestOfEach(around(locationsOf(views, sources), block), ({ provider }) => provider),
    )
  }

  locationsWithin(block: Prefix): Known<Location[]> | null {
    return this.#sources.ask('places', (views, sources) => touching(locationsOf(views, sources), block))
  }

  hasPartsSeenOrListed(block: Prefix): boolean {
    const views = [...this.#sources.views('places'), ...this.#sources.views('blocklist')]
    return views.some(({ prefixes }) => {
      const { from, to } = prefixes.within(block)
      return to - from > (prefixes.rowOf(block) < 0 ? 0 : 1)
    })
  }

  discover(block: Prefix): Iterable<Prefix> {
    const facts = [...this.#sources.views('announcements'), ...this.#sources.views('vrps')]
    const registered = this.#sources.views('registryobjects').flatMap((view) => view.tables(block))
    return prefixesInside([...facts.map(({ prefixes }) => prefixes), ...registered], block)
  }

  asn(asn: number): AsnFacts {
    return asnFacts(this.#sources, asn)
  }

  sanctionsOn(names: readonly string[]): Known<SanctionedName[]> | null {
    return this.#sources.ask('sanctions', (views) =>
      names.flatMap((name) => views.flatMap((view) => view.match(name).map((match) => ({ name, ...match })))),
    )
  }
}

export const networkFacts = slot((house): NetworkQuestions => new NetworkFacts(networkSources({ house })))
