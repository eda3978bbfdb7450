import { endpoint, Reply, roles, type Caller, type Endpoint } from '../../kernel/endpoint.ts'
import {
  Answer,
  Body,
  DataOf,
  Email,
  named,
  Nullable,
  OneOf,
  Text,
  Type,
  UnixTime,
  Uuid,
} from '../../kernel/http/schema.ts'
import { toUnix } from '../../kernel/time.ts'
import { plainAddress } from '../app-key/allow-list.rules.ts'
import { ways } from '../factor/factor.wire.ts'
import { identityProblem } from '../identity.problems.ts'
import { choosePassword } from './password.actions.ts'
import { requestPasswordReset } from './reset.actions.ts'
import { signIn, signOut, whoAmI, type Entry } from './session.actions.ts'
import { tenantStates } from '../company/tenant.states.ts'

/** How people come in and go out. */

export const AccountAnswer = named('Account', { uuid: Uuid, email: Type.String(), name: Type.String() })

const PersonAnswer = named('Person', {
  uuid: Uuid,
  email: Type.String(),
  name: Type.String(),
  operator: Type.Boolean(),
  time_zone: Type.String({ description: 'In which the portal shows times: a name of the IANA time zone database.' }),
  second_factor: Type.Boolean({ description: 'Whether they have one.' }),
  lacks_second_factor: Type.Boolean({
    description: 'Is an operator, who must have a second factor, and until then is none.',
  }),
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
      sign_on_required: Type.Boolean({
        description: 'The company lets this person in through its single sign-on only, and this session is none of it.',
      }),
      lacks_second_factor: Type.Boolean({
        description: 'The person must have a second factor there, and until then sees nothing of it.',
      }),
    }),
  ),
  terms_owed: Nullable(
    Type.Integer({ description: 'The version of the terms that the person has to accept before they go on.' }),
  ),
  bounded: Type.Boolean({
    description: 'Signed in through the single sign-on of a company: for that company only.',
  }),
  now: Type.Integer({ description: 'Business time, which a sandbox may have moved: Unix seconds.' }),
  sandbox: Type.Boolean({ description: 'Whether the test clock, test cards and the mailbox are there.' }),
  address: Nullable(
    Type.String({ description: 'Where this request came from, as the allow-list of an app key would see it.' }),
  ),
})

export const EntryAnswer = DataOf(
  Type.Union([
    AccountAnswer,
    named('SecondFactorOwed', {
      second_factor: Answer({
        ticket: Type.String({ description: 'For the second step; good for ten minutes and ten tries.' }),
        ways: ways('By any of these.'),
        expires_at: UnixTime,
      }),
    }),
  ]),
)

/** A session, or what is still to be brought. */
export function entryAnswer(entry: Entry) {
  const { uuid, email, name } = entry.person
  if ('cookie' in entry) return new Reply({ data: { uuid, email, name } }, { 'set-cookie': entry.cookie })
  const { ticket, ways: open, expiresAt } = entry.challenge
  return { data: { second_factor: { ticket, ways: [...open], expires_at: toUnix(expiresAt) ?? 0 } } }
}

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
    description:
      'Sets the session cookie, or answers with what the second step needs where the person has a second factor. Failures are counted per account and per address.',
    access: { by: 'anyone' },
    body: Body('SignIn', { email: Email, password: Password }),
    ownTransactions: true,
    answer: EntryAnswer,
    refuses: identityProblem.rows('sign_in_failed', 'sign_in_throttled'),
    handle: async (ctx, { body, request }) => entryAnswer(await signIn(ctx, body.email, body.password, request)),
  }),
  endpoint({
    id: 'portalSignOut',
    route: 'POST /portal/sign-out',
    tag: 'Portal',
    summary: 'Sign out',
    access: { by: 'person', vouched: true },
    status: 204,
    handle: async (ctx, { caller }) =>
      new Reply(undefined, { 'set-cookie': await signOut(ctx, sessionOf(caller).uuid) }),
  }),
  endpoint({
    id: 'portalWhoAmI',
    route: 'GET /portal/me',
    tag: 'Portal',
    summary: 'Who is signed in, and in which companies',
    access: { by: 'person', vouched: true },
    answer: DataOf(WhoAmIAnswer),
    handle: async (ctx, { caller, request }) => {
      const { person, companies, hasFactor, termsOwed } = await whoAmI(ctx, sessionOf(caller))
      const { uuid, email, name, time_zone } = person
      const { operator, barredOperator, only } = sessionOf(caller)
      const factor = { second_factor: hasFactor, lacks_second_factor: barredOperator }
      const { sandbox } = ctx.house.config
      const now = toUnix(ctx.now) ?? 0
      const address = plainAddress(request.ip)
      return {
        data: {
          person: { uuid, email, name, operator, time_zone, ...factor },
          companies: [...companies],
          terms_owed: termsOwed,
          bounded: only !== null,
          now,
          sandbox,
          address,
        },
      }
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
      'With the ticket from the mail; it works once, and ends all sessions of the person. That of a sign-up founds its company. Then goes on as the sign-in does.',
    access: { by: 'anyone' },
    body: Body('PasswordChoice', { ticket: Text(128), password: Password }),
    answer: EntryAnswer,
    refuses: identityProblem.rows('ticket_invalid', 'password_weak'),
    handle: async (ctx, { body, request }) =>
      entryAnswer(await choosePassword(ctx, body.ticket, body.password, request)),
  }),
]
