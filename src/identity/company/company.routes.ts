import { tenantOf } from '../../kernel/context.ts'
import { endpoint, type Endpoint } from '../../kernel/endpoint.ts'
import { Body, DataOf, Email, named, Nullable, OneOf, Text, Type, UnixTime, Uuid } from '../../kernel/http/schema.ts'
import { toUnix } from '../../kernel/time.ts'
import { identityProblem } from '../identity.problems.ts'
import { changeTenant, showTenant } from './tenant.actions.ts'
import { tenantStates } from './tenant.states.ts'
import type { Tenant } from './tenant.store.ts'

/** The company as its own programs see it. */

export const CompanyAnswer = named('Company', {
  uuid: Uuid,
  customer_number: Type.Integer({ description: 'Stands for the company wherever the commerce API has {user_id}.' }),
  title: Type.String(),
  status: OneOf(tenantStates.states),
  role: OneOf(['holder', 'lessee', 'operator'], 'What the company mainly does here; every company may do both.'),
  contact_email: Nullable(Type.String()),
  created_at: UnixTime,
})

export function companyAnswer(tenant: Tenant) {
  const { uuid, customer_number, title, status, role, contact_email } = tenant
  return { uuid, customer_number, title, status, role, contact_email, created_at: toUnix(tenant.created_at) ?? 0 }
}

const CompanyChange = Body('CompanyChange', {
  title: Type.Optional(Text(255)),
  contact_email: Type.Optional(Nullable(Email)),
})

export const companyRoutes: readonly Endpoint[] = [
  endpoint({
    id: 'getCompany',
    route: 'GET /billing/v1/:tenantUUID',
    tag: 'Company',
    summary: 'Read the company',
    access: { by: 'token', scope: 'billing' },
    answer: DataOf(CompanyAnswer),
    handle: async (ctx) => ({ data: companyAnswer(await showTenant(ctx, tenantOf(ctx))) }),
  }),
  endpoint({
    id: 'updateCompany',
    route: 'PATCH /billing/v1/:tenantUUID',
    tag: 'Company',
    summary: 'Change the company',
    description: 'Fields that are absent stay as they are.',
    access: { by: 'token', scope: 'billing' },
    body: CompanyChange,
    answer: DataOf(CompanyAnswer),
    examples: { body: { title: 'Example Networks Ltd', contact_email: 'noc@example.net' } },
    refuses: identityProblem.rows('name_unacceptable'),
    handle: async (ctx, { body }) => {
      const { title, contact_email } = body
      const change = {
        ...(title === undefined ? {} : { title }),
        ...(contact_email === undefined ? {} : { contact_email }),
      }
      return { data: companyAnswer(await changeTenant(ctx, tenantOf(ctx), change)) }
    },
  }),
]
