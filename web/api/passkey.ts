import type { PasskeyAssertion, PasskeyCreation, PasskeyRegistration, PasskeyRequest } from '../../client/portal.gen.ts'
import { Problem } from './problem.ts'

/** Passkeys by the browser's own means (WebAuthn Level 3): its JSON is what the API speaks. */

export const hasPasskeys = (): boolean =>
  typeof PublicKeyCredential === 'function' && 'parseRequestOptionsFromJSON' in PublicKeyCredential

/** In words that say what to do: those of browsers differ, and tell nobody much. */
const notGiven = () =>
  new Problem(0, {
    code: 'passkey_not_given',
    message: 'No passkey was used: it was cancelled, took too long, or this device has none for this site.',
  })

async function given(asked: Promise<Credential | null>): Promise<PublicKeyCredential> {
  const credential = await asked.catch(() => null)
  if (!(credential instanceof PublicKeyCredential)) throw notGiven()
  return credential
}

export async function signByPasskey(options: PasskeyRequest): Promise<PasskeyAssertion> {
  const publicKey = PublicKeyCredential.parseRequestOptionsFromJSON(options)
  return (await given(navigator.credentials.get({ publicKey }))).toJSON() as unknown as PasskeyAssertion
}

export async function newPasskey(options: PasskeyCreation): Promise<PasskeyRegistration> {
  const publicKey = PublicKeyCredential.parseCreationOptionsFromJSON(options)
  return (await given(navigator.credentials.create({ publicKey }))).toJSON() as unknown as PasskeyRegistration
}
