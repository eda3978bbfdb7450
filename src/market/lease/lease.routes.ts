import { Readable } from 'node:stream'
import { tenantOf, type Context } from '../../kernel/context.ts'
import { Content, endpoint, type Endpoint } from '../../kernel/endpoint.ts'
import { DataOf, Type, Uuid } from '../../kernel/http/schema.ts'
import { toRfc3339 } from '../../kernel/time.ts'
import { leaseCsv, LocationAnswer, locationAnswer } from './lease.wire.ts'
import { LeaseExportQuery, readLeaseExport } from './query.wire.ts'
import { leasesInBatches, showLeaseLocations } from './view.actions.ts'

/**
 * What a lessee reads about its leases; their holder reads about them under its offers. The list stands with the letters,
 * which it shows.
 */

const LeasePath = Type.Object({ serviceUUID: Uuid })

const fileName = (ctx: Context) => `ipv4-services-${tenantOf(ctx)}-${toRfc3339(ctx.now).slice(0, 10)}.csv`

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
      const batches = leasesInBatches(ctx, wanted, page)
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
    answer: DataOf(Type.Array(LocationAnswer)),
    handle: async (ctx, { params }) => ({
      data: (await showLeaseLocations(ctx, tenantOf(ctx), params.serviceUUID)).map(locationAnswer),
    }),
  }),
]
