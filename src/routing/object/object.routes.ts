import { tenantOf } from '../../kernel/context.ts'
import { pageMeta, pageOf, PageOf, pageQuery } from '../../kernel/db/paging.ts'
import { endpoint, type Endpoint } from '../../kernel/endpoint.ts'
import { DataOf, ListOf, OneOf, Text, Type, Uuid } from '../../kernel/http/schema.ts'
import { formatPrefix, parsePrefix } from '../../kernel/ip/index.ts'
import { kernelProblem } from '../../kernel/problems.ts'
import { routingProblem } from '../routing.problems.ts'
import { retryObject, showObjects } from './object.actions.ts'
import { routingObjectStates } from './object.states.ts'
import { ObjectAnswer, objectAnswer } from './object.wire.ts'

const path = '/routing/:tenantUUID/objects'
const common = { tag: 'Routing', access: { by: 'token', scope: 'billing' } } as const
const perPage = 25
const live = routingObjectStates.states.filter((status) => status !== 'gone' && status !== 'left')

const ListQuery = Type.Object({
  ...pageQuery({ perPage, sortable: [] }).properties,
  status: Type.Optional(
    ListOf(
      OneOf(routingObjectStates.states, 'Those that are not over, unless said.'),
      routingObjectStates.states.length,
    ),
  ),
  connector_uuid: Type.Optional(Uuid),
  within: Type.Optional(Text(50, { description: 'A prefix: it and its parts.', examples: ['192.0.2.0/24'] })),
})

function prefixOf(given: string | undefined): string | null {
  if (given === undefined) return null
  const parsed = parsePrefix(given)
  if (!parsed.ok) throw kernelProblem('invalid_fields', { fields: { within: ['is no prefix'] } })
  return formatPrefix(parsed.value)
}

export const objectRoutes: readonly Endpoint[] = [
  endpoint({
    ...common,
    id: 'listRoutingObjects',
    route: `GET ${path}`,
    summary: 'List what your lessees’ letters need at connected registries',
    description: 'ROAs and route objects by prefix, and how far each is.',
    query: ListQuery,
    answer: PageOf(ObjectAnswer),
    handle: async (ctx, { query }) => {
      const page = pageOf(query, perPage)
      const { rows, total } = await showObjects(ctx, {
        ...page,
        tenant: tenantOf(ctx),
        statuses: query.status ?? live,
        connector: query.connector_uuid ?? null,
        within: prefixOf(query.within),
      })
      return { data: rows.map(objectAnswer), meta: pageMeta(page, rows.length, total) }
    },
  }),
  endpoint({
    ...common,
    id: 'retryRoutingObject',
    route: `POST ${path}/:objectUUID/retry`,
    summary: 'Try again what was refused',
    params: Type.Object({ objectUUID: Uuid }),
    answer: DataOf(ObjectAnswer),
    refuses: routingProblem.rows('routing_object_not_refused'),
    handle: async (ctx, { params }) => ({
      data: objectAnswer(await retryObject(ctx, tenantOf(ctx), params.objectUUID)),
    }),
  }),
]
