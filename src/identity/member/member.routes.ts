import { tenantOf } from '../../kernel/context.ts'
import { endpoint, roles, type Endpoint } from '../../kernel/endpoint.ts'
import { pageMeta, pageOf, PageOf, pageQuery } from '../../kernel/db/paging.ts'
import { Body, named, OneOf, Type, UnixTime, Uuid } from '../../kernel/http/schema.ts'
import { toUnix } from '../../kernel/time.ts'
import { identityProblem } from '../identity.problems.ts'
import { changeRole, listMembers, removeMember } from './member.actions.ts'

/** Who belongs to a company. */

const MemberAnswer = named('Member', {
  uuid: Uuid,
  email: Type.String(),
  name: Type.String(),
  role: OneOf(roles),
  invited: Type.Boolean({ description: 'Has not chosen a password yet, and does not come by single sign-on either.' }),
  second_factor: Type.Boolean({ description: 'Whether they have one.' }),
  created_at: UnixTime,
})

const MemberPath = Type.Object({ personUUID: Uuid })

export const memberRoutes: readonly Endpoint[] = [
  endpoint({
    id: 'portalListMembers',
    route: 'GET /portal/companies/:tenantUUID/members',
    tag: 'Portal',
    summary: 'List members',
    access: { by: 'member', role: 'viewer' },
    query: pageQuery({ perPage: 25, sortable: [] }),
    answer: PageOf(MemberAnswer),
    handle: async (ctx, { query }) => {
      const page = pageOf(query, 25)
      const { rows, total } = await listMembers(ctx, tenantOf(ctx), page)
      const data = rows.map(({ uuid, email, name, role, created_at, invited, second_factor }) => ({
        uuid,
        email,
        name,
        role,
        invited,
        second_factor,
        created_at: toUnix(created_at) ?? 0,
      }))
      return { data, meta: pageMeta(page, rows.length, total) }
    },
  }),
  endpoint({
    id: 'portalChangeMember',
    route: 'PATCH /portal/companies/:tenantUUID/members/:personUUID',
    tag: 'Portal',
    summary: "Change a member's role",
    access: { by: 'member', role: 'owner' },
    status: 204,
    params: MemberPath,
    body: Body('MemberChange', { role: OneOf(roles) }),
    refuses: identityProblem.rows('last_owner'),
    handle: (ctx, { params, body }) => changeRole(ctx, tenantOf(ctx), params.personUUID, body.role),
  }),
  endpoint({
    id: 'portalRemoveMember',
    route: 'DELETE /portal/companies/:tenantUUID/members/:personUUID',
    tag: 'Portal',
    summary: 'Remove a member',
    access: { by: 'member', role: 'owner' },
    status: 204,
    params: MemberPath,
    refuses: identityProblem.rows('last_owner'),
    handle: (ctx, { params }) => removeMember(ctx, tenantOf(ctx), params.personUUID),
  }),
]
