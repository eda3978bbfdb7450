import { formatPrefix } from '../../kernel/ip/index.ts'
import { Answer, named, nounOf, Nullable, OneOf, Type, type Static } from '../../kernel/http/schema.ts'
import { toRfc3339 } from '../../kernel/time.ts'
import type { Announcement, Known, RouteObject, Vrp } from '../../network/index.ts'
import type { PrefixHealth, Trouble } from './health.actions.ts'
import { routingHealthOf } from './health.rules.ts'
import { originText, asText } from '../prefix/origin.rules.ts'
import { RoutingHealth } from '../prefix/prefix.wire.ts'
import type { Suggestion } from './suggestion.rules.ts'
import { severities, type Verdict } from './verdict.rules.ts'

/** Routing health with its reasons and its past. */

/** So many of each kind of evidence; a /8 has tens of thousands, and the counts say how many there are. */
const mostShown = 100

const Data = Nullable(
  named(
    'EvidenceSource',
    {
      source: Type.String(),
      takenAt: Type.String({ description: 'RFC 3339' }),
      stale: Type.Boolean({ description: 'Older than it may be: what depends on it is unknown.' }),
    },
    'The data it rests on; null when there is none.',
  ),
)

const Evidence = <T extends Parameters<typeof Type.Array>[0]>(item: T, description: string) => ({
  ...named(`${nounOf(item)}Evidence`, { count: Type.Integer(), items: Type.Array(item, { maxItems: mostShown }) }),
  description,
})

const judged = {
  status: Type.String(),
  level: Type.String({ description: 'ok, info, unknown, warning or critical.' }),
  sentence: Type.String({ description: 'Why, for people.' }),
  data: Data,
}

const SeenRoute = named('SeenRoute', {
  notation: Type.String(),
  origin: Type.String(),
  peersSeeing: Nullable(Type.Integer()),
})
const Roa = named('Roa', { notation: Type.String(), asn: Type.String(), maxLength: Type.Integer(), ta: Type.String() })
const RegisteredRoute = named('RegisteredRoute', { route: Type.String(), origin: Type.String(), source: Type.String() })

const ShownStatuses = named('RoutingStatuses', {
  criticalityStatus: Type.String(),
  bgpStatus: Type.String(),
  rpkiStatus: Type.String(),
  irrStatus: Type.String(),
})

export const HealthAnswer = named('PrefixHealth', {
  notation: Type.String({ examples: ['192.0.2.0/24'] }),
  routingHealth: RoutingHealth,
  bgp: Answer({
    ...judged,
    matched: Evidence(SeenRoute, 'Announcements of it and of parts of it by those with an LOA.'),
    unmatched: Evidence(SeenRoute, 'The same by others.'),
  }),
  rpki: Answer({
    ...judged,
    origins: Type.Array(Answer({ origin: Type.String(), validity: Type.String() }), {
      description: 'Who announces it, or may announce it when nobody does, and what RFC 6811 says of each.',
    }),
    matched: Evidence(Roa, 'ROAs that allow one of them.'),
    unmatched: Evidence(Roa, 'ROAs that cover the prefix and allow none of them.'),
    suggestions: Type.Array(
      named('RoaSuggestion', {
        ...Roa.properties,
        status: Type.String(),
        sentence: Type.String(),
      }),
    ),
  }),
  irr: Answer({
    ...judged,
    matched: Evidence(RegisteredRoute, 'Route objects for who announces it, or may.'),
    unmatched: Evidence(RegisteredRoute, 'Route objects for others.'),
    invalid: Evidence(RegisteredRoute, 'Route objects that the RPKI contradicts.'),
  }),
  history: Type.Array(
    Answer({
      at: Type.String({ description: 'RFC 3339' }),
      from: Nullable(ShownStatuses),
      to: Nullable(ShownStatuses),
    }),
    {
      description: 'Changes, the newest first. Nothing before: first looked at. Nothing after: not looked at any more.',
    },
  ),
})

const Troubled = named('TroubledPrefix', {
  notation: Type.String({ examples: ['192.0.2.0/24'] }),
  severity: OneOf(severities, 'As it was last known: critical and warning are what people are told of.'),
  since: Type.String({ description: 'RFC 3339: since when its statuses are as they were last seen.' }),
  statuses: ShownStatuses,
  sentence: Type.String({ description: 'Why, for people.' }),
})

export const TroubleAnswer = named('TroubledPrefixPage', {
  data: Type.Array(Troubled),
  metadata: named('TroubledPrefixPageMetadata', {
    limit: Type.Integer(),
    offset: Type.Integer(),
    critical: Type.Integer({ description: 'How many there are, up to 1,000.' }),
    warning: Type.Integer({ description: 'The same.' }),
  }),
})

export const troubleAnswer = (
  { prefixes, counts }: Trouble,
  page: { readonly limit: number; readonly offset: number },
): Static<typeof TroubleAnswer> => ({
  data: prefixes.map(({ prefix, severity, since, now, why }) => ({
    notation: formatPrefix(prefix),
    severity,
    since: toRfc3339(since),
    statuses: now,
    sentence: why,
  })),
  metadata: { ...page, ...counts },
})

const evidence = <T, S>(all: readonly T[], show: (one: T) => S) => ({
  count: all.length,
  items: all.slice(0, mostShown).map(show),
})

const dataOf = (known: Known<unknown> | null) =>
  known && { source: known.source, takenAt: toRfc3339(known.takenAt), stale: known.stale }

const verdict = ({ status, level, sentence }: Verdict<string>) => ({ status, level, sentence })

const seenRoute = (route: Announcement) => ({
  notation: formatPrefix(route.prefix),
  origin: originText(route),
  peersSeeing: route.peers,
})

const roa = ({ prefix, asn, maxLength, ta }: Vrp | Suggestion) => ({
  notation: formatPrefix(prefix),
  asn: asText(asn),
  maxLength,
  ta,
})

const object = ({ prefix, origin, source }: RouteObject) => ({
  route: formatPrefix(prefix),
  origin: asText(origin),
  source,
})

export function healthAnswer({ facts, work, history }: PrefixHealth): Static<typeof HealthAnswer> {
  const { bgp, rpki, irr, suggestions } = work
  return {
    notation: formatPrefix(facts.prefix),
    routingHealth: routingHealthOf(work),
    bgp: {
      ...verdict(bgp),
      data: dataOf(facts.routes),
      matched: evidence(bgp.matched, seenRoute),
      unmatched: evidence(bgp.unmatched, seenRoute),
    },
    rpki: {
      ...verdict(rpki),
      data: dataOf(facts.vrps),
      origins: rpki.origins.map(({ origin, validity }) => ({ origin: originText(origin), validity })),
      matched: evidence(rpki.matched, roa),
      unmatched: evidence(rpki.unmatched, roa),
      suggestions: suggestions.map((one) => ({ ...roa(one), status: one.status, sentence: one.sentence })),
    },
    irr: {
      ...verdict(irr),
      data: dataOf(facts.routeObjects),
      matched: evidence(irr.matched, object),
      unmatched: evidence(irr.unmatched, object),
      invalid: evidence(irr.invalid, object),
    },
    history: history.map(({ at, from, to }) => ({ at: toRfc3339(at), from, to })),
  }
}
