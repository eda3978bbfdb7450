import { Readable } from 'node:stream'
import { tenantOf, type Context } from '../kernel/context.ts'
import { Content, endpoint, type Endpoint } from '../kernel/endpoint.ts'
import { pageMeta, pageOf, PageOf, pageQuery, sortKeys } from '../kernel/paging.ts'
import { DataOf, Int, ListOf, OneOf, Text, Type, Uuid } from '../kernel/schema.ts'
import { toRfc3339 } from '../kernel/time.ts'
import { LeaseAnswer, leaseAnswer, leaseCsv, PlaceAnswer, placeAnswer } from './lease.wire.ts'
import { leaseStates } from './lease.states.ts'
import { leasesInBatches, showLeasePlaces, showLeases } from './leaseview.actions.ts'
import { directed, leaseSorts } from './leaseview.rules.ts'
import { readWhereabouts } from './whereabouts.rules.ts'
import { listable } from './listing.rules.ts'
import { registries } from './offer.wire.ts'

/** What a lessee reads about its leases; their holder reads about them under its offers. */

const { properties: paging } = pageQuery({ perPage: 25, sortable: leaseSorts })

const filters = {
  uuid: Type.Optional(Uuid),
  address: Type.Optional(
    Text(18, { description: 'The first address of a block, or a prefix: then every block inside it.' }),
  ),
  cidr: Type.Optional(Int(listable.largest, listable.smallest, { description: 'Prefix length.' })),
  registry: Type.Optional(OneOf(registries)),
}

const ListQuery = Type.Object({
  ...paging,
  ...filters,
  status: Type.Optional(ListOf(OneOf(leaseStates.states), 8)),
  display: Type.Optional(
    ListOf(OneOf(['assigned', 'unassigned'], 'Whether a live letter of authorisation names an ASN for it.'), 2),
  ),
  direction: Type.Optional(
    ListOf(OneOf(['asc', 'desc'], 'One for each sort key, in their order; it decides over a leading "-".'), 8),
  ),
  asn: Type.Optional(Int(1, 4_294_967_295, { description: 'Those with a live letter for this ASN.' })),
})

const ExportQuery = Type.Object({
  ...filters,
  sort: paging.sort,
  filter: paging.filter,
  page: Type.Optional(Int(1, 2_147_483_647, { description: 'Page, from 1; together with per_page.' })),
  per_page: Type.Optional(Int(1, 1_000, { description: 'Rows of that page, 25 unless said otherwise.' })),
})

const LeasePath = Type.Object({ serviceUUID: Uuid })

interface Filters {
  readonly uuid?: string
  readonly address?: string
  readonly cidr?: number
  readonly registry?: (typeof registries)[number]
}

const filterOf = ({ uuid, address, cidr, registry }: Filters) => ({
  uuid,
  whereabouts: address === undefined ? undefined : readWhereabouts(address),
  length: cidr,
  registry,
})

/** Both kinds are everything, as is neither. */
function assigned(display: readonly string[] = []): boolean | undefined {
  const kinds = new Set(display)
  return kinds.size === 1 ? kinds.has('assigned') : undefined
}

const fileName = (ctx: Context) => `ipv4-services-${tenantOf(ctx)}-${toRfc3339(ctx.now).slice(0, 10)}.csv`

export const leaseRoutes: readonly Endpoint[] = [
  endpoint({
    id: 'listLeases',
    route: 'GET /billing/v1/:tenantUUID/market/ipv4/services',
    tag: 'Services',
    summary: 'List tenant IPv4 services',
    access: { by: 'token', scope: 'billing' },
    query: ListQuery,
    answer: PageOf(LeaseAnswer),
    codes: [200, 400, 401, 403],
    handle: async (ctx, { query }) => {
      const page = pageOf(query, 25)
      const { rows, total } = await showLeases(ctx, {
        tenant: tenantOf(ctx),
        filter: {
          ...filterOf(query),
          statuses: query.status,
          assigned: assigned(query.display),
          asn: query.asn,
        },
        sort: directed(sortKeys(query.sort, leaseSorts, 'address'), query.direction ?? []),
        ...page,
      })
      return {
        data: rows.map((lease) => leaseAnswer(lease, ctx.house.config)),
        meta: pageMeta(page, rows.length, total),
      }
    },
  }),
  endpoint({
    id: 'exportLeases',
    route: 'GET /billing/v1/:tenantUUID/market/ipv4/csv',
    tag: 'Services',
    summary: 'Export tenant IPv4 services to CSV',
    description: 'RFC 4180 with a header row. Without page and per_page it is the whole set, streamed.',
    access: { by: 'token', scope: 'billing' },
    query: ExportQuery,
    content: 'text/csv',
    codes: [200, 400, 401, 403],
    handle: (ctx, { query }) => {
      const wanted = {
        tenant: tenantOf(ctx),
        filter: filterOf(query),
        sort: sortKeys(query.sort, leaseSorts, 'address'),
      }
      const whole = query.page === undefined && query.per_page === undefined
      const batches = leasesInBatches(ctx, wanted, whole ? null : pageOf(query, 25))
      return new Content('text/csv; charset=utf-8', Readable.from(leaseCsv(batches, ctx.house.config)), {
        'content-disposition': `attachment; filename="${fileName(ctx)}"`,
      })
    },
  }),
  endpoint({
    id: 'getLeaseGeodata',
    route: 'GET /billing/v1/:tenantUUID/market/ipv4/services/:serviceUUID/geodata',
    tag: 'Services',
    summary: 'IPv4 service geodata',
    description: 'One row for each provider that knows the block; none where no data has been imported.',
    access: { by: 'token', scope: 'billing' },
    params: LeasePath,
    answer: DataOf(Type.Array(PlaceAnswer)),
    handle: async (ctx, { params }) => ({
      data: (await showLeasePlaces(ctx, tenantOf(ctx), params.serviceUUID)).map(placeAnswer),
    }),
  }),
]
