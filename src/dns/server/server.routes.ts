import { tenantOf } from '../../kernel/context.ts'
import { pageMeta, pageOf, PageOf, pageQuery } from '../../kernel/db/paging.ts'
import { endpoint, type Endpoint } from '../../kernel/endpoint.ts'
import { DataOf, Type, Uuid } from '../../kernel/http/schema.ts'
import { dnsProblem } from '../dns.problems.ts'
import { changeServer, createServer, removeServer, showServer, showServers, testServer } from './server.actions.ts'
import {
  NewServerBody,
  ServerAnswer,
  serverAnswer,
  ServerChangeBody,
  ZoneTestAnswer,
  zoneTestAnswer,
} from './server.wire.ts'

const path = '/dns/:tenantUUID/servers'
const ServerPath = Type.Object({ serverUUID: Uuid })
const common = { tag: 'Reverse DNS', access: { by: 'token', scope: 'dns' } } as const

export const serverRoutes: readonly Endpoint[] = [
  endpoint({
    ...common,
    id: 'createDnsServer',
    route: `POST ${path}`,
    summary: 'Name a server that reverse zones are written at',
    description:
      'Its key must be allowed to change PTR, CNAME and NS records of your reverse zones, and to transfer them.',
    status: 201,
    body: NewServerBody,
    answer: DataOf(ServerAnswer),
    refuses: dnsProblem.rows('dns_server_refused', 'too_many_dns_servers'),
    examples: {
      body: {
        title: 'Our primary',
        kind: 'rfc2136',
        address: 'ns1.example.net:53',
        key_name: 'sublet',
        algorithm: 'hmac-sha256',
        secret: 'YSBzZWNyZXQgb2YgdGhpcnR5LXR3byBieXRlcywgb2s=',
      },
    },
    handle: async (ctx, { body }) => ({
      data: serverAnswer(await createServer(ctx, tenantOf(ctx), body), tenantOf(ctx)),
    }),
  }),
  endpoint({
    ...common,
    id: 'listDnsServers',
    route: `GET ${path}`,
    summary: 'List name servers for reverse DNS',
    description: 'Your own, and those that the operator has for all holders.',
    query: pageQuery({ perPage: 25, sortable: [] }),
    answer: PageOf(ServerAnswer),
    handle: async (ctx, { query }) => {
      const page = pageOf(query, 25)
      const tenant = tenantOf(ctx)
      const { rows, total } = await showServers(ctx, { tenant, ...page })
      return { data: rows.map((row) => serverAnswer(row, tenant)), meta: pageMeta(page, rows.length, total) }
    },
  }),
  endpoint({
    ...common,
    id: 'getDnsServer',
    route: `GET ${path}/:serverUUID`,
    summary: 'Read a name server of your own, and how it answers',
    params: ServerPath,
    answer: DataOf(ServerAnswer),
    handle: async (ctx, { params }) => ({
      data: serverAnswer(await showServer(ctx, tenantOf(ctx), params.serverUUID), tenantOf(ctx)),
    }),
  }),
  endpoint({
    ...common,
    id: 'changeDnsServer',
    route: `PATCH ${path}/:serverUUID`,
    summary: 'Change a name server, pause it, or set it active again',
    description: 'While it is paused, changes wait for it.',
    params: ServerPath,
    body: ServerChangeBody,
    answer: DataOf(ServerAnswer),
    refuses: dnsProblem.rows('dns_server_refused'),
    handle: async (ctx, { params, body }) => ({
      data: serverAnswer(await changeServer(ctx, tenantOf(ctx), params.serverUUID, body), tenantOf(ctx)),
    }),
  }),
  endpoint({
    ...common,
    id: 'removeDnsServer',
    route: `DELETE ${path}/:serverUUID`,
    summary: 'Remove a name server',
    description: 'Nothing is sent there any more, not even what waits. Its secret is forgotten.',
    status: 204,
    params: ServerPath,
    refuses: dnsProblem.rows('dns_server_in_use'),
    handle: (ctx, { params }) => removeServer(ctx, tenantOf(ctx), params.serverUUID),
  }),
  endpoint({
    ...common,
    id: 'testDnsServer',
    route: `POST ${path}/:serverUUID/test`,
    summary: 'Try a name server',
    description:
      'Reads the SOA of zones there, and rehearses an update that changes nothing: of zones that are written already, or else of those of your offers, eight at most.',
    params: ServerPath,
    answer: DataOf(Type.Array(ZoneTestAnswer)),
    refuses: dnsProblem.rows('dns_server_fault'),
    ownTransactions: true,
    handle: async (ctx, { params }) => ({
      data: (await testServer(ctx, tenantOf(ctx), params.serverUUID)).map(zoneTestAnswer),
    }),
  }),
]
