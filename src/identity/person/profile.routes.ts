import { endpoint, type Endpoint } from '../../kernel/endpoint.ts'
import { pageMeta, pageOf, PageOf, pageQuery } from '../../kernel/db/paging.ts'
import { Body, DataOf, named, Nullable, OneOf, Text, Type, UnixTime, Uuid } from '../../kernel/http/schema.ts'
import { toUnix } from '../../kernel/time.ts'
import { proofWays } from '../factor/proof.rules.ts'
import { identityProblem } from '../identity.problems.ts'
import { changeAccount, changePassword, endOtherSessions, endSession, listSessions } from './profile.actions.ts'
import { AccountAnswer, Password, sessionOf } from './session.routes.ts'

/** What belongs to the person who is signed in, whatever the company. */

const SessionAnswer = named('Session', {
  uuid: Uuid,
  created_at: UnixTime,
  expires_at: UnixTime,
  current: Type.Boolean({ description: 'The one this request came with.' }),
  proven_at: UnixTime,
  proven_by: Type.Array(OneOf(proofWays), { description: 'What the person brought at the sign-in.' }),
  user_agent: Nullable(
    Type.String({ description: 'What the browser said of itself at the sign-in: its first 400 characters.' }),
  ),
})

export const profileRoutes: readonly Endpoint[] = [
  endpoint({
    id: 'portalRename',
    route: 'PATCH /portal/me',
    tag: 'Portal',
    summary: "Change one's own name or time zone",
    access: { by: 'person' },
    body: Body('AccountChange', {
      name: Type.Optional(Text(255)),
      time_zone: Type.Optional(
        Type.String({
          maxLength: 64,
          description: 'As the IANA time zone database names it, such as `Europe/Berlin`.',
        }),
      ),
    }),
    answer: DataOf(AccountAnswer),
    examples: { body: { name: 'Ann Example', time_zone: 'Europe/Berlin' } },
    refuses: identityProblem.rows('name_unacceptable', 'time_zone_unknown'),
    handle: async (ctx, { body, caller }) => {
      const { uuid, email, name } = await changeAccount(ctx, sessionOf(caller).userUuid, body)
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
    freshProof: true,
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
    description: 'Signed in through a single sign-on: those by it.',
    access: { by: 'person', vouched: true },
    query: pageQuery({ perPage: 25, sortable: [] }),
    answer: PageOf(SessionAnswer),
    handle: async (ctx, { query, caller }) => {
      const page = pageOf(query, 25)
      const session = sessionOf(caller)
      const { rows, total } = await listSessions(ctx, session, page)
      const data = rows.map(({ uuid, created_at, expires_at, user_agent, proven_at, proven_by }) => ({
        uuid,
        created_at: toUnix(created_at) ?? 0,
        expires_at: toUnix(expires_at) ?? 0,
        current: uuid === session.uuid,
        proven_at: toUnix(proven_at) ?? 0,
        proven_by,
        user_agent,
      }))
      return { data, meta: pageMeta(page, rows.length, total) }
    },
  }),
  endpoint({
    id: 'portalEndOtherSessions',
    route: 'DELETE /portal/me/sessions',
    tag: 'Portal',
    summary: "End all of one's own sessions but this one",
    access: { by: 'person', vouched: true },
    answer: DataOf(named('EndedSessions', { ended: Type.Integer({ description: 'How many there were.' }) })),
    handle: async (ctx, { caller }) => ({ data: { ended: await endOtherSessions(ctx, sessionOf(caller)) } }),
  }),
  endpoint({
    id: 'portalEndSession',
    route: 'DELETE /portal/me/sessions/:sessionUUID',
    tag: 'Portal',
    summary: "End one of one's own sessions",
    access: { by: 'person', vouched: true },
    status: 204,
    params: Type.Object({ sessionUUID: Uuid }),
    handle: (ctx, { params, caller }) => endSession(ctx, sessionOf(caller), params.sessionUUID),
  }),
]
