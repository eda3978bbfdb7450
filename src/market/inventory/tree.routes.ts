import { tenantOf } from '../../kernel/context.ts'
import { endpoint, type Endpoint } from '../../kernel/endpoint.ts'
import { Type, Uuid } from '../../kernel/http/schema.ts'
import { showTree } from './tree.actions.ts'
import { readTreeWish, TreeAnswer, treeAnswer, TreeQuery } from './tree.wire.ts'

export const treeRoutes: readonly Endpoint[] = [
  endpoint({
    id: 'getOfferTree',
    route: 'GET /billing/v1/:tenantUUID/market/services/:ipmarketServiceUUID/tree',
    tag: 'Market',
    summary: 'Get how a market service is split',
    description:
      'The block and its halves, and theirs, down to maximum_split or the depth asked for: what is free, hidden, held and leased in each. What is leased or held as one is not split further. Look deeper by naming a part.',
    access: { by: 'token', scope: 'billing' },
    params: Type.Object({ ipmarketServiceUUID: Uuid }),
    query: TreeQuery,
    answer: TreeAnswer,
    handle: async (ctx, { params, query }) =>
      treeAnswer(await showTree(ctx, tenantOf(ctx), params.ipmarketServiceUUID, readTreeWish(query)), ctx.house.config),
  }),
]
