import { tenantOf, type Context } from '../../kernel/context.ts'
import { endpoint, type Endpoint } from '../../kernel/endpoint.ts'
import { pageMeta, pageOf, PageOf, sortKeys } from '../../kernel/db/paging.ts'
import { DataOf, named, Nullable, Type, Uuid } from '../../kernel/http/schema.ts'
import { toUnix } from '../../kernel/time.ts'
import { loaAnswer } from '../../letters/index.ts'
import { oneLeaseAnswer, oneLeaseFields, PendingOrder } from '../../market/index.ts'
import { showService, showSubscription, showSubscriptions } from './view.actions.ts'
import {
  searchedStatuses,
  SubscriptionAnswer,
  subscriptionAnswer,
  SubscriptionPath,
  SubscriptionQuery,
  SubscriptionSearch,
  subscriptionSorts,
} from './subscription.wire.ts'
import type { SubscriptionStatus } from './subscription.states.ts'
import { ServiceTermination, serviceTermination } from '../termination/termination.wire.ts'

const subscriptions = '/ecommerce/public/:user_id/subscriptions'
const access = { by: 'token', scope: 'ecommerce' } as const
const perPage = 10

interface Wish {
  readonly status: readonly SubscriptionStatus[]
  readonly name: string | undefined
  readonly uuids?: readonly string[] | undefined
  readonly sort: readonly string[] | undefined
  readonly page: ReturnType<typeof pageOf>
}

async function pageFor(ctx: Context, { status, name, uuids, sort, page }: Wish) {
  const { rows, total } = await showSubscriptions(ctx, {
    tenant: tenantOf(ctx),
    status,
    name,
    uuids,
    sort: sortKeys(sort, subscriptionSorts, '-started_at'),
    ...page,
  })
  const data = rows.map((view) => subscriptionAnswer(view, ctx.house.config))
  return { data, meta: pageMeta(page, rows.length, total) }
}

const ServiceAnswer = named('LeaseInFull', {
  ...oneLeaseFields,
  ecommerce_pending_order: Nullable(PendingOrder),
  termination: Nullable(ServiceTermination),
})

export const subscriptionRoutes: readonly Endpoint[] = [
  endpoint({
    id: 'listSubscriptions',
    route: `GET ${subscriptions}`,
    tag: 'Subscriptions',
    summary: 'List subscriptions',
    description: 'The newest first unless sorted otherwise.',
    access,
    query: SubscriptionQuery,
    answer: PageOf(SubscriptionAnswer),
    handle: (ctx, { query }) =>
      pageFor(ctx, {
        status: query.filter?.status ?? [],
        name: query.filter?.name,
        sort: query.sort,
        page: pageOf(query, perPage),
      }),
  }),
  endpoint({
    id: 'searchSubscriptions',
    route: `POST ${subscriptions}/search`,
    tag: 'Subscriptions',
    summary: 'Search subscriptions',
    description: 'The list again, with filters that are too long for an address. It changes nothing.',
    access,
    body: SubscriptionSearch,
    answer: PageOf(SubscriptionAnswer),
    handle: (ctx, { body }) =>
      pageFor(ctx, {
        status: searchedStatuses(body.filter?.status),
        name: body.filter?.name,
        uuids: body.filter?.uuids,
        sort: body.sort?.split(','),
        page: pageOf(body, perPage),
      }),
  }),
  endpoint({
    id: 'getSubscription',
    route: `GET ${subscriptions}/:subscription_uuid`,
    tag: 'Subscriptions',
    summary: 'Read a subscription',
    access,
    params: SubscriptionPath,
    answer: DataOf(SubscriptionAnswer),
    handle: async (ctx, { params }) => ({
      data: subscriptionAnswer(await showSubscription(ctx, tenantOf(ctx), params.subscription_uuid), ctx.house.config),
    }),
  }),
  endpoint({
    id: 'getLease',
    route: 'GET /billing/v1/:tenantUUID/market/ipv4/services/:serviceUUID',
    tag: 'Services',
    summary: 'Read an IPv4 service, and what terminating it would mean',
    description: 'Known as the billing terminate request. It changes nothing.',
    access: { by: 'token', scope: 'billing' },
    params: Type.Object({ serviceUUID: Uuid }),
    answer: DataOf(ServiceAnswer),
    codes: [200, 400, 401, 403, 404],
    handle: async (ctx, { params }) => {
      const { lease, letters, leaving, order, request } = await showService(ctx, tenantOf(ctx), params.serviceUUID)
      return {
        data: {
          ...oneLeaseAnswer(lease, letters.map(loaAnswer), leaving, ctx.house.config),
          ecommerce_pending_order: order
            ? { uuid: order.uuid, status: order.status, expires_at: toUnix(order.expires_at) }
            : null,
          termination: request ? serviceTermination(request) : null,
        },
      }
    },
  }),
]
