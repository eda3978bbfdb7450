import { tenantOf } from '../../kernel/context.ts'
import { endpoint, type Endpoint } from '../../kernel/endpoint.ts'
import { DataOf } from '../../kernel/http/schema.ts'
import { marketProblem } from '../market.problems.ts'
import { showProspect } from './prospect.actions.ts'
import { ProspectAnswer, prospectAnswer, ProspectQuery } from './prospect.wire.ts'

export const prospectRoutes: readonly Endpoint[] = [
  endpoint({
    id: 'lookBeforeListing',
    route: 'GET /billing/v1/:tenantUUID/market/prospect',
    tag: 'Market',
    summary: 'Look at a block before offering it',
    description:
      'What the registry data says of it, how you would prove that it is yours, how the checks would come out now, and the commission. Changes nothing and mails nobody.',
    access: { by: 'token', scope: 'billing' },
    query: ProspectQuery,
    answer: DataOf(ProspectAnswer),
    refuses: marketProblem.rows('prefix_invalid', 'block_listed'),
    handle: async (ctx, { query }) => {
      const { address, cidr, own_asns = [] } = query
      const prospect = await showProspect(ctx, tenantOf(ctx), { address, length: cidr, ownAsns: own_asns })
      return { data: prospectAnswer(prospect, ctx.house.config) }
    },
  }),
]
