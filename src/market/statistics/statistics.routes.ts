import { tenantOf } from '../../kernel/context.ts'
import { endpoint, type Endpoint } from '../../kernel/endpoint.ts'
import { DataOf } from '../../kernel/http/schema.ts'
import { holderStatistics } from './statistics.actions.ts'
import { StatisticsAnswer, statisticsAnswer, StatisticsQuery, usualMonths } from './statistics.wire.ts'

export const statisticsRoutes: readonly Endpoint[] = [
  endpoint({
    id: 'getMarketStatistics',
    route: 'GET /billing/v1/:tenantUUID/market/statistics',
    tag: 'Market',
    summary: 'Get what your market services came to',
    description: 'By calendar month in UTC: addresses listed and used, run rate, leases begun and ended, earnings.',
    access: { by: 'token', scope: 'billing' },
    query: StatisticsQuery,
    answer: DataOf(StatisticsAnswer),
    handle: async (ctx, { query }) => {
      const statistics = await holderStatistics(ctx, tenantOf(ctx), query.months ?? usualMonths)
      return { data: statisticsAnswer(statistics, ctx.house.config.currency) }
    },
  }),
]
