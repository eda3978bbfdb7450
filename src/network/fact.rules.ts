import type { Prefix } from '../kernel/ip/index.ts'

/** The facts there are about address space and AS numbers, and how sure an answer is. */

/**
 * An answer with where it is from and when that was taken. Stale: older than its source may be, so what depends on it is
 * unknown. `null` instead of an answer: there is no such data here, which is never the same as an empty answer.
 */
export interface Known<T> {
  readonly source: string
  readonly takenAt: Date
  readonly stale: boolean
  readonly value: T
}

/** A route as collectors see it. */
export interface Announcement {
  readonly prefix: Prefix
  /** 0 when the origin is a set. */
  readonly asn: number
  /** `{64500,64501}` when routes were aggregated. */
  readonly asSet: string | null
  /** Collectors' peers that have it; null when the file does not count them. */
  readonly peers: number | null
}

/** How many peers of the collectors have a full table of that family, and how many have any. */
export interface Vantage {
  readonly fullTable: number
  readonly active: number
}

/** A payload of a ROA. */
export interface Vrp {
  readonly prefix: Prefix
  readonly asn: number
  readonly maxLength: number
  /** Trust anchor: afrinic, apnic, arin, lacnic, ripencc. */
  readonly ta: string
  /** Unix seconds; null when the file does not say. */
  readonly expires: number | null
}

/** A route or route6 object of an IRR. */
export interface RouteObject {
  readonly prefix: Prefix
  readonly origin: number
  /** The IRR: RIPE, RADB … */
  readonly source: string
  readonly descr: readonly string[]
  readonly maintainers: readonly string[]
  readonly changed: readonly string[]
}

/** An inetnum or inet6num object, what it refers to looked up. */
export interface RegistryRecord {
  readonly prefix: Prefix
  /** As the registry writes it: `192.0.2.0 - 192.0.2.255`. */
  readonly inetnum: string
  readonly registry: string
  readonly source: string
  readonly organisation: string
  readonly netname: string
  /** `ALLOCATED PA`, `ASSIGNED PI` … */
  readonly type: string
  readonly handle: string
  readonly comment: string
  readonly created: string
  readonly lastModified: string
  readonly notify: string
  readonly countries: readonly string[]
  readonly maintainers: readonly string[]
  readonly irts: readonly string[]
  /** admin-c, tech-c, abuse-c …: handle and kind. */
  readonly contacts: readonly { readonly handle: string; readonly kind: string }[]
  /** To whom a proof of ownership may be mailed. */
  readonly contactEmail: string | null
  readonly abuseEmail: string | null
  readonly geofeed: string | null
}

/** A domain object of a reverse zone. */
export interface ReverseZone {
  readonly prefix: Prefix
  readonly domain: string
  readonly nameservers: readonly string[]
}

/** What a registry's statistics say of a block. */
export interface Delegation {
  readonly prefix: Prefix
  readonly registry: string
  readonly countryCode: string | null
  readonly status: 'allocated' | 'assigned' | 'reserved' | 'available'
  /** Calendar day. */
  readonly date: string | null
  /** The same for all that one holder has, where the registry says. */
  readonly holder: string | null
}

export interface BlocklistEntry {
  readonly prefix: Prefix
  readonly list: string
  /** What the list says about it: `SBL123`. */
  readonly reason: string
}

export interface Location {
  readonly prefix: Prefix
  readonly provider: string
  readonly countryCode: string
  readonly countryName: string
  readonly cityName: string | null
  readonly state: string | null
  /** Calendar day on which the provider said so. */
  readonly date: string
}

/** Why somebody is thought to be on a sanctions list. */
export interface SanctionsMatch {
  readonly entry: string
  readonly program: string
  /** The words that agree. */
  readonly matched: string
}

/** Whose name it was. */
export interface SanctionedName extends SanctionsMatch {
  readonly name: string
}

/** What an AS number is screened by. */
export type AsnNeed = 'delegated' | 'country' | 'asn-names' | 'asn-drop' | 'ofac'

/** What is known of an AS number; each null when there is no data of that kind here. */
export interface AsnFacts {
  readonly asn: number
  readonly name: string | null
  /** All that anybody says it is of, its registry first. */
  readonly countries: readonly string[]
  readonly reserved: boolean
  readonly allocated: boolean | null
  readonly registry: string | null
  readonly spamhaus: boolean | null
  readonly uceprotect: boolean | null
  readonly ofac: readonly SanctionsMatch[] | null
  /** What would be needed and is missing or stale. */
  readonly lacking: readonly AsnNeed[]
}
