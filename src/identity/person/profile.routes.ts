import { endpoint, type Endpoint } from '../../kernel/endpoint.ts'
import { pageMeta, pageOf, PageOf, pageQuery } from '../../kernel/db/paging.ts'
import { Body, DataOf, named, Nullable, Text, Type, UnixTime, Uuid } from '../../kernel/http/schema.ts'
import { toUnix } from '../../kernel/time.ts'
import { identityProblem } from '../identity.problems.ts'
import { changePassword, endSession, listSessions, rename } from './profile.actions.ts'
import { AccountAnswer, Password, sessionOf } from './session.routes.ts'

/** What belongs to the person who is signed in, whatever the company. */

const SessionAnswer = named('Session', {
  uuid: Uuid,
  created_at: UnixTime,
  expires_at: UnixTime,
  current: Type.Boolean({ description: 'The one this request came with.' }),
  user_agent: Nullable(
    Type.String({ description: 'What the browser said of itself at the sign-in: its first 400 characters.' }),
  ),
})

export const profileRoutes: readonly Endpoint[] = [
  endpoint({
    id: 'portalRename',
    route: 'PATCH /portal/me',
    tag: 'Portal',
    summary: "Change one's own name",
    access: { by: 'person' },
    body: Body('AccountChange', { name: Text(255) }),
    answer: DataOf(AccountAnswer),
    examples: { body: { name: 'Ann Example' } },
    refuses: identityProblem.rows('name_unacceptable'),
    handle: async (ctx, { body, caller }) => {
      const { uuid, email, name } = await rename(ctx, sessionOf(caller).userUuid, body.name)
      return { data: { uuid, email, name } }
    },
  }),
  endpoint({
    id: 'portalChangePassword',
    route: 'POST /portal/me/password',
    tag: 'Portal',
    summary: "Change one's own password",
    description: 'Ends all other sessions of the person.',
    access: { by: 'person' },
    status: 204,
    body: Body('PasswordChange', { current_password: Password, password: Password }),
    ownTransactions: true,
    refuses: identityProblem.rows('password_wrong', 'password_weak', 'sign_in_throttled'),
    handle: (ctx, { body, caller }) =>
      changePassword(ctx, sessionOf(caller), { current: body.current_password, next: body.password }),
  }),
  endpoint({
    id: 'portalListSessions',
    route: 'GET /portal/me/sessions',
    tag: 'Portal',
    summary: "List one's own sessions",
    access: { by: 'person' },
    query: pageQuery({ perPage: 25, sortable: [] }),
    answer: PageOf(SessionAnswer),
    handle: async (ctx, { query, caller }) => {
      const page = pageOf(query, 25)
      const { userUuid, uuid: current } = sessionOf(caller)
      const { rows, total } = await listSessions(ctx, userUuid, page)
      const data = rows.map(({ uuid, created_at, expires_at, user_agent }) => ({
        uuid,
        created_at: toUnix(created_at) ?? 0,
        expires_at: toUnix(expires_at) ?? 0,
        current: uuid === current,
        user_agent,
      }))
      return { data, meta: pageMeta(page, rows.length, total) }
    },
  }),
  endpoint({
    id: 'portalEndSession',
    route: 'DELETE /portal/me/sessions/:sessionUUID',
    tag: 'Portal',
    summary: "End one of one's own sessions",
    access: { by: 'person' },
    status: 204,
    params: Type.Object({ sessionUUID: Uuid }),
    handle: (ctx, { params, caller }) => endSession(ctx, sessionOf(caller).userUuid, params.sessionUUID),
  }),
]
