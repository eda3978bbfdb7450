import { endpoint, type Endpoint } from '../../kernel/endpoint.ts'
import { DataOf, Type, Uuid } from '../../kernel/http/schema.ts'
import { mostShown, showCompany } from './company.actions.ts'
import { OperatorCompanyAnswer, operatorCompanyAnswer } from './company.wire.ts'

export const companyRoutes: readonly Endpoint[] = [
  endpoint({
    id: 'operatorShowCompany',
    route: 'GET /portal/operator/companies/:companyUUID',
    tag: 'Operator',
    summary: 'Show what a company leases, lists, owes and is owed',
    description: `Figures, and the newest ${mostShown} leases, listings, invoices and payouts; each has a list of its own.`,
    access: { by: 'operator' },
    params: Type.Object({ companyUUID: Uuid }),
    answer: DataOf(OperatorCompanyAnswer),
    handle: async (ctx, { params }) => ({
      data: operatorCompanyAnswer(await showCompany(ctx, params.companyUUID), ctx.house.config.currency),
    }),
  }),
]
