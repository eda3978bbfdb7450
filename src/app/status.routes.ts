import { endpoint, type Endpoint } from '../kernel/endpoint.ts'
import { health } from '../kernel/health.ts'
import { DataOf, named, Nullable, OneOf, Type, UnixTime } from '../kernel/http/schema.ts'
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
      taken_at: { ...UnixTime, description: 'Of when the data is, where it says so.' },
      checked_at: { ...UnixTime, description: 'When it was imported, or was last found unchanged.' },
      fresh_seconds: Nullable(
        Type.Integer({ description: 'How old it may grow; null: it is a sample that nobody renews.' }),
      ),
      stale: Type.Boolean({ description: 'Too old to be relied on: what depends on it waits.' }),
    }),
    {
      description:
        'What is known of the internet, by what it is about, as its oldest source has it; what nothing is known about is not there.',
    },
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
      const data = dataFreshness(ctx).map(({ area, takenAt, checkedAt, freshSeconds, stale }) => ({
        area,
        taken_at: toUnix(takenAt),
        checked_at: toUnix(checkedAt),
        fresh_seconds: freshSeconds,
        stale,
      }))
      return { data: { ready, data } }
    },
  }),
]
