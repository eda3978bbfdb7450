import { firstAddress, formatAddress, formatPrefix, mask, samePrefix } from '../../kernel/ip/index.ts'
import type { NetworkQuestions, RegistryRecord } from '../../network/index.ts'
import { holdersOf } from './holder.rules.ts'
import type { Sections } from './prefix.wire.ts'
import { isHeld, isMaster, type Spot } from './spot.rules.ts'

/** The sections of a prefix, each by itself: who asks for one pays for no other. */

interface Scene {
  readonly spot: Spot
  readonly facts: NetworkQuestions
  /** As the seller is called. */
  readonly marketplace: string
}

/** Those that the company's space and the network's data alone decide. */
export type PlainSection = Exclude<keyof Sections, 'holderMetadata' | 'rpki' | 'routingHealth'>

export const plainSections: { readonly [S in PlainSection]: (scene: Scene) => Sections[S] } = {
  notation: ({ spot }) => formatPrefix(spot.prefix),
  ipNet: ({ spot }) => ({ ip: formatAddress(firstAddress(spot.prefix)), mask: mask(spot.prefix) }),
  internalMetadata: internalMetadataOf,
  externalMetadata: externalMetadataOf,
  geodata: geodataOf,
  whois: whoisOf,
  bgp: bgpOf,
  routes: routesOf,
  cacheDerrived: (scene) => ({ registrar: registrarOf(scene) }),
}

function internalMetadataOf({ spot, facts, marketplace }: Scene): Sections['internalMetadata'] {
  const { prefix, space, lease } = spot
  const notation = formatPrefix(prefix)
  return {
    internal: notation === space.offer_block || notation === lease?.block,
    readOnly: !isHeld(spot),
    master: isMaster(spot),
    prefixLengthLimits: { min: space.minimum_split, max: space.maximum_split, exact: space.lengths },
    holders: holdersOf({ prefix, space, lease }, facts, marketplace),
  }
}

/** What is not known is left out: a map has no empty values. */
function externalMetadataOf({ spot, facts }: Scene): Sections['externalMetadata'] {
  const delegation = facts.delegation(spot.prefix)?.value
  if (!delegation) return {}
  const { registry, countryCode, status, date, holder, prefix } = delegation
  const known = { registry, country: countryCode, status, date, holder, delegation: formatPrefix(prefix) }
  return Object.fromEntries(Object.entries(known).filter((entry): entry is [string, string] => entry[1] !== null))
}

function geodataOf({ spot, facts }: Scene): Sections['geodata'] {
  return (facts.geodata(spot.prefix)?.value ?? []).map((place) => ({
    provider: place.provider,
    countryName: place.countryName,
    countryCode: place.countryCode,
    cityName: place.cityName ?? '',
    date: place.date,
    state: place.state ?? '',
  }))
}

/** The record's own registry, else that of the delegation, else the one the holder has stated. */
function registrarOf({ spot, facts }: Scene): string {
  const recorded = facts.registryRecord(spot.prefix)?.value?.registry
  return recorded || facts.delegation(spot.prefix)?.value?.registry || spot.space.registry
}

function whoisOf(scene: Scene): Sections['whois'] {
  const { spot, facts } = scene
  const known = facts.registryRecord(spot.prefix)
  const record = known?.value ?? null
  return {
    inetnum: record?.inetnum ?? '',
    registrar: registrarOf(scene),
    source: record?.source ?? '',
    recordActive: record !== null && known?.stale === false,
    nets: record === null ? [] : [netOf(scene, record)],
    domains: (facts.reverseZones(spot.prefix)?.value ?? []).map(({ domain, nameservers }) => ({
      domain,
      nservers: [...nameservers],
    })),
  }
}

/** `record_created` and `record_modified` are the record's; `created` and `last_modified` those of the network it names. */
function netOf({ spot, facts }: Scene, record: RegistryRecord): Sections['whois']['nets'][number] {
  const origins = samePrefix(record.prefix, spot.prefix) ? (facts.routeObjects(spot.prefix)?.value ?? []) : []
  return {
    organisation: record.organisation,
    netname: record.netname,
    net_type: record.type,
    net_handle: record.handle,
    origin_as: [...new Set(origins.map(({ origin }) => `AS${origin}`))].join(' '),
    comment: record.comment,
    created: record.created,
    last_modified: record.lastModified,
    record_created: record.created,
    record_modified: record.lastModified,
    notify: record.notify,
    country: [...record.countries],
    mnt_by: [...record.maintainers],
    mnt_irt: [...record.irts],
    pocs: record.contacts.map(({ handle, kind }) => ({ handle, kind })),
  }
}

function bgpOf({ spot, facts }: Scene): Sections['bgp'] {
  const announcements = facts.announcementsOf(spot.prefix)?.value ?? []
  const { fullTable, active } = facts.vantage(spot.prefix.family) ?? { fullTable: 0, active: 0 }
  return {
    peerCount: { fullTable, active },
    asOrigins: announcements.flatMap(({ asn, asSet, peers }) =>
      asSet === null ? [{ asn, peersSeeing: peers ?? 0 }] : [],
    ),
    asSetOrigins: announcements.flatMap(({ asSet, peers }) =>
      asSet === null ? [] : [{ asSet, peersSeeing: peers ?? 0 }],
    ),
  }
}

function routesOf({ spot, facts }: Scene): Sections['routes'] {
  return (facts.routeObjects(spot.prefix)?.value ?? []).map((object) => ({
    route: formatPrefix(object.prefix),
    origin: `AS${object.origin}`,
    descr: [...object.descr],
    mnt_by: [...object.maintainers],
    changed: [...object.changed],
    source: object.source,
  }))
}

export const roasOf = ({ spot, facts }: Scene): Sections['rpki']['roas'] =>
  (facts.vrpsCovering(spot.prefix)?.value ?? []).map(({ maxLength, asn, ta }) => ({ maxLength, asn: `AS${asn}`, ta }))
