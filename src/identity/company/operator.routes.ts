import { endpoint, type Endpoint } from '../../kernel/endpoint.ts'
import { pageMeta, pageOf, PageOf, pageQuery } from '../../kernel/db/paging.ts'
import { Body, DataOf, Email, ListOf, Nullable, OneOf, Text, Type, Uuid } from '../../kernel/http/schema.ts'
import { CompanyAnswer, companyAnswer } from './company.routes.ts'
import { identityProblem } from '../identity.problems.ts'
import { createTenant, listTenants, moveTenant } from './tenant.actions.ts'
import { tenantStates } from './tenant.states.ts'

/** What operators do with companies. */

const events = ['activate', 'suspend', 'restore', 'close'] as const

export const operatorRoutes: readonly Endpoint[] = [
  endpoint({
    id: 'operatorListCompanies',
    route: 'GET /portal/operator/companies',
    tag: 'Operator',
    summary: 'List companies',
    access: { by: 'operator' },
    query: pageQuery({
      perPage: 25,
      sortable: [],
      filters: {
        status: Type.Optional(ListOf(OneOf(tenantStates.states), 4)),
        search: Type.Optional(
          Text(255, {
            description:
              'Part of the title or of the contact address, the customer number, or how the UUID begins (six digits or more).',
          }),
        ),
      },
    }),
    answer: PageOf(CompanyAnswer),
    handle: async (ctx, { query }) => {
      const page = pageOf(query, 25)
      const { status = [], search } = query.filter ?? {}
      const { rows, total } = await listTenants(ctx, { status, search: search ?? null, ...page })
      return { data: rows.map(companyAnswer), meta: pageMeta(page, rows.length, total) }
    },
  }),
  endpoint({
    id: 'operatorCreateCompany',
    route: 'POST /portal/operator/companies',
    tag: 'Operator',
    summary: 'Register a company',
    access: { by: 'operator' },
    status: 201,
    body: Body('NewCompanyByOperator', {
      title: Text(255),
      role: Type.Optional(OneOf(['holder', 'lessee', 'operator'])),
      contact_email: Type.Optional(Nullable(Email)),
    }),
    answer: DataOf(CompanyAnswer),
    refuses: identityProblem.rows('name_unacceptable'),
    handle: async (ctx, { body }) => {
      const { title, role, contact_email: contactEmail } = body
      return {
        data: companyAnswer(
          await createTenant(ctx, { title, contactEmail: contactEmail ?? null, ...(role ? { role } : {}) }),
        ),
      }
    },
  }),
  endpoint({
    id: 'operatorMoveCompany',
    route: 'POST /portal/operator/companies/:companyUUID/status',
    tag: 'Operator',
    summary: 'Activate, suspend, restore or close a company',
    description: "Suspending and closing end the company's access tokens on every node within a second.",
    access: { by: 'operator' },
    params: Type.Object({ companyUUID: Uuid }),
    body: Body('CompanyMove', { event: OneOf(events), reason: Type.Optional(Text(600)) }),
    answer: DataOf(CompanyAnswer),
    refuses: identityProblem.rows('tenant_move_forbidden'),
    handle: async (ctx, { params, body }) => ({
      data: companyAnswer(await moveTenant(ctx, params.companyUUID, body.event, body.reason)),
    }),
  }),
]
