import { createPrivateKey, generateKeyPairSync } from 'node:crypto'
import { calculateJwkThumbprint } from 'jose/jwk/thumbprint'
import { audit } from '../../kernel/audit.ts'
import { inTransaction, type Context } from '../../kernel/context.ts'
import { bump } from '../../kernel/pulse.ts'
import { seal } from '../../kernel/secrets/sealing.ts'
import { identityAudit } from '../identity.events.ts'
import { firstUse, forgettable, nextSigningKey } from './signing-key.rules.ts'
import { deleteSigningKey, insertSigningKey, listSigningKeys, lockSigningKeys } from './signing-key.store.ts'

/** Makes the first key, replaces an old one, forgets those no token needs. Safe to run anywhere at any time. */
export function tendSigningKeys(ctx: Context): Promise<void> {
  return inTransaction(ctx, async (tx) => {
    await lockSigningKeys(tx.db)
    const keys = await listSigningKeys(tx.db)
    const signsFrom = nextSigningKey(keys, ctx.realNow)
    if (signsFrom) await makeKey(tx, signsFrom)
    for (const { kid } of forgettable(keys, ctx.realNow)) await deleteSigningKey(tx.db, kid)
    await bump(tx.db, 'signing_keys')
  })
}

/** A new key now, for an operator who wants one; `at` is when it begins to sign. */
export function rotateSigningKey(ctx: Context, at?: Date): Promise<string> {
  return inTransaction(ctx, async (tx) => {
    await lockSigningKeys(tx.db)
    const kid = await makeKey(tx, at ?? firstUse(ctx.realNow))
    await bump(tx.db, 'signing_keys')
    return kid
  })
}

async function makeKey(ctx: Context, signsFrom: Date): Promise<string> {
  const { privateKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' })
  const { kty, crv, x, y } = createPrivateKey(privateKey.export({ type: 'pkcs8', format: 'pem' })).export({
    format: 'jwk',
  })
  const kid = await calculateJwkThumbprint({ kty: kty ?? '', crv: crv ?? '', x: x ?? '', y: y ?? '' })
  await insertSigningKey(ctx.db, {
    kid,
    public_jwk: JSON.stringify({ kty, crv, x, y, kid, alg: 'ES256', use: 'sig' }),
    private_sealed: await seal(ctx, privateKey.export({ type: 'pkcs8', format: 'pem' }).toString()),
    created_at: ctx.realNow,
    signs_from: signsFrom,
  })
  await audit(ctx, {
    action: identityAudit('signing_key.created'),
    subject: { kind: 'signing_key', uuid: null },
    tenant: null,
    data: { kid },
  })
  return kid
}
