import { tenantOf } from '../../kernel/context.ts'
import { endpoint, type Endpoint } from '../../kernel/endpoint.ts'
import { Int, named, OneOf, Type } from '../../kernel/http/schema.ts'
import { listTrouble, showHealth } from './health.actions.ts'
import { healthAnswer, HealthAnswer, troubleAnswer, TroubleAnswer } from './health.wire.ts'
import { NotationPath, PageMetadata, pageOf } from '../prefix/prefix.routes.ts'
import { prefixProblem } from '../prefixes.problems.ts'

const HistoryQuery = Type.Object({
  limit: Type.Optional(Int(1, 1_000, { default: 100, description: 'Changes to return.' })),
  offset: Type.Optional(Int(0, 2_147_483_647, { default: 0, description: 'Changes to skip.' })),
})

const TroubleQuery = Type.Object({
  limit: Type.Optional(Int(1, 100, { default: 20, description: 'Prefixes to return.' })),
  offset: Type.Optional(Int(0, 2_000, { default: 0, description: 'Prefixes to skip.' })),
  severity: Type.Optional(OneOf(['critical', 'warning'], 'Only these; the counts are of both.')),
})

export const healthRoutes: readonly Endpoint[] = [
  endpoint({
    id: 'listHealth',
    route: 'GET /nethub-data/:tenantUUID/health',
    tag: 'Prefixes',
    summary: 'List what is wrong',
    description:
      'The prefixes of the company whose routing is critical or deserves a warning, the worst first and the newest of those, as they stood when they were last looked at; with why, judged when asked. Data that is missing or old changes no severity. Counts go up to 1,000.',
    access: { by: 'token', scope: 'nethub-data' },
    query: TroubleQuery,
    answer: TroubleAnswer,
    handle: async (ctx, { query: { limit = 20, offset = 0, severity } }) => {
      const page = { limit, offset }
      return troubleAnswer(await listTrouble(ctx, tenantOf(ctx), { ...page, severity }), page)
    },
  }),
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
