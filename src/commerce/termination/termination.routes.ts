import { tenantOf } from '../../kernel/context.ts'
import { endpoint, type Endpoint } from '../../kernel/endpoint.ts'
import { pageMeta, pageOf, PageOf, sortKeys } from '../../kernel/db/paging.ts'
import { DataOf, Type, Uuid } from '../../kernel/http/schema.ts'
import { commerceProblem } from '../commerce.problems.ts'
import {
  approveTermination,
  cancelTermination,
  labelRequests,
  listRequests,
  rejectTermination,
  requestTermination,
} from './termination.actions.ts'
import type { TerminationRequest } from './termination.store.ts'
import {
  ListedTerminationAnswer,
  listedTerminationAnswer,
  OperatorTerminationAnswer,
  operatorTerminationAnswer,
  TerminateBody,
  TerminationAnswer,
  terminationAnswer,
  terminationQuery,
  terminationSorts,
} from './termination.wire.ts'

const subscriptions = '/ecommerce/public/:user_id/subscriptions'
const requests = '/portal/operator/termination-requests'
const access = { by: 'token', scope: 'ecommerce' } as const
const RequestPath = Type.Object({ request_uuid: Uuid })

export const terminationRoutes: readonly Endpoint[] = [
  endpoint({
    id: 'terminateSubscription',
    route: `POST ${subscriptions}/:subscription_uuid/terminate`,
    tag: 'Subscriptions',
    summary: 'Ask for the end of a subscription',
    description:
      'At the end of the period it needs nobody: it ends then, or with the commitment where that runs longer, and can be cancelled until then. At once it waits for the operator, unless the installation does not; the period that runs is not refunded, and leaving a commitment early is billed.',
    access,
    status: 201,
    params: Type.Object({ subscription_uuid: Uuid }),
    body: TerminateBody,
    answer: DataOf(TerminationAnswer),
    ownTransactions: 'keeps answers',
    refuses: commerceProblem.rows('subscription_terminated', 'termination_requested'),
    handle: async (ctx, input) => {
      const { params, body } = input
      const answer = (request: TerminationRequest) => ({ data: terminationAnswer(request, ctx.house.config) })
      const wish = {
        type: body.type,
        reason: body.reason,
        details: body.details ?? null,
        useAgain: body.meta?.use_again ?? null,
      }
      const keep = (tx: typeof ctx, request: TerminationRequest) => input.keep(tx, answer(request))
      return answer(await requestTermination(ctx, tenantOf(ctx), params.subscription_uuid, wish, keep))
    },
  }),
  endpoint({
    id: 'listTerminationRequests',
    route: `GET ${subscriptions}/termination-requests`,
    tag: 'Subscriptions',
    summary: 'List termination requests',
    description: 'The newest first unless sorted otherwise.',
    access,
    query: terminationQuery(10),
    answer: PageOf(TerminationAnswer),
    handle: async (ctx, { query }) => {
      const page = pageOf(query, 10)
      const [key] = sortKeys(query.sort, terminationSorts, '-requested_at')
      const wish = { tenant: tenantOf(ctx), status: query.filter?.status ?? [], descending: key?.descending ?? true }
      const { rows, total } = await listRequests(ctx, { ...wish, ...page })
      const data = rows.map((request) => terminationAnswer(request, ctx.house.config))
      return { data, meta: pageMeta(page, rows.length, total) }
    },
  }),
  endpoint({
    id: 'cancelTerminationRequest',
    route: `POST ${subscriptions}/termination-requests/:request_uuid/cancel`,
    tag: 'Subscriptions',
    summary: 'Cancel a termination request',
    description: 'Until it has been carried out; the subscription then renews as before.',
    access,
    params: RequestPath,
    answer: DataOf(TerminationAnswer),
    refuses: commerceProblem.rows('termination_closed'),
    handle: async (ctx, { params }) => {
      const request = await cancelTermination(ctx, tenantOf(ctx), params.request_uuid)
      return { data: terminationAnswer(request, ctx.house.config) }
    },
  }),
  endpoint({
    id: 'operatorListTerminationRequests',
    route: `GET ${requests}`,
    tag: 'Operator',
    summary: 'List termination requests of all companies',
    description: 'The oldest first unless sorted otherwise.',
    access: { by: 'operator' },
    query: terminationQuery(25),
    answer: PageOf(ListedTerminationAnswer),
    handle: async (ctx, { query }) => {
      const page = pageOf(query, 25)
      const [key] = sortKeys(query.sort, terminationSorts, 'requested_at')
      const wish = { status: query.filter?.status ?? [], descending: key?.descending ?? false }
      const { rows, total } = await listRequests(ctx, { ...wish, ...page })
      const labelled = await labelRequests(ctx, rows)
      const data = labelled.map((request) => listedTerminationAnswer(request, ctx.house.config))
      return { data, meta: pageMeta(page, rows.length, total) }
    },
  }),
  endpoint({
    id: 'operatorApproveTermination',
    route: `POST ${requests}/:request_uuid/approve`,
    tag: 'Operator',
    summary: 'Agree to the end of a subscription at once',
    access: { by: 'operator' },
    params: RequestPath,
    answer: DataOf(OperatorTerminationAnswer),
    ownTransactions: 'keeps answers',
    refuses: commerceProblem.rows('termination_decided'),
    handle: async (ctx, input) => {
      const answer = (request: TerminationRequest) => ({ data: operatorTerminationAnswer(request, ctx.house.config) })
      const keep = (tx: typeof ctx, request: TerminationRequest) => input.keep(tx, answer(request))
      return answer(await approveTermination(ctx, input.params.request_uuid, keep))
    },
  }),
  endpoint({
    id: 'operatorRejectTermination',
    route: `POST ${requests}/:request_uuid/reject`,
    tag: 'Operator',
    summary: 'Refuse the end of a subscription at once',
    access: { by: 'operator' },
    params: RequestPath,
    answer: DataOf(OperatorTerminationAnswer),
    refuses: commerceProblem.rows('termination_decided'),
    handle: async (ctx, { params }) => ({
      data: operatorTerminationAnswer(await rejectTermination(ctx, params.request_uuid), ctx.house.config),
    }),
  }),
]
