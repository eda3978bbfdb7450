import type { Prefix } from '../kernel/ip/index.ts'
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

/** What the other slices may ask. All is answered from memory; null: no data of that kind here. */
export interface NetworkQuestions {
  /**
   * The most specific registry record around the block, itself included; where statistics tell whose space it is, that
   * registry's. Null also when there is none and the records of its registry, which they tell unless it is given, are not
   * here.
   */
  registryRecord(block: Prefix, registry?: string): Known<RegistryRecord | null> | null
  /** What a registry's statistics say of the smallest delegated block around it. */
  delegation(block: Prefix): Known<Delegation | null> | null
  reverseZones(block: Prefix): Known<ReverseZone[]> | null

  /** Of exactly this prefix. */
  announcementsOf(prefix: Prefix): Known<Announcement[]> | null
  /** Of parts of it, itself not included, in address order. */
  announcementsInside(prefix: Prefix): Known<Announcement[]> | null
  /** Of what it is part of, itself not included, the smallest first. */
  announcementsAround(prefix: Prefix): Known<Announcement[]> | null
  /** All three. */
  announcements(block: Prefix): Known<Announcement[]> | null
  vantage(family: 4 | 6): Vantage | null

  /** Of the prefix itself and of what it is part of, the smallest first. */
  vrpsCovering(prefix: Prefix): Known<Vrp[]> | null
  /** Of these and of parts of it, each once. */
  vrps(block: Prefix): Known<Vrp[]> | null

  /**
   * Of exactly this prefix, from every IRR there is data of. With a registry: null unless its own IRR is among them;
   * with an empty one, which is anybody's: unless those of all five are.
   */
  routeObjects(prefix: Prefix, registry?: string): Known<RouteObject[]> | null
  /** Null also when there are none and those of the block's registry are not here. */
  routeObjectsWithin(prefix: Prefix): Known<RouteObject[]> | null

  blocklistHits(block: Prefix): Known<BlocklistEntry[]> | null
  /** Where each provider that knows the block sees it: the nearest of each. */
  geodata(block: Prefix): Known<Location[]> | null
  /** Where providers see the block or any part of it. */
  locationsWithin(block: Prefix): Known<Location[]> | null

  /** Whether a location or a list names a part of the block, itself not included. */
  hasPartsSeenOrListed(block: Prefix): boolean

  /**
   * Every prefix inside the block that any data knows (announced, registered, with a route object or a VRP), each once,
   * in address order, made as it is read: a /8 has tens of thousands.
   */
  discover(block: Prefix): Iterable<Prefix>

  asn(asn: number): AsnFacts

  /** Entries of sanctions lists that one of these names of companies is, and which. */
  sanctionsOn(names: readonly string[]): Known<SanctionedName[]> | null
}
