import { tenantOf } from '../../kernel/context.ts'
import { pageMeta, pageOf, PageOf, pageQuery } from '../../kernel/db/paging.ts'
import { endpoint, type Endpoint } from '../../kernel/endpoint.ts'
import { Body, DataOf, named, Type, UnixTime, Uuid } from '../../kernel/http/schema.ts'
import { toUnix } from '../../kernel/time.ts'
import { dnsProblem } from '../dns.problems.ts'
import { connectOffer, disconnectOffer, showConnections } from './offer.actions.ts'

const path = '/dns/:tenantUUID/offers'
const OfferPath = Type.Object({ offerUUID: Uuid })
const common = { tag: 'Reverse DNS', access: { by: 'token', scope: 'dns' } } as const

const fields = {
  offer_uuid: Uuid,
  server_uuid: Uuid,
  zone_length: Type.Integer({ description: 'Where the zones are cut: 8, 16 or 24.', examples: [24] }),
}

const Connected = named('DnsConnection', { ...fields, zone: Type.String({ examples: ['2.0.192.in-addr.arpa'] }) })

const ListedConnection = named('ListedDnsConnection', {
  ...fields,
  block: Type.String({ examples: ['192.0.2.0/24'] }),
  server_title: Type.String(),
  names: Type.Integer({ description: 'Sets of records that lessees have there.' }),
  connected_at: UnixTime,
})

export const offerRoutes: readonly Endpoint[] = [
  endpoint({
    ...common,
    id: 'connectOfferDns',
    route: `PUT ${path}/:offerUUID`,
    summary: 'Let lessees of an offer have reverse DNS at a name server',
    description:
      'The server is asked which zone it has the block in, and an update that changes nothing is rehearsed; only then is it connected.',
    params: OfferPath,
    body: Body('NewDnsConnection', { server_uuid: Uuid }),
    answer: DataOf(Connected),
    refuses: dnsProblem.rows('dns_server_paused', 'dns_server_fault', 'offer_has_reverse_names'),
    ownTransactions: true,
    handle: async (ctx, { params, body }) => {
      const connected = await connectOffer(ctx, tenantOf(ctx), params.offerUUID, body.server_uuid)
      const { offer_uuid, server_uuid, zone_length, zone } = connected
      return { data: { offer_uuid, server_uuid, zone_length, zone } }
    },
  }),
  endpoint({
    ...common,
    id: 'disconnectOfferDns',
    route: `DELETE ${path}/:offerUUID`,
    summary: 'Offer no reverse DNS with an offer any more',
    status: 204,
    params: OfferPath,
    refuses: dnsProblem.rows('offer_has_reverse_names'),
    handle: (ctx, { params }) => disconnectOffer(ctx, tenantOf(ctx), params.offerUUID),
  }),
  endpoint({
    ...common,
    id: 'listDnsOffers',
    route: `GET ${path}`,
    summary: 'List offers whose reverse zones a name server is connected for',
    query: pageQuery({ perPage: 25, sortable: [] }),
    answer: PageOf(ListedConnection),
    handle: async (ctx, { query }) => {
      const page = pageOf(query, 25)
      const { rows, total } = await showConnections(ctx, { tenant: tenantOf(ctx), ...page })
      const data = rows.map(({ offer_uuid, server_uuid, zone_length, block, title, names, connected_at }) => ({
        offer_uuid,
        server_uuid,
        zone_length,
        block,
        server_title: title,
        names,
        connected_at: toUnix(connected_at),
      }))
      return { data, meta: pageMeta(page, rows.length, total) }
    },
  }),
]
