import { tenantOf } from '../../kernel/context.ts'
import { endpoint, type Endpoint } from '../../kernel/endpoint.ts'
import { DataOf } from '../../kernel/http/schema.ts'
import { showBlock } from './block.actions.ts'
import { BlockAnswer, blockAnswer, BlockPath, readBlockPath } from './block.wire.ts'

export const blockRoutes: readonly Endpoint[] = [
  endpoint({
    id: 'getMarketBlock',
    route: 'GET /billing/v1/:tenantUUID/market/blocks/:address/:cidr',
    tag: 'Market',
    summary: 'Get a block on offer',
    description:
      'Any block of a size that is priced, inside an offer that is on the market: whether it can be had, for how much, and what the data says of it. What is held, leased or hidden is not free.',
    access: { by: 'token', scope: 'billing' },
    params: BlockPath,
    answer: DataOf(BlockAnswer),
    handle: async (ctx, { params }) => {
      const view = await showBlock(ctx, tenantOf(ctx), readBlockPath(params))
      return { data: blockAnswer(view, ctx.house.config.currency) }
    },
  }),
]
