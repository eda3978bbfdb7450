import { tenantOf } from '../../kernel/context.ts'
import { endpoint, type Endpoint } from '../../kernel/endpoint.ts'
import { pageMeta, pageOf, PageOf, pageQuery } from '../../kernel/db/paging.ts'
import { Body, DataOf, named, OneOf, Text, Type, UnixTime, Uuid } from '../../kernel/http/schema.ts'
import { toUnix } from '../../kernel/time.ts'
import { identityProblem } from '../identity.problems.ts'
import { sessionOf } from '../person/session.routes.ts'
import { requiredRoles as knownRoles } from './proof.rules.ts'
import {
  listPeople,
  requiredRoles,
  requirementOf,
  requireOfCompany,
  requireOfRoles,
  resetFactors,
} from './requirement.actions.ts'

/** Who must have a second factor, and what operators do for who has lost theirs. */

const Roles = Type.Array(OneOf(knownRoles), {
  maxItems: knownRoles.length,
  uniqueItems: true,
  description: 'By role, whatever the company: `operator` are the people of operator companies.',
})

const RequirementAnswer = named('SecondFactorRequirement', {
  required: Type.Boolean({ description: 'By the company: its people see nothing of it before they have one.' }),
  without: Type.Integer({ description: 'How many of its people have none.' }),
  roles: Roles,
})

const ofCompanies: readonly Endpoint[] = [
  endpoint({
    id: 'portalSecondFactorRequirement',
    route: 'GET /portal/companies/:tenantUUID/second-factor',
    tag: 'Portal',
    summary: 'Whether a company requires a second factor',
    access: { by: 'member', role: 'viewer' },
    answer: DataOf(RequirementAnswer),
    handle: async (ctx) => ({ data: await requirementOf(ctx, tenantOf(ctx)) }),
  }),
  endpoint({
    id: 'portalRequireSecondFactor',
    route: 'PUT /portal/companies/:tenantUUID/second-factor',
    tag: 'Portal',
    summary: 'Require a second factor of everybody in a company, or no more',
    description: 'Who has none sees nothing of the company until they have set one up (403 second_factor_missing).',
    access: { by: 'member', role: 'owner' },
    freshProof: true,
    body: Body('SecondFactorRule', { required: Type.Boolean() }),
    answer: DataOf(RequirementAnswer),
    refuses: identityProblem.rows('second_factor_first'),
    handle: async (ctx, { body, caller }) => {
      await requireOfCompany(ctx, tenantOf(ctx), sessionOf(caller).userUuid, body.required)
      return { data: await requirementOf(ctx, tenantOf(ctx)) }
    },
  }),
]

const RolesAnswer = named('SecondFactorRoles', { roles: Roles })

const SomebodyAnswer = named('Somebody', {
  uuid: Uuid,
  email: Type.String(),
  name: Type.String(),
  created_at: UnixTime,
  second_factor: Type.Boolean({ description: 'Whether they have one.' }),
  companies: Type.Array(Type.String(), { description: 'The first twenty, by title.' }),
})

const operator = { tag: 'Operator', access: { by: 'operator' } } as const

const byOperators: readonly Endpoint[] = [
  endpoint({
    ...operator,
    id: 'operatorSecondFactorRoles',
    route: 'GET /portal/operator/second-factor',
    summary: 'For which roles a second factor is required',
    answer: DataOf(RolesAnswer),
    handle: async (ctx) => ({ data: { roles: await requiredRoles(ctx) } }),
  }),
  endpoint({
    ...operator,
    id: 'operatorRequireSecondFactor',
    route: 'PUT /portal/operator/second-factor',
    summary: 'Require a second factor by role',
    freshProof: true,
    body: Body('SecondFactorRolesRule', { roles: Roles }),
    answer: DataOf(RolesAnswer),
    examples: { body: { roles: ['operator', 'owner'] } },
    refuses: identityProblem.rows('second_factor_first'),
    handle: async (ctx, { body, caller }) => {
      await requireOfRoles(ctx, sessionOf(caller).userUuid, body.roles)
      return { data: { roles: await requiredRoles(ctx) } }
    },
  }),
  endpoint({
    ...operator,
    id: 'operatorListPeople',
    route: 'GET /portal/operator/people',
    summary: 'List people who sign in',
    query: pageQuery({
      perPage: 25,
      sortable: [],
      filters: { search: Type.Optional(Text(255, { description: 'Part of the address or of the name.' })) },
    }),
    answer: PageOf(SomebodyAnswer),
    handle: async (ctx, { query }) => {
      const page = pageOf(query, 25)
      const { rows, total } = await listPeople(ctx, query.filter?.search ?? '', page)
      const data = rows.map(({ created_at, ...rest }) => ({ ...rest, created_at: toUnix(created_at) ?? 0 }))
      return { data, meta: pageMeta(page, rows.length, total) }
    },
  }),
  endpoint({
    ...operator,
    id: 'operatorResetFactors',
    route: 'POST /portal/operator/people/:personUUID/reset-factors',
    summary: "Remove somebody's second factors and end their sessions",
    description: 'For who has lost phone and recovery codes. They are mailed, and it is in the audit log.',
    freshProof: true,
    status: 204,
    params: Type.Object({ personUUID: Uuid }),
    body: Body('FactorReset', { reason: Text(600) }),
    handle: async (ctx, { params, body }) => {
      await resetFactors(ctx, params.personUUID, body.reason)
    },
  }),
]

export const requirementRoutes: readonly Endpoint[] = [...ofCompanies, ...byOperators]
