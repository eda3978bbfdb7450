import { Answer, Body, named, Nullable, OneOf, Text, Type, UnixTime, Uuid } from '../../kernel/http/schema.ts'
import { toUnix } from '../../kernel/time.ts'
import type { Passkey } from './passkey.store.ts'
import { factorWays, proofWays } from './proof.rules.ts'

/** Second factors and proofs, as browsers send and get them. */

export const Code = Text(20, { description: 'Six digits of the authenticator app.', examples: ['492 039'] })
export const RecoveryCode = Text(60, { examples: ['k3vq-7m2n-x4tp-aa6z'] })

const Bytes = (maxLength: number) =>
  Type.String({ pattern: '^[A-Za-z0-9_-]*$', maxLength, description: 'base64url', examples: ['AQIDBA'] })

const ofCredential = {
  id: Bytes(1_400),
  rawId: Bytes(1_400),
  type: OneOf(['public-key']),
  clientExtensionResults: Type.Object({}, { additionalProperties: true }),
}

/** `PublicKeyCredential.toJSON()` of `navigator.credentials.get`. */
export const PasskeyAssertion = Body('PasskeyAssertion', {
  ...ofCredential,
  response: Type.Object({
    clientDataJSON: Bytes(10_000),
    authenticatorData: Bytes(10_000),
    signature: Bytes(10_000),
    userHandle: Type.Optional(Nullable(Bytes(200))),
  }),
})

/** The same of `navigator.credentials.create`. */
export const PasskeyRegistration = Body('PasskeyRegistration', {
  ...ofCredential,
  response: Type.Object({
    clientDataJSON: Bytes(10_000),
    attestationObject: Bytes(100_000),
    transports: Type.Optional(Type.Array(Text(40), { maxItems: 20 })),
  }),
})

const Descriptor = named('PasskeyDescriptor', {
  type: OneOf(['public-key']),
  id: Type.String(),
  transports: Type.Array(Type.String()),
})

export const PasskeyRequest = named(
  'PasskeyRequest',
  {
    challenge: Type.String(),
    rpId: Type.String(),
    timeout: Type.Integer(),
    allowCredentials: Type.Array(Descriptor),
    userVerification: OneOf(['required', 'preferred']),
  },
  'For `PublicKeyCredential.parseRequestOptionsFromJSON`; good for ten minutes and one answer.',
)

export const PasskeyCreation = named(
  'PasskeyCreation',
  {
    challenge: Type.String(),
    rp: Answer({ id: Type.String(), name: Type.String() }),
    user: Answer({ id: Type.String(), name: Type.String(), displayName: Type.String() }),
    pubKeyCredParams: Type.Array(Answer({ type: OneOf(['public-key']), alg: Type.Integer() })),
    timeout: Type.Integer(),
    attestation: OneOf(['none']),
    excludeCredentials: Type.Array(Descriptor),
    authenticatorSelection: Answer({ residentKey: OneOf(['preferred']), userVerification: OneOf(['preferred']) }),
  },
  'For `PublicKeyCredential.parseCreationOptionsFromJSON`; good for ten minutes and one answer.',
)

export const ways = (description: string) => Type.Array(OneOf(factorWays), { description })

export const ProofStateAnswer = named('ProofState', {
  ways: Type.Array(OneOf(proofWays), { description: 'By which of them to prove it; none: sign in again.' }),
  proven_at: UnixTime,
})

export const TotpAnswer = named('NewAuthenticatorApp', {
  secret: Type.String({ description: 'In base32, to be typed where no picture can be taken. Shown only this once.' }),
  uri: Type.String({ examples: ['otpauth://totp/Sublet:ann%40example.net?secret=…'] }),
  qr: Answer({
    size: Type.Integer({ description: 'Modules on a side.' }),
    path: Type.String({ description: 'The dark ones, as the path of an SVG.' }),
  }),
})

export function qrPath(modules: readonly (readonly boolean[])[]): string {
  return modules
    .flatMap((row, y) => row.map((dark, x) => (dark ? `M${x} ${y}h1v1h-1z` : '')))
    .filter((part) => part !== '')
    .join('')
}

export const AddedAnswer = named('FactorAdded', {
  recovery_codes: Nullable(
    Type.Array(Type.String(), { description: 'Ten, shown only this once; null: those there are stay good.' }),
  ),
})

const PasskeyAnswer = named('Passkey', {
  uuid: Uuid,
  name: Type.String(),
  created_at: UnixTime,
  last_used_at: Nullable(UnixTime),
})

export const FactorsAnswer = named('SecondFactors', {
  totp: Nullable(Answer({ created_at: UnixTime, last_used_at: Nullable(UnixTime) })),
  passkeys: Type.Array(PasskeyAnswer, { description: 'Oldest first.' }),
  recovery_codes: Answer({ left: Type.Integer(), created_at: Nullable(UnixTime) }),
})

export const passkeyAnswer = ({ uuid, name, created_at, last_used_at }: Passkey) => ({
  uuid,
  name,
  created_at: toUnix(created_at) ?? 0,
  last_used_at: toUnix(last_used_at),
})
