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
  contact_phone: Nullable(Type.String()),
  postal_address: Type.Array(Type.String()),
  signatory_name: Nullable(Type.String()),
  signatory_role: Nullable(Type.String()),
  created_at: UnixTime,
})

export function companyAnswer(tenant: Tenant) {
  const { uuid, customer_number, title, status, role, contact_email, contact_phone, postal_address } = tenant
  const { signatory_name, signatory_role } = tenant
  return {
    uuid,
    customer_number,
    title,
    status,
    role,
    contact_email,
    contact_phone,
    postal_address: [...postal_address],
    signatory_name,
    signatory_role,
    created_at: toUnix(tenant.created_at) ?? 0,
  }
}

const CompanyChange = Body('CompanyChange', {
  title: Type.Optional(Text(255)),
  contact_email: Type.Optional(Nullable(Email)),
  contact_phone: Type.Optional(
    Nullable(Text(40, { pattern: String.raw`^\+?[0-9][0-9 ()./-]*$`, examples: ['+31 20 555 0100'] })),
  ),
  postal_address: Type.Optional(
    Type.Array(Text(120), {
      maxItems: 5,
      description: 'As on an envelope, without the name: a line each.',
      examples: [['Keizersgracht 1', '1015 CN Amsterdam', 'Netherlands']],
    }),
  ),
  signatory_name: Type.Optional(
    Nullable(Text(120, { description: 'Who signs for the company on letters for its blocks.' })),
  ),
  signatory_role: Type.Optional(Nullable(Text(120, { examples: ['Head of Networks'] }))),
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
    description:
      'Fields that are absent stay as they are. Contact, postal address and signatory stand on letters of authorisation for blocks of the company that are signed from then on.',
    access: { by: 'token', scope: 'billing' },
    body: CompanyChange,
    answer: DataOf(CompanyAnswer),
    examples: { body: { title: 'Example Networks Ltd', contact_email: 'noc@example.net' } },
    refuses: identityProblem.rows('name_unacceptable'),
    handle: async (ctx, { body }) => {
      const { title, contact_email, contact_phone, postal_address, signatory_name, signatory_role } = body
      const named = { title, contact_email, contact_phone, postal_address, signatory_name, signatory_role }
      const change = Object.fromEntries(Object.entries(named).filter(([, value]) => value !== undefined))
      return { data: companyAnswer(await changeTenant(ctx, tenantOf(ctx), change)) }
    },
  }),
]
