import { tenantOf } from '../../kernel/context.ts'
import { endpoint, type Endpoint } from '../../kernel/endpoint.ts'
import { DataOf, Int, Type } from '../../kernel/http/schema.ts'
import { commerceProblem } from '../commerce.problems.ts'
import { forecast } from './forecast.actions.ts'
import { ForecastAnswer, forecastAnswer } from './forecast.wire.ts'

export const forecastRoutes: readonly Endpoint[] = [
  endpoint({
    id: 'getForecast',
    route: 'GET /billing/v1/:tenantUUID/forecast',
    tag: 'Subscriptions',
    summary: 'Foresee renewals, earnings and payouts',
    description:
      'What the company will be charged and what it will earn in the months ahead if every payment succeeds, by the rules that renewals go by. Changes nothing, and keeps nobody waiting.',
    access: { by: 'token', scope: 'billing' },
    query: Type.Object({
      months: Type.Optional(Int(1, 24, { default: 3, description: 'How many months ahead.' })),
    }),
    answer: DataOf(ForecastAnswer),
    refuses: commerceProblem.rows('forecast_too_large'),
    handle: async (ctx, { query }) => ({
      data: forecastAnswer(await forecast(ctx, tenantOf(ctx), query.months ?? 3), ctx.house.config.currency),
    }),
  }),
]
