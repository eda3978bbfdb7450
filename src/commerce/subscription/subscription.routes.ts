import { tenantOf, type Context } from '../../kernel/context.ts'
import { endpoint, type Endpoint } from '../../kernel/endpoint.ts'
import { pageMeta, pageOf, PageOf, sortKeys } from '../../kernel/db/paging.ts'
import { DataOf } from '../../kernel/http/schema.ts'
import { showSubscription, showSubscriptions } from './view.actions.ts'
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
]
