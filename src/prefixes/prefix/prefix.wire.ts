import { Answer, named, nameOf, Nullable, Type, type Static, type TSchema } from '../../kernel/http/schema.ts'

/** A prefix as clients see it (specification, "Prefix (prefix-data API)"). With `fields`, only what was asked for. */

const Texts = Type.Array(Type.String())

const TextMap = (description: string) => Type.Record(Type.String(), { description })

const Holder = named('PrefixHolder', {
  tenantUUID: Type.String({ description: 'The company; empty where it is none of this marketplace.' }),
  projectID: Type.String({ description: 'Always empty: there are no projects here.' }),
  organisation: Type.String(),
  type: Type.Integer({ description: '0 registry holder, 1 marketplace, 2 lessee.' }),
  top: Type.Boolean({ description: 'This prefix is the outermost block that this holder has here.' }),
})

const InternalMetadata = named('InternalMetadata', {
  internal: Type.Boolean({ description: 'A block of this marketplace: an offer or a lease.' }),
  readOnly: Type.Boolean({ description: 'The caller leases it, or a part of which it is one, and does not hold it.' }),
  master: Type.Boolean({ description: 'A block the caller holds.' }),
  prefixLengthLimits: Answer({
    min: Type.Integer({ description: 'Length of the largest block on offer.' }),
    max: Type.Integer({ description: 'Length of the smallest block on offer.' }),
    exact: Nullable(
      Type.Array(Type.Integer(), { description: 'The lengths that have a price; null where fields leave it out.' }),
    ),
  }),
  holders: Type.Array(Holder),
})

const Geodata = named('PrefixGeodata', {
  provider: Type.String(),
  countryName: Type.String(),
  countryCode: Type.String(),
  cityName: Type.String(),
  date: Type.String(),
  state: Type.String(),
})

const Net = named('WhoisNet', {
  organisation: Type.String(),
  netname: Type.String(),
  net_type: Type.String(),
  net_handle: Type.String(),
  origin_as: Type.String(),
  comment: Type.String(),
  created: Type.String(),
  last_modified: Type.String(),
  record_created: Type.String(),
  record_modified: Type.String(),
  notify: Type.String(),
  country: Texts,
  mnt_by: Texts,
  mnt_irt: Texts,
  pocs: Type.Array(Answer({ handle: Type.String(), kind: Type.String() })),
})

const Whois = named('Whois', {
  inetnum: Type.String(),
  registrar: Type.String(),
  source: Type.String(),
  recordActive: Type.Boolean({ description: 'There is a record, from data that is not too old.' }),
  nets: Type.Array(Net),
  domains: Type.Array(Answer({ domain: Type.String(), nservers: Texts })),
})

const Bgp = named('Bgp', {
  peerCount: Answer({ fullTable: Type.Integer(), active: Type.Integer() }),
  asOrigins: Type.Array(Answer({ asn: Type.Integer(), peersSeeing: Type.Integer() })),
  asSetOrigins: Type.Array(Answer({ asSet: Type.String(), peersSeeing: Type.Integer() })),
})

const roa = { maxLength: Type.Integer(), asn: Type.String(), ta: Type.String() }

const Rpki = named('Rpki', {
  roas: Type.Array(Answer(roa)),
  suggestions: Type.Array(Answer({ ...roa, status: Type.String() })),
})

const Route = named('Route', {
  route: Type.String(),
  origin: Type.String(),
  descr: Texts,
  mnt_by: Texts,
  changed: Texts,
  source: Type.String(),
})

const Action = named('RoutingAction', { action: Type.String(), asns: Type.Array(Type.Integer()) })

export const RoutingHealth = named('RoutingHealth', {
  criticalityStatus: Type.String(),
  bgpStatus: Type.String(),
  rpkiStatus: Type.String(),
  irrStatus: Type.String(),
  bgpActions: Type.Array(Action),
  rpkiActions: Type.Array(Action),
  irmActions: Type.Array(Action),
  irrActions: Type.Array(
    Answer({ action: Type.String(), asns: Type.Array(Answer({ origin: Type.Integer(), target: Type.String() })) }),
  ),
})

export const sections = {
  notation: Type.String({ examples: ['192.0.2.0/24'] }),
  ipNet: Answer({ ip: Type.String(), mask: Type.String() }),
  internalMetadata: InternalMetadata,
  externalMetadata: TextMap('What registries say of its delegation.'),
  holderMetadata: TextMap("The caller's own keys and values."),
  geodata: Type.Array(Geodata),
  whois: Whois,
  bgp: Bgp,
  rpki: Rpki,
  routes: Type.Array(Route),
  routingHealth: RoutingHealth,
  cacheDerrived: Answer({ registrar: Type.String() }),
}

export type Section = keyof typeof sections
export type Sections = { [S in Section]: Static<(typeof sections)[S]> }

/** Whole: every section in every answer. */
export const PrefixAnswer = named('Prefix', sections)

const projected = Object.fromEntries(
  Object.entries(sections).map(([name, schema]) => [name, Type.Optional(loose(schema))]),
)

/** Where `fields` may leave sections and parts of them out; `internalMetadata` is always entire. */
export const ProjectedPrefix = named('PartialPrefix', { ...projected, internalMetadata: InternalMetadata })

export const PrefixWithSubsets = named('PrefixTree', {
  ...projected,
  internalMetadata: InternalMetadata,
  subsets: Type.Array(Type.Itself('PrefixTree'), { description: 'The prefixes directly inside, in address order.' }),
})

/** The same shape with nothing required, which makes it another noun. */
function loose(schema: TSchema): TSchema {
  const { required: _required, properties, items, ...rest } = schema
  const noun = nameOf(schema)
  return {
    ...(noun === undefined ? rest : Type.Named(`Partial${noun}`, rest)),
    ...(properties
      ? { properties: Object.fromEntries(Object.entries(properties).map(([name, inner]) => [name, loose(inner)])) }
      : {}),
    ...(items ? { items: loose(items) } : {}),
  }
}
