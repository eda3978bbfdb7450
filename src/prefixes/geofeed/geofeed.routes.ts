import { Readable } from 'node:stream'
import { tenantOf } from '../../kernel/context.ts'
import { Content, endpoint, type Endpoint } from '../../kernel/endpoint.ts'
import { pageMeta, pageOf, PageOf, pageQuery } from '../../kernel/db/paging.ts'
import { Body, DataOf, named, Nullable, Text, Type, UnixTime, Uuid } from '../../kernel/http/schema.ts'
import { toUnix } from '../../kernel/time.ts'
import { geofeedOf, listGeofeed, removeGeofeed, setGeofeed } from './geofeed.actions.ts'
import { prefixProblem } from '../prefixes.problems.ts'

/** Where leased blocks are used (RFC 8805): said per lease by its lessee, published as one file per company. */

const LeasePath = Type.Object({ serviceUUID: Uuid })

/** No control characters: a line is a line. */
const LocationText = (most: number, example: string) =>
  Nullable(Text(most, { pattern: '^[^\\u0000-\\u001f\\u007f]+$', examples: [example] }))

const Line = Body('NewGeofeedLine', {
  notation: Type.Optional(Text(64, { description: 'A part of the leased block; without it the whole block.' })),
  country_code: Text(2, { pattern: '^[A-Z]{2}$', description: 'ISO 3166-1 alpha-2.', examples: ['NL'] }),
  region_code: Type.Optional(
    Nullable(Text(6, { pattern: '^[A-Z]{2}-[A-Z0-9]{1,3}$', description: 'ISO 3166-2.', examples: ['NL-NH'] })),
  ),
  city_name: Type.Optional(LocationText(128, 'Amsterdam')),
  postal_code: Type.Optional(LocationText(20, '1015 CN')),
})

const shown = {
  notation: Type.String(),
  country_code: Type.String(),
  region_code: Nullable(Type.String()),
  city_name: Nullable(Type.String()),
  postal_code: Nullable(Type.String()),
}

const ListedLine = named('ListedGeofeedLine', { service_uuid: Type.String(), ...shown, changed_at: UnixTime })

const ListQuery = pageQuery({ perPage: 25, sortable: [], filters: { service_uuid: Type.Optional(Uuid) } })

const access = { by: 'token', scope: 'billing' } as const

/** Of a company that has none it is the same; readers look again within the hour. */
const cached = { 'cache-control': 'public, max-age=3600' }

export const geofeedRoutes: readonly Endpoint[] = [
  endpoint({
    id: 'setLeaseGeofeed',
    route: 'PUT /billing/v1/:tenantUUID/market/ipv4/services/:serviceUUID/geofeed',
    tag: 'Geofeed',
    summary: 'Say where a leased block is used',
    description: 'Replaces all lines of this lease. All or nothing.',
    access,
    params: LeasePath,
    body: Body('NewGeofeed', { lines: Type.Array(Line, { minItems: 1, maxItems: 256 }) }),
    answer: DataOf(Type.Array(named('GeofeedLine', shown))),
    refuses: prefixProblem.rows('geofeed_invalid'),
    examples: { body: { lines: [{ country_code: 'NL', region_code: 'NL-NH', city_name: 'Amsterdam' }] } },
    handle: async (ctx, { params, body }) => ({
      data: (await setGeofeed(ctx, tenantOf(ctx), params.serviceUUID, body.lines)).map(({ block, ...place }) => ({
        notation: block,
        ...place,
      })),
    }),
  }),
  endpoint({
    id: 'removeLeaseGeofeed',
    route: 'DELETE /billing/v1/:tenantUUID/market/ipv4/services/:serviceUUID/geofeed',
    tag: 'Geofeed',
    summary: 'Say no longer where a leased block is used',
    access,
    params: LeasePath,
    status: 204,
    handle: async (ctx, { params }) => removeGeofeed(ctx, tenantOf(ctx), params.serviceUUID),
  }),
  endpoint({
    id: 'listGeofeed',
    route: 'GET /billing/v1/:tenantUUID/market/ipv4/geofeed',
    tag: 'Geofeed',
    summary: "List the lines of the company's geofeed",
    description: 'Those of leases that live, in address order.',
    access,
    query: ListQuery,
    answer: PageOf(ListedLine),
    handle: async (ctx, { query }) => {
      const page = pageOf(query, 25)
      const { rows, total } = await listGeofeed(ctx, tenantOf(ctx), query.filter?.service_uuid ?? null, page)
      const data = rows.map((line) => ({
        service_uuid: line.lease_uuid,
        notation: line.block,
        country_code: line.country_code,
        region_code: line.region_code,
        city_name: line.city_name,
        postal_code: line.postal_code,
        changed_at: toUnix(line.changed_at),
      }))
      return { data, meta: pageMeta(page, rows.length, total) }
    },
  }),
  endpoint({
    id: 'readGeofeed',
    route: 'GET /geofeed/:tenantUUID.csv',
    tag: 'Geofeed',
    summary: "Read a company's geofeed",
    description: 'RFC 8805, for anyone: name its address in the registry records of the blocks (RFC 9632).',
    access: { by: 'anyone' },
    params: Type.Object({ tenantUUID: Uuid }),
    content: 'text/csv',
    handle: (ctx) => new Content('text/csv; charset=utf-8', Readable.from(geofeedOf(ctx, tenantOf(ctx))), cached),
  }),
]
