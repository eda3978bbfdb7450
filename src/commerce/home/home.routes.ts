import { sessionOf } from '../../identity/index.ts'
import { tenantOf } from '../../kernel/context.ts'
import { endpoint, type Endpoint } from '../../kernel/endpoint.ts'
import { Body, DataOf, Type } from '../../kernel/http/schema.ts'
import { addDays } from '../../kernel/time.ts'
import { chooseChecklist, daysAhead, homeOf } from './home.actions.ts'
import { HomeAnswer, homeAnswer } from './home.wire.ts'

const access = { by: 'member', role: 'viewer' } as const

export const homeRoutes: readonly Endpoint[] = [
  endpoint({
    id: 'portalHome',
    route: 'GET /portal/companies/:tenantUUID/home',
    tag: 'Portal',
    summary: 'What a company begins its day with',
    description:
      'What waits, what it leases and what renews next, what its blocks bring and which of them nobody finds; for a new company its first steps.',
    access,
    answer: DataOf(HomeAnswer),
    handle: async (ctx, { caller }) => {
      const home = await homeOf(ctx, tenantOf(ctx), sessionOf(caller).userUuid)
      return { data: homeAnswer(home, addDays(ctx.now, daysAhead), ctx.house.config.currency) }
    },
  }),
  endpoint({
    id: 'portalChooseChecklist',
    route: 'PUT /portal/companies/:tenantUUID/checklist',
    tag: 'Portal',
    summary: 'Hide the first steps of a company, or show them again',
    description: 'For the caller alone.',
    access,
    status: 204,
    body: Body('ChecklistChoice', { hidden: Type.Boolean() }),
    examples: { body: { hidden: true } },
    handle: (ctx, { body, caller }) => chooseChecklist(ctx, tenantOf(ctx), sessionOf(caller).userUuid, body.hidden),
  }),
]
