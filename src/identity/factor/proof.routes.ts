import { endpoint, Reply, type Endpoint } from '../../kernel/endpoint.ts'
import { Body, DataOf, Text, Type } from '../../kernel/http/schema.ts'
import { toUnix } from '../../kernel/time.ts'
import { identityProblem } from '../identity.problems.ts'
import { AccountAnswer, Password, sessionOf } from '../person/session.routes.ts'
import { Code, PasskeyAssertion, PasskeyRequest, ProofStateAnswer, RecoveryCode } from './factor.wire.ts'
import { askForPasskey } from './passkey.actions.ts'
import { askAtSignIn, bringSecondFactor, proofWaysOf, prove, signInByPasskey } from './proof.actions.ts'

/** How people prove who they are beyond a password, and once more. */

const Ticket = Text(128, { description: 'Of the first step of the sign-in.' })

const factorFields = {
  code: Type.Optional(Code),
  recovery_code: Type.Optional(RecoveryCode),
  passkey: Type.Optional(PasskeyAssertion),
}

const signedIn = ({ person, cookie }: Awaited<ReturnType<typeof signInByPasskey>>) =>
  new Reply({ data: { uuid: person.uuid, email: person.email, name: person.name } }, { 'set-cookie': cookie })

const atSignIn: readonly Endpoint[] = [
  endpoint({
    id: 'portalBringSecondFactor',
    route: 'POST /portal/sign-in/second-factor',
    tag: 'Portal',
    summary: 'Sign in: the second step',
    description:
      'With the ticket of the first step and exactly one of a code, a recovery code and a passkey. Sets the session cookie. Five wrong codes in 15 minutes are enough.',
    access: { by: 'anyone' },
    body: Body('SecondFactorProof', { ticket: Ticket, ...factorFields }),
    ownTransactions: true,
    answer: DataOf(AccountAnswer),
    refuses: identityProblem.rows(
      'challenge_invalid',
      'one_proof',
      'totp_code_wrong',
      'recovery_code_wrong',
      'passkey_refused',
      'sign_in_throttled',
    ),
    handle: async (ctx, { body: { ticket, code, recovery_code, passkey }, request }) =>
      signedIn(await bringSecondFactor(ctx, ticket, { code, recovery_code, passkey: passkey as never }, request)),
  }),
  endpoint({
    id: 'portalAskPasskeyAtSignIn',
    route: 'POST /portal/sign-in/passkey-request',
    tag: 'Portal',
    summary: 'Sign in: what to have a passkey sign',
    description: 'With the ticket of a first step for its second; without one for a sign-in by passkey alone.',
    access: { by: 'anyone' },
    body: Body('PasskeyAtSignIn', { ticket: Type.Optional(Ticket) }),
    answer: DataOf(PasskeyRequest),
    refuses: identityProblem.rows('challenge_invalid'),
    handle: async (ctx, { body }) => ({ data: await askAtSignIn(ctx, body.ticket) }),
  }),
  endpoint({
    id: 'portalSignInByPasskey',
    route: 'POST /portal/sign-in/passkey',
    tag: 'Portal',
    summary: 'Sign in by passkey alone',
    description: 'The device must have verified its user. Sets the session cookie.',
    access: { by: 'anyone' },
    body: Body('PasskeySignIn', { passkey: PasskeyAssertion }),
    ownTransactions: true,
    answer: DataOf(AccountAnswer),
    refuses: identityProblem.rows('passkey_refused', 'sign_in_throttled'),
    handle: async (ctx, { body, request }) => signedIn(await signInByPasskey(ctx, body.passkey as never, request)),
  }),
]

const onceMore: readonly Endpoint[] = [
  endpoint({
    id: 'portalProofState',
    route: 'GET /portal/proof',
    tag: 'Portal',
    summary: 'When and by what one proves who one is',
    description: 'What moves money or gives access wants a proof not older than ten minutes (403 proof_needed).',
    access: { by: 'person', vouched: true },
    answer: DataOf(ProofStateAnswer),
    handle: async (ctx, { caller }) => ({
      data: {
        ways: [...(await proofWaysOf(ctx, sessionOf(caller).userUuid))],
        proven_at: toUnix(caller.provenAt ?? ctx.realNow) ?? 0,
      },
    }),
  }),
  endpoint({
    id: 'portalAskPasskeyAsProof',
    route: 'POST /portal/proof/passkey-request',
    tag: 'Portal',
    summary: 'What to have a passkey sign as proof',
    access: { by: 'person', vouched: true },
    answer: DataOf(PasskeyRequest),
    handle: async (ctx, { caller }) => ({ data: await askForPasskey(ctx, 'proof', sessionOf(caller).userUuid) }),
  }),
  endpoint({
    id: 'portalProve',
    route: 'POST /portal/proof',
    tag: 'Portal',
    summary: 'Prove once more who one is',
    description: 'By exactly one of the ways that GET /portal/proof names. Holds for ten minutes, in this session.',
    access: { by: 'person', vouched: true },
    status: 204,
    body: Body('Proof', { password: Type.Optional(Password), ...factorFields }),
    ownTransactions: true,
    refuses: identityProblem.rows(
      'one_proof',
      'second_factor_wanted',
      'password_wrong',
      'totp_code_wrong',
      'recovery_code_wrong',
      'passkey_refused',
      'sign_in_throttled',
    ),
    handle: (ctx, { body: { password, code, recovery_code, passkey }, caller }) =>
      prove(ctx, sessionOf(caller), { password, code, recovery_code, passkey: passkey as never }),
  }),
]

export const proofRoutes: readonly Endpoint[] = [...atSignIn, ...onceMore]
