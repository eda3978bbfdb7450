import { endpoint, Reply, roles, type Caller, type Endpoint } from '../../kernel/endpoint.ts'
import { Body, DataOf, Email, named, Nullable, OneOf, Text, Type, Uuid } from '../../kernel/http/schema.ts'
import { toUnix } from '../../kernel/time.ts'
import { plainAddress } from '../app-key/allow-list.rules.ts'
import { identityProblem } from '../identity.problems.ts'
import { choosePassword } from './password.actions.ts'
import { requestPasswordReset, signIn, signOut, whoAmI } from './session.actions.ts'
import { tenantStates } from '../company/tenant.states.ts'

/** How people come in and go out. */

export const AccountAnswer = named('Account', { uuid: Uuid, email: Type.String(), name: Type.String() })

const PersonAnswer = named('Person', {
  uuid: Uuid,
  email: Type.String(),
  name: Type.String(),
  operator: Type.Boolean(),
})

const WhoAmIAnswer = named('SignedInPerson', {
  person: PersonAnswer,
  companies: Type.Array(
    named('Membership', {
      uuid: Uuid,
      customer_number: Type.Integer(),
      title: Type.String(),
      status: OneOf(tenantStates.states),
      role: OneOf(roles),
    }),
  ),
  now: Type.Integer({ description: 'Business time, which a sandbox may have moved: Unix seconds.' }),
  sandbox: Type.Boolean({ description: 'Whether the test clock, test cards and the mailbox are there.' }),
  address: Nullable(
    Type.String({ description: 'Where this request came from, as the allow-list of an app key would see it.' }),
  ),
})

export const Password = Type.String({ maxLength: 1_024 })

export function sessionOf(caller: Caller) {
  if (!caller.session) throw new Error('this endpoint is for people')
  return caller.session
}

export const sessionRoutes: readonly Endpoint[] = [
  endpoint({
    id: 'portalSignIn',
    route: 'POST /portal/sign-in',
    tag: 'Portal',
    summary: 'Sign in',
    description: 'Sets the session cookie. Failures are counted per account and per address.',
    access: { by: 'anyone' },
    body: Body('SignIn', { email: Email, password: Password }),
    ownTransactions: true,
    answer: DataOf(AccountAnswer),
    refuses: identityProblem.rows('sign_in_failed', 'sign_in_throttled'),
    handle: async (ctx, { body, request }) => {
      const { cookie, person } = await signIn(ctx, body.email, body.password, request)
      return new Reply(
        { data: { uuid: person.uuid, email: person.email, name: person.name } },
        { 'set-cookie': cookie },
      )
    },
  }),
  endpoint({
    id: 'portalSignOut',
    route: 'POST /portal/sign-out',
    tag: 'Portal',
    summary: 'Sign out',
    access: { by: 'person' },
    status: 204,
    handle: async (ctx, { caller }) =>
      new Reply(undefined, { 'set-cookie': await signOut(ctx, sessionOf(caller).uuid) }),
  }),
  endpoint({
    id: 'portalWhoAmI',
    route: 'GET /portal/me',
    tag: 'Portal',
    summary: 'Who is signed in, and in which companies',
    access: { by: 'person' },
    answer: DataOf(WhoAmIAnswer),
    handle: async (ctx, { caller, request }) => {
      const { person, companies } = await whoAmI(ctx, sessionOf(caller).userUuid)
      const { uuid, email, name } = person
      const { operator } = sessionOf(caller)
      const { sandbox } = ctx.house.config
      const now = toUnix(ctx.now) ?? 0
      const address = plainAddress(request.ip)
      return { data: { person: { uuid, email, name, operator }, companies, now, sandbox, address } }
    },
  }),
  endpoint({
    id: 'portalRequestPasswordReset',
    route: 'POST /portal/password-reset',
    tag: 'Portal',
    summary: 'Ask for a mail to choose a new password',
    description: 'The answer is the same whether or not the address is known.',
    access: { by: 'anyone' },
    status: 204,
    body: Body('PasswordReset', { email: Email }),
    refuses: identityProblem.rows('sign_in_throttled'),
    handle: (ctx, { body, request }) => requestPasswordReset(ctx, body.email, request.ip),
  }),
  endpoint({
    id: 'portalChoosePassword',
    route: 'POST /portal/password',
    tag: 'Portal',
    summary: 'Choose a password',
    description:
      'With the ticket from the mail; it works once, and ends all sessions of the person. That of a sign-up founds its company.',
    access: { by: 'anyone' },
    status: 204,
    body: Body('PasswordChoice', { ticket: Text(128), password: Password }),
    refuses: identityProblem.rows('ticket_invalid', 'password_weak'),
    handle: (ctx, { body }) => choosePassword(ctx, body.ticket, body.password),
  }),
]
