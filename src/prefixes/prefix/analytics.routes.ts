import { tenantOf } from '../../kernel/context.ts'
import { endpoint, type Endpoint } from '../../kernel/endpoint.ts'
import { Answer, Body, Int, ListOf, named, Nullable, Text, Type } from '../../kernel/http/schema.ts'
import { toRfc3339 } from '../../kernel/time.ts'
import { searchUnannounced } from '../space/unannounced.actions.ts'

const SearchBody = Body('UnannouncedSearch', {
  limit: Type.Optional(Int(1, 1_000, { default: 100 })),
  offset: Type.Optional(Int(0, 2_147_483_647, { default: 0 })),
  organisations: Type.Optional(ListOf(Text(255), 100)),
})

const Unannounced = named('UnannouncedAggregate', {
  notation: Type.String({ examples: ['192.0.2.0/24'] }),
  tenant_uuid: Type.String(),
  organisation: Type.String(),
  isMaster: Type.Boolean({ description: 'It is a whole block the company holds.' }),
  lastSeen: Nullable(Type.String({ description: 'RFC 3339; null when it has never been seen announced here.' })),
})

export const analyticsRoutes: readonly Endpoint[] = [
  endpoint({
    id: 'searchUnannounced',
    route: 'POST /nethub-analytics/:tenantUUID/aggregates/search/unannounced',
    tag: 'Prefixes',
    summary: 'Search unannounced aggregates',
    description:
      'The largest blocks inside what the company holds or leases that no route covers, in address order. Without routing data nothing can be said: then takenAt is null.',
    access: { by: 'token', scope: 'nethub-analytics' },
    body: SearchBody,
    answer: named('UnannouncedAggregates', {
      data: Type.Array(Unannounced),
      metadata: Answer({
        limit: Type.Integer(),
        offset: Type.Integer(),
        takenAt: Nullable(Type.String({ description: 'Of the routing data, RFC 3339.' })),
        stale: Type.Boolean({ description: 'The routing data is older than it may be.' }),
      }),
    }),
    ownTransactions: true,
    handle: async (ctx, { body }) => {
      const { limit = 100, offset = 0, organisations = [] } = body
      const { aggregates, takenAt, stale } = await searchUnannounced(ctx, tenantOf(ctx), {
        organisations,
        limit,
        offset,
      })
      return {
        data: aggregates.map(({ notation, tenantUuid, organisation, master, lastSeen }) => ({
          notation,
          tenant_uuid: tenantUuid,
          organisation,
          isMaster: master,
          lastSeen: toRfc3339(lastSeen),
        })),
        metadata: { limit, offset, takenAt: toRfc3339(takenAt), stale },
      }
    },
  }),
]
