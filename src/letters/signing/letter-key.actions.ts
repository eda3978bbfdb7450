import { createPrivateKey, generateKeyPairSync, sign, type KeyObject } from 'node:crypto'
import { calculateJwkThumbprint } from 'jose/jwk/thumbprint'
import { audit } from '../../kernel/audit.ts'
import type { Context } from '../../kernel/context.ts'
import { seal } from '../../kernel/secrets/sealing.ts'
import { addSeconds } from '../../kernel/time.ts'
import { lettersAudit } from '../letters.events.ts'
import { signerOf } from './letter-key.rules.ts'
import { insertLetterKey, listLetterKeys, lockLetterKeys, type LetterKey } from './letter-key.store.ts'

/** The keys with which the marketplace signs letters. They are few and seldom needed, so no node remembers them. */

/** A new key is published this long before it signs: who keeps the published set looks again meanwhile. */
const publishedBefore = 3_600

export interface Signer {
  readonly kid: string
  /** Ed25519, base64url. */
  readonly sign: (bytes: Buffer) => string
}

/** Who signs now, in the caller's transaction; the first key is made when the first letter needs one. */
export async function signerNow(ctx: Context): Promise<Signer> {
  const key = signerOf(await listLetterKeys(ctx), ctx.realNow) ?? (await firstKey(ctx))
  return signerWith(ctx, key)
}

/** Those who have signed: what was signed once is signed again with the same key. */
export async function signersOf(ctx: Context): Promise<(kid: string) => Signer> {
  const keys = new Map((await listLetterKeys(ctx)).map((key) => [key.kid, key]))
  const opened = new Map<string, Signer>()
  return (kid) => {
    const key = keys.get(kid)
    if (!key) throw new Error(`there is no letter key ${kid}`)
    const signer = opened.get(kid) ?? signerWith(ctx, key)
    opened.set(kid, signer)
    return signer
  }
}

/** Two who need the first key at once agree on one: the second waits for the first, and finds it. */
async function firstKey(ctx: Context): Promise<LetterKey> {
  await lockLetterKeys(ctx)
  return (await listLetterKeys(ctx))[0] ?? makeKey(ctx, ctx.realNow)
}

/** A new key, for an operator who wants one. Old ones stay published: the letters they signed stay genuine. */
export async function rotateLetterKey(ctx: Context): Promise<string> {
  await lockLetterKeys(ctx)
  const known = await listLetterKeys(ctx)
  const signsFrom = known.length === 0 ? ctx.realNow : addSeconds(ctx.realNow, publishedBefore)
  return (await makeKey(ctx, signsFrom)).kid
}

export async function publishedLetterKeys(ctx: Context): Promise<object[]> {
  return (await listLetterKeys(ctx)).map((key) => key.public_jwk as object)
}

async function makeKey(ctx: Context, signsFrom: Date): Promise<LetterKey> {
  const { privateKey } = generateKeyPairSync('ed25519')
  const { x = '' } = privateKey.export({ format: 'jwk' })
  const jwk = { kty: 'OKP', crv: 'Ed25519', x }
  const kid = await calculateJwkThumbprint(jwk)
  const key: LetterKey = {
    kid,
    public_jwk: { ...jwk, kid, alg: 'EdDSA', use: 'sig' },
    private_sealed: await seal(ctx, privateKey.export({ type: 'pkcs8', format: 'pem' }).toString()),
    created_at: ctx.realNow,
    signs_from: signsFrom,
  }
  await insertLetterKey(ctx, key)
  await audit(ctx, {
    action: lettersAudit('letter_key.created'),
    subject: { kind: 'letter_key', uuid: null },
    tenant: null,
    data: { kid },
  })
  return key
}

function signerWith(ctx: Context, { kid, private_sealed }: LetterKey): Signer {
  const key: KeyObject = createPrivateKey(ctx.house.box.open(private_sealed))
  return { kid, sign: (bytes) => sign(null, bytes, key).toString('base64url') }
}
