import { tenantOf } from '../../kernel/context.ts'
import { endpoint, type Endpoint } from '../../kernel/endpoint.ts'
import { pageMeta, PageOf } from '../../kernel/db/paging.ts'
import { DataOf, named, Nullable, OneOf, Type, UnixTime, Uuid, type Static } from '../../kernel/http/schema.ts'
import { toUnix } from '../../kernel/time.ts'
import { loaAnswer } from '../../letters/index.ts'
import {
  leaseAnswer,
  leaseFields,
  LeaseListQuery,
  oneLeaseAnswer,
  oneLeaseFields,
  readLeaseList,
} from '../../market/index.ts'
import { standings } from '../../prefixes/index.ts'
import type { PendingOrder } from '../renewal/renewal.store.ts'
import { ServiceTermination, serviceTermination } from '../termination/termination.wire.ts'
import { showService, showServices } from './view.actions.ts'

/** Leases as their lessee reads them, with what is open about each: its next order, and the request to end it. */

const access = { by: 'token', scope: 'billing' } as const

/** An order that waits for the money for it. */
const PendingOrderAnswer = named('PendingOrder', {
  uuid: Uuid,
  status: Type.String(),
  expires_at: Nullable(UnixTime),
})

const pending = { ecommerce_pending_order: Nullable(PendingOrderAnswer) }
const LeaseAnswer = named('Lease', { ...leaseFields, ...pending })
const LeaseInFull = named('LeaseInFull', {
  ...oneLeaseFields,
  ...pending,
  termination: Nullable(ServiceTermination),
})

const pendingAnswer = (order: PendingOrder | undefined): Static<typeof PendingOrderAnswer> | null =>
  order ? { uuid: order.uuid, status: order.status, expires_at: toUnix(order.expires_at) } : null

const RoutingQuery = Type.Object({
  ...LeaseListQuery.properties,
  routing: Type.Optional(
    OneOf(standings, 'How the routing of its block stood when it was last looked at; of leases that run.'),
  ),
})

export const leaseRoutes: readonly Endpoint[] = [
  endpoint({
    id: 'listLeases',
    route: 'GET /billing/v1/:tenantUUID/market/ipv4/services',
    tag: 'Services',
    summary: 'List tenant IPv4 services',
    access,
    query: RoutingQuery,
    answer: PageOf(LeaseAnswer),
    codes: [200, 400, 401, 403],
    handle: async (ctx, { query }) => {
      const wish = readLeaseList(query, tenantOf(ctx))
      const { rows, total } = await showServices(ctx, wish, query.routing)
      return {
        data: rows.map(({ lease, letters, order }) => ({
          ...leaseAnswer(lease, letters.map(loaAnswer), ctx.house.config),
          ecommerce_pending_order: pendingAnswer(order),
        })),
        meta: pageMeta(wish, rows.length, total),
      }
    },
  }),
  endpoint({
    id: 'getLease',
    route: 'GET /billing/v1/:tenantUUID/market/ipv4/services/:serviceUUID',
    tag: 'Services',
    summary: 'Read an IPv4 service, and what terminating it would mean',
    description: 'Known as the billing terminate request. It changes nothing.',
    access,
    params: Type.Object({ serviceUUID: Uuid }),
    answer: DataOf(LeaseInFull),
    codes: [200, 400, 401, 403, 404],
    handle: async (ctx, { params }) => {
      const { lease, letters, leaving, order, request } = await showService(ctx, tenantOf(ctx), params.serviceUUID)
      return {
        data: {
          ...oneLeaseAnswer(lease, letters.map(loaAnswer), leaving, ctx.house.config),
          ecommerce_pending_order: pendingAnswer(order),
          termination: request ? serviceTermination(request) : null,
        },
      }
    },
  }),
]
