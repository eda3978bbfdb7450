import { tenantOf } from '../../kernel/context.ts'
import { endpoint, type Endpoint } from '../../kernel/endpoint.ts'
import { csvFile } from '../../kernel/http/download.ts'
import { DataOf, Type, Uuid } from '../../kernel/http/schema.ts'
import { leaseCsv, LocationAnswer, locationAnswer } from './lease.wire.ts'
import { LeaseExportQuery, readLeaseExport } from './query.wire.ts'
import { leasesToExport, showLeaseLocations } from './view.actions.ts'

/**
 * What a lessee reads about its leases; their holder reads about them under its offers. The list stands in commerce, for
 * the orders that it shows.
 */

const LeasePath = Type.Object({ serviceUUID: Uuid })

export const leaseRoutes: readonly Endpoint[] = [
  endpoint({
    id: 'exportLeases',
    route: 'GET /billing/v1/:tenantUUID/market/ipv4/csv',
    tag: 'Services',
    summary: 'Export tenant IPv4 services to CSV',
    description: 'RFC 4180 with a header row. Without page and per_page it is the whole set, streamed.',
    access: { by: 'token', scope: 'billing' },
    query: LeaseExportQuery,
    content: 'text/csv',
    codes: [200, 400, 401, 403],
    handle: (ctx, { query }) => {
      const { wanted, page } = readLeaseExport(query, tenantOf(ctx))
      return csvFile(ctx, 'ipv4-services', leaseCsv, leasesToExport(ctx, wanted, page))
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
    answer: DataOf(Type.Array(LocationAnswer)),
    handle: async (ctx, { params }) => ({
      data: (await showLeaseLocations(ctx, tenantOf(ctx), params.serviceUUID)).map(locationAnswer),
    }),
  }),
]
