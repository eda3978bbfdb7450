import { endpoint, type Endpoint } from '../kernel/endpoint.ts'
import { health } from '../kernel/health.ts'
import { DataOf, named, OneOf, Type, UnixTime } from '../kernel/http/schema.ts'
import { toUnix } from '../kernel/time.ts'
import { dataAreas, dataFreshness } from '../network/index.ts'

/** What `/readyz` and the age of the network data say, for people. From memory: anyone may ask. */

const StatusAnswer = named('SiteStatus', {
  ready: Type.Boolean({
    description: 'Whether orders, payments and everything else that changes something are taken.',
  }),
  data: Type.Array(
    named('DataFreshness', {
      area: OneOf(dataAreas),
      taken_at: UnixTime,
      stale: Type.Boolean({ description: 'Too old to be relied on: what depends on it waits.' }),
    }),
    { description: 'What is known of the internet, by what it is about; what nothing is known about is not there.' },
  ),
})

export const statusRoutes: readonly Endpoint[] = [
  endpoint({
    id: 'portalStatus',
    route: 'GET /portal/status',
    tag: 'Portal',
    summary: 'Whether this installation works, and how old its data is',
    access: { by: 'anyone' },
    answer: DataOf(StatusAnswer),
    handle: async (ctx) => {
      const ready = await health(ctx).ready(ctx.house.readers)
      const data = dataFreshness(ctx).map(({ area, takenAt, stale }) => ({
        area,
        taken_at: toUnix(takenAt) ?? 0,
        stale,
      }))
      return { data: { ready, data } }
    },
  }),
]
