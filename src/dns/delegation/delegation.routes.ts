import { tenantOf } from '../../kernel/context.ts'
import { pageMeta, pageOf, PageOf, pageQuery } from '../../kernel/db/paging.ts'
import { endpoint, type Endpoint } from '../../kernel/endpoint.ts'
import { Body, DataOf, named, Text, Type, UnixTime, Uuid } from '../../kernel/http/schema.ts'
import { toUnix } from '../../kernel/time.ts'
import { dnsProblem } from '../dns.problems.ts'
import { delegate, endDelegation, showDelegations } from './delegation.actions.ts'

const path = '/dns/:tenantUUID/reverse/delegations'
const common = { tag: 'Reverse DNS', access: { by: 'token', scope: 'dns' } } as const

const fields = {
  uuid: Uuid,
  service_uuid: Uuid,
  block: Type.String({ examples: ['192.0.2.0/24'] }),
  name_servers: Type.Array(Type.String(), { examples: [['ns1.example.net', 'ns2.example.net']] }),
  created_at: UnixTime,
}

const Listed = named('ReverseDelegation', fields)

const Made = named('NewlyDelegated', {
  ...fields,
  zones: Type.Array(Type.String(), {
    description:
      'The zones that your servers answer for from now on; 0-63.2.0.192.in-addr.arpa for a part of a /24 (RFC 2317).',
  }),
})

export const delegationRoutes: readonly Endpoint[] = [
  endpoint({
    ...common,
    id: 'listReverseDelegations',
    route: `GET ${path}`,
    summary: 'List delegations of reverse DNS',
    query: pageQuery({ perPage: 25, sortable: [] }),
    answer: PageOf(Listed),
    handle: async (ctx, { query }) => {
      const page = pageOf(query, 25)
      const { rows, total } = await showDelegations(ctx, { tenant: tenantOf(ctx), ...page })
      const data = rows.map(({ uuid, lease_uuid, block, name_servers, created_at }) => ({
        uuid,
        service_uuid: lease_uuid,
        block,
        name_servers,
        created_at: toUnix(created_at),
      }))
      return { data, meta: pageMeta(page, rows.length, total) }
    },
  }),
  endpoint({
    ...common,
    id: 'delegateReverse',
    route: `PUT ${path}`,
    summary: 'Delegate reverse DNS of a leased block to name servers of your own',
    description:
      'Each server must be public and answer for the zone already. Names that addresses of the block have here are removed. The same block again changes its servers.',
    body: Body('NewReverseDelegation', {
      block: Text(18, { examples: ['192.0.2.0/26'] }),
      name_servers: Type.Array(Text(300), {
        minItems: 2,
        maxItems: 8,
        examples: [['ns1.example.net', 'ns2.example.net']],
      }),
    }),
    answer: DataOf(Made),
    refuses: dnsProblem.rows(
      'reverse_not_leased',
      'reverse_not_connected',
      'delegation_servers_refused',
      'delegation_overlaps',
    ),
    examples: { body: { block: '192.0.2.0/26', name_servers: ['ns1.example.net', 'ns2.example.net'] } },
    ownTransactions: true,
    handle: async (ctx, { body }) => {
      const made = await delegate(ctx, tenantOf(ctx), body)
      const { uuid, lease_uuid, block, name_servers, created_at, zones } = made
      const data = { uuid, service_uuid: lease_uuid, block, name_servers, created_at: toUnix(created_at) }
      return { data: { ...data, zones: [...zones] } }
    },
  }),
  endpoint({
    ...common,
    id: 'endReverseDelegation',
    route: `DELETE ${path}/:delegationUUID`,
    summary: 'End a delegation of reverse DNS',
    status: 204,
    params: Type.Object({ delegationUUID: Uuid }),
    handle: (ctx, { params }) => endDelegation(ctx, tenantOf(ctx), params.delegationUUID),
  }),
]
