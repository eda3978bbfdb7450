import { tenantOf } from '../../kernel/context.ts'
import { endpoint, type Endpoint } from '../../kernel/endpoint.ts'
import { Int, named, Type } from '../../kernel/http/schema.ts'
import { showHealth } from './health.actions.ts'
import { healthAnswer, HealthAnswer } from './health.wire.ts'
import { NotationPath, PageMetadata, pageOf } from '../prefix/prefix.routes.ts'
import { prefixProblem } from '../prefixes.problems.ts'

const HistoryQuery = Type.Object({
  limit: Type.Optional(Int(1, 1_000, { default: 100, description: 'Changes to return.' })),
  offset: Type.Optional(Int(0, 2_147_483_647, { default: 0, description: 'Changes to skip.' })),
})

export const healthRoutes: readonly Endpoint[] = [
  endpoint({
    id: 'getPrefixHealth',
    route: 'GET /nethub-data/:tenantUUID/prefixes/:notation/health',
    tag: 'Prefixes',
    summary: 'Get routing health',
    description:
      'How the routing of a prefix stands, why, what to do about it, and how it stood before. Judged when asked; limit and offset count changes of the past.',
    access: { by: 'token', scope: 'nethub-data' },
    params: NotationPath,
    query: HistoryQuery,
    answer: named('PrefixHealthPage', { data: HealthAnswer, metadata: PageMetadata }),
    refuses: prefixProblem.rows('invalid_notation'),
    handle: async (ctx, { params, query }) => {
      const page = pageOf(query)
      return { data: healthAnswer(await showHealth(ctx, tenantOf(ctx), params.notation, page)), metadata: page }
    },
  }),
]
