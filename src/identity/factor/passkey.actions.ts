import type { AuthenticationResponseJSON, RegistrationResponseJSON } from '@simplewebauthn/server'
import type { Context } from '../../kernel/context.ts'
import { addSeconds } from '../../kernel/time.ts'
import { identityProblem } from '../identity.problems.ts'
import { newTicket, ticketDigest } from '../person/person.rules.ts'
import { findPasskey, insertPasskeyChallenge, passkeysOf, takePasskeyChallenge } from './passkey.store.ts'
import type { Passkey, PasskeyPurpose } from './passkey.store.ts'
import { challengeSeconds } from './proof.rules.ts'

/** What authenticators are asked, and what they answer (WebAuthn Level 3). The library judges; loaded when first needed. */
const webauthn = () => import('@simplewebauthn/server')

/** A passkey is bound to the name of this installation: one of another site does not even see it. */
function siteOf({ house }: Context): { readonly id: string; readonly origin: string } {
  const { hostname, origin } = new URL(house.config.publicUrl)
  return { id: hostname, origin }
}

/** To sign with one that is there: of this person, or of whoever holds one. */
export async function askForPasskey(ctx: Context, purpose: Exclude<PasskeyPurpose, 'register'>, person: string | null) {
  const known = person === null ? [] : await passkeysOf(ctx, person)
  return {
    challenge: await newChallenge(ctx, purpose, person),
    rpId: siteOf(ctx).id,
    timeout: challengeSeconds * 1_000,
    allowCredentials: known.map(descriptor),
    // Alone it must be two factors in one: the device, and whoever unlocked it.
    userVerification: purpose === 'sign_in' ? ('required' as const) : ('preferred' as const),
  }
}

interface Registering {
  readonly uuid: string
  readonly email: string
  readonly name: string
}

/** To make a new one, by which one may also sign in without an address. */
export async function askForNewPasskey(ctx: Context, { uuid, email, name }: Registering) {
  return {
    challenge: await newChallenge(ctx, 'register', uuid),
    rp: { id: siteOf(ctx).id, name: 'Sublet' },
    user: { id: Buffer.from(uuid.replaceAll('-', ''), 'hex').toString('base64url'), name: email, displayName: name },
    // EdDSA, ES256, RS256: what the library verifies.
    pubKeyCredParams: [-8, -7, -257].map((alg) => ({ type: 'public-key' as const, alg })),
    timeout: challengeSeconds * 1_000,
    attestation: 'none' as const,
    excludeCredentials: (await passkeysOf(ctx, uuid)).map(descriptor),
    authenticatorSelection: { residentKey: 'preferred' as const, userVerification: 'preferred' as const },
  }
}

const descriptor = ({ credential_id, transports }: Passkey) => ({
  type: 'public-key' as const,
  id: credential_id.toString('base64url'),
  transports,
})

async function newChallenge(ctx: Context, purpose: PasskeyPurpose, person: string | null): Promise<string> {
  const challenge = newTicket()
  await insertPasskeyChallenge(ctx, {
    digest: ticketDigest(challenge),
    purpose,
    person_uuid: person,
    expires_at: addSeconds(ctx.realNow, challengeSeconds),
  })
  return challenge
}

/** Takes the challenge that was signed, whatever comes of it; null: it was never asked, not of this person, or too long ago. */
async function takeSigned(
  ctx: Context,
  clientData: string,
  asked: { readonly purpose: PasskeyPurpose; readonly person: string | null },
): Promise<string | null> {
  const challenge = challengeIn(clientData)
  if (challenge === null) return null
  const digest = ticketDigest(challenge)
  const taken = await takePasskeyChallenge(ctx, { digest, purpose: asked.purpose, person_uuid: asked.person })
  return taken ? challenge : null
}

function challengeIn(clientData: string): string | null {
  try {
    const { challenge } = JSON.parse(Buffer.from(clientData, 'base64url').toString()) as { challenge?: unknown }
    return typeof challenge === 'string' ? challenge : null
  } catch {
    return null
  }
}

/** Whatever the library does not like is one refusal: who attacks learns no more. */
const refused = () => identityProblem('passkey_refused')

interface Judged {
  readonly passkey: Passkey
  /** To be noted with what it is used for. */
  readonly count: number
}

/** Whether this passkey signed what it was asked, here and now. */
export async function judgePasskey(
  ctx: Context,
  response: AuthenticationResponseJSON,
  asked: { readonly purpose: Exclude<PasskeyPurpose, 'register'>; readonly person: string | null },
): Promise<Judged> {
  const challenge = await takeSigned(ctx, response.response.clientDataJSON, asked)
  const passkey = await findPasskey(ctx, Buffer.from(response.id, 'base64url'))
  if (challenge === null || !passkey) throw refused()
  if (asked.person !== null && passkey.person_uuid !== asked.person) throw refused()
  const { id, origin } = siteOf(ctx)
  const { verifyAuthenticationResponse } = await webauthn()
  const judged = await verifyAuthenticationResponse({
    response,
    expectedChallenge: challenge,
    expectedOrigin: origin,
    expectedRPID: id,
    credential: { id: response.id, publicKey: new Uint8Array(passkey.public_key), counter: passkey.sign_count },
    requireUserVerification: asked.purpose === 'sign_in',
  }).catch(() => null)
  if (!judged?.verified) throw refused()
  return { passkey, count: judged.authenticationInfo.newCounter }
}

/** A new one, if it is what was asked for. */
export async function judgeNewPasskey(ctx: Context, response: RegistrationResponseJSON, person: string) {
  const challenge = await takeSigned(ctx, response.response.clientDataJSON, { purpose: 'register', person })
  if (challenge === null) throw refused()
  const { id, origin } = siteOf(ctx)
  const { verifyRegistrationResponse } = await webauthn()
  const judged = await verifyRegistrationResponse({
    response,
    expectedChallenge: challenge,
    expectedOrigin: origin,
    expectedRPID: id,
    requireUserVerification: false,
  }).catch(() => null)
  if (!judged?.verified) throw refused()
  const { credential } = judged.registrationInfo
  return {
    credential_id: Buffer.from(credential.id, 'base64url'),
    public_key: Buffer.from(credential.publicKey),
    sign_count: credential.counter,
    transports: credential.transports ?? [],
  }
}
