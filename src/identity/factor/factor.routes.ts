import { endpoint, type Endpoint } from '../../kernel/endpoint.ts'
import { Body, DataOf, named, Text, Type, Uuid } from '../../kernel/http/schema.ts'
import { kernelProblem } from '../../kernel/problems.ts'
import { toUnix } from '../../kernel/time.ts'
import { identityProblem } from '../identity.problems.ts'
import { sessionOf } from '../person/session.routes.ts'
import {
  addPasskey,
  beginPasskey,
  beginTotp,
  confirmTotp,
  factorsOf,
  removePasskey,
  removeTotp,
  renamePasskey,
  renewRecoveryCodes,
} from './factor.actions.ts'
import {
  AddedAnswer,
  Code,
  FactorsAnswer,
  passkeyAnswer,
  PasskeyCreation,
  PasskeyRegistration,
  qrPath,
  TotpAnswer,
} from './factor.wire.ts'

/** One's own second factors: setting them up and taking them down wants a fresh proof. */

const own = { tag: 'Portal', access: { by: 'person' } } as const
const PasskeyName = Text(200, { description: 'What to know it by later.', examples: ['Laptop'] })
const PasskeyPath = Type.Object({ passkeyUUID: Uuid })

const apps: readonly Endpoint[] = [
  endpoint({
    ...own,
    id: 'portalSecondFactors',
    route: 'GET /portal/me/second-factors',
    summary: "List one's own second factors",
    answer: DataOf(FactorsAnswer),
    handle: async (ctx, { caller }) => {
      const { totp, passkeys, codes } = await factorsOf(ctx, sessionOf(caller).userUuid)
      const app = totp && { created_at: toUnix(totp.created_at) ?? 0, last_used_at: toUnix(totp.last_used_at) }
      const recovery_codes = { left: codes.left, created_at: toUnix(codes.created_at) }
      return { data: { totp: app, passkeys: passkeys.map(passkeyAnswer), recovery_codes } }
    },
  }),
  endpoint({
    ...own,
    id: 'portalBeginAuthenticatorApp',
    route: 'POST /portal/me/totp',
    summary: 'Begin to set up an authenticator app',
    description: 'It counts once a code of it is confirmed.',
    freshProof: true,
    status: 201,
    answer: DataOf(TotpAnswer),
    refuses: identityProblem.rows('totp_exists'),
    handle: async (ctx, { caller }) => {
      const { secret, uri, modules } = await beginTotp(ctx, sessionOf(caller).userUuid)
      return { data: { secret, uri, qr: { size: modules.length, path: qrPath(modules) } } }
    },
  }),
  endpoint({
    ...own,
    id: 'portalConfirmAuthenticatorApp',
    route: 'POST /portal/me/totp/confirm',
    summary: 'Confirm an authenticator app by a code of it',
    description: 'The first second factor brings recovery codes, and ends all other sessions of the person.',
    freshProof: true,
    body: Body('CodeOfApp', { code: Code }),
    ownTransactions: true,
    answer: DataOf(AddedAnswer),
    refuses: identityProblem.rows('totp_not_begun', 'totp_code_wrong', 'sign_in_throttled'),
    handle: async (ctx, { body, caller }) => addedAnswer(await confirmTotp(ctx, sessionOf(caller), body.code)),
  }),
  endpoint({
    ...own,
    id: 'portalRemoveAuthenticatorApp',
    route: 'DELETE /portal/me/totp',
    summary: 'Remove the authenticator app',
    description: 'With the last second factor the recovery codes go, too.',
    freshProof: true,
    status: 204,
    refuses: kernelProblem.rows('not_found'),
    handle: (ctx, { caller }) => removeTotp(ctx, sessionOf(caller).userUuid),
  }),
  endpoint({
    ...own,
    id: 'portalRenewRecoveryCodes',
    route: 'POST /portal/me/recovery-codes',
    summary: 'Make new recovery codes',
    description: 'Those there were work no more.',
    freshProof: true,
    status: 201,
    answer: DataOf(named('RecoveryCodes', { recovery_codes: Type.Array(Type.String()) })),
    refuses: identityProblem.rows('no_second_factor'),
    handle: async (ctx, { caller }) => ({
      data: { recovery_codes: [...(await renewRecoveryCodes(ctx, sessionOf(caller).userUuid))] },
    }),
  }),
]

const addedAnswer = (codes: readonly string[] | null) => ({ data: { recovery_codes: codes && [...codes] } })

const passkeys: readonly Endpoint[] = [
  endpoint({
    ...own,
    id: 'portalBeginPasskey',
    route: 'POST /portal/me/passkeys/request',
    summary: 'Begin to set up a passkey',
    freshProof: true,
    answer: DataOf(PasskeyCreation),
    handle: async (ctx, { caller }) => ({ data: await beginPasskey(ctx, sessionOf(caller).userUuid) }),
  }),
  endpoint({
    ...own,
    id: 'portalAddPasskey',
    route: 'POST /portal/me/passkeys',
    summary: 'Set up a passkey',
    description: 'With what the authenticator answered to the request; at most 20.',
    freshProof: true,
    status: 201,
    body: Body('NewPasskey', { name: PasskeyName, passkey: PasskeyRegistration }),
    answer: DataOf(AddedAnswer),
    refuses: identityProblem.rows('passkey_refused', 'passkey_known', 'too_many_passkeys', 'name_unacceptable'),
    handle: async (ctx, { body, caller }) =>
      addedAnswer(await addPasskey(ctx, sessionOf(caller), { name: body.name, response: body.passkey })),
  }),
  endpoint({
    ...own,
    id: 'portalRenamePasskey',
    route: 'PATCH /portal/me/passkeys/:passkeyUUID',
    summary: 'Call a passkey something else',
    status: 204,
    params: PasskeyPath,
    body: Body('PasskeyChange', { name: PasskeyName }),
    refuses: identityProblem.rows('name_unacceptable'),
    handle: (ctx, { params, body, caller }) =>
      renamePasskey(ctx, sessionOf(caller).userUuid, params.passkeyUUID, body.name),
  }),
  endpoint({
    ...own,
    id: 'portalRemovePasskey',
    route: 'DELETE /portal/me/passkeys/:passkeyUUID',
    summary: 'Remove a passkey',
    freshProof: true,
    status: 204,
    params: PasskeyPath,
    handle: (ctx, { params, caller }) => removePasskey(ctx, sessionOf(caller).userUuid, params.passkeyUUID),
  }),
]

export const factorRoutes: readonly Endpoint[] = [...apps, ...passkeys]
