import { createLocalJWKSet, jwtVerify, type JSONWebKeySet } from 'jose'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createAppKey } from '../../../src/identity/index.ts'
import { basic, formType, grantOf, postForm, statusWith } from '../../support/oauth.ts'
import { openWorld, type KeyOf, type World } from '../../support/world.ts'

let world: World
let tenant: string
let key: KeyOf
beforeAll(async () => {
  world = await openWorld()
  tenant = await world.tenant()
  key = await world.key(tenant, ['billing', 'ecommerce', 'dns:read'])
})
afterAll(() => world.close())

async function claimsOf(token: string) {
  const keys = await world.call('GET', '/.well-known/jwks.json')
  const issuer = world.house.config.publicUrl
  return jwtVerify(token, createLocalJWKSet(keys.body as JSONWebKeySet), {
    issuer,
    audience: issuer,
    typ: 'at+jwt',
    algorithms: ['ES256'],
  })
}

async function keyExpiring(expiresAt: Date): Promise<KeyOf> {
  const made = await world.change((ctx) => createAppKey(ctx, tenant, { name: 'short', scopes: ['billing'], expiresAt }))
  return { tenant, clientId: made.key.client_id, clientSecret: made.clientSecret }
}

describe('POST /oauth2/token', () => {
  it('gives all scopes of the key when none is named', async () => {
    const answer = await world.tokenRequest(grantOf(key))
    expect(answer.status).toBe(200)
    expect(answer.body).toEqual({
      access_token: expect.any(String),
      expires_in: 86_399,
      scope: 'billing ecommerce dns:read',
      token_type: 'bearer',
    })
    expect(answer.headers['content-type']).toBe('application/json')
    expect(answer.headers['cache-control']).toBe('no-store')
    expect(answer.headers['pragma']).toBe('no-cache')
    expect(await statusWith(world, tenant, answer.body.access_token)).toBe(200)
  })

  it.each([
    ['ecommerce', 'ecommerce'],
    ['ecommerce billing', 'ecommerce billing'],
    ['billing billing', 'billing'],
    ['  billing   ecommerce ', 'billing ecommerce'],
    ['billing:read', 'billing:read'],
    ['dns:read', 'dns:read'],
    ['', 'billing ecommerce dns:read'],
  ])('asked for the scope "%s" grants "%s"', async (wanted, granted) => {
    const answer = await world.tokenRequest({ ...grantOf(key), scope: wanted })
    expect([answer.status, answer.body.scope]).toEqual([200, granted])
    const { payload } = await claimsOf(answer.body.access_token)
    expect(payload['scope']).toBe(granted)
  })

  it('signs the claims of RFC 9068 with a published key', async () => {
    const before = Math.floor(Date.now() / 1_000)
    const { payload, protectedHeader } = await claimsOf(await world.token(key))
    expect(payload).toEqual({
      iss: world.house.config.publicUrl,
      aud: world.house.config.publicUrl,
      sub: key.clientId,
      client_id: key.clientId,
      tenant,
      secret_uuid: expect.stringMatching(/^[0-9a-f-]{36}$/),
      scope: 'billing ecommerce dns:read',
      iat: expect.any(Number),
      exp: (payload.iat ?? 0) + 86_399,
      jti: expect.stringMatching(/^[0-9a-f-]{36}$/),
    })
    expect(payload.iat).toBeGreaterThanOrEqual(before)
    expect(payload.iat).toBeLessThanOrEqual(Date.now() / 1_000)
    expect(protectedHeader).toMatchObject({ alg: 'ES256', typ: 'at+jwt', kid: expect.any(String) })
  })

  it('gives every token an identity of its own', async () => {
    const tokens = await Promise.all([1, 2, 3].map(async () => claimsOf(await world.token(key))))
    expect(new Set(tokens.map(({ payload }) => payload.jti)).size).toBe(3)
  })

  it('takes the credentials by the Basic header, with or without the same client_id in the form', async () => {
    const headers = basic(key.clientId, key.clientSecret)
    const form = { grant_type: 'client_credentials' }
    expect((await world.tokenRequest(form, headers)).status).toBe(200)
    expect((await world.tokenRequest({ ...form, client_id: key.clientId }, headers)).status).toBe(200)
    const lowerCase = { authorization: headers.authorization.replace('Basic', 'basic') }
    expect((await world.tokenRequest(form, lowerCase)).status).toBe(200)
  })

  it('takes credentials percent-encoded inside the Basic header (RFC 6749 §2.3.1)', async () => {
    const encoded = (text: string) =>
      text.replaceAll(/./g, (letter) => `%${letter.charCodeAt(0).toString(16).padStart(2, '0')}`)
    const headers = basic(encoded(key.clientId), encoded(key.clientSecret))
    expect((await world.tokenRequest({ grant_type: 'client_credentials' }, headers)).status).toBe(200)
  })

  it('ignores fields it does not know', async () => {
    const answer = await world.tokenRequest({ ...grantOf(key), audience: 'https://elsewhere.example', resource: 'x' })
    expect(answer.status).toBe(200)
  })

  it.each([formType, `${formType}; charset=UTF-8`, `${formType};charset=utf-8`, 'Application/X-WWW-Form-URLencoded'])(
    'reads a form sent as %s',
    async (type) => {
      const answer = await postForm(world, '/oauth2/token', grantOf(key), { 'content-type': type })
      expect(answer.status).toBe(200)
    },
  )

  it('gives a key that expires a token that does not outlive it', async () => {
    const expiresAt = new Date(Date.now() + 3_600_000)
    const answer = await world.tokenRequest(grantOf(await keyExpiring(expiresAt)))
    expect(answer.body.expires_in).toBeLessThanOrEqual(3_600)
    expect(answer.body.expires_in).toBeGreaterThan(3_500)
    const { payload } = await claimsOf(answer.body.access_token)
    expect(payload.exp).toBeLessThanOrEqual(expiresAt.getTime() / 1_000)
    expect((payload.exp ?? 0) - (payload.iat ?? 0)).toBe(answer.body.expires_in)
  })

  it('refuses a token once it has expired, whether or not it was used before', async () => {
    const end = Date.now() + 7_000
    const shortKey = await keyExpiring(new Date(end))
    const [used, unused] = [await world.token(shortKey), await world.token(shortKey)]
    expect(await statusWith(world, tenant, used)).toBe(200)
    await expect.poll(() => statusWith(world, tenant, used), { interval: 100 }).toBe(401)
    // They are of whole seconds, and the second may have one more than the first.
    await expect.poll(() => Date.now(), { interval: 100 }).toBeGreaterThan(end)
    for (const token of [used, unused]) {
      const headers = { authorization: `Bearer ${token}` }
      const answer = await world.call('GET', `/billing/v1/${tenant}`, { headers })
      expect([answer.status, answer.body.code]).toEqual([401, 'token_expired'])
      expect(answer.headers['www-authenticate']).toBe('Bearer realm="sublet", error="invalid_token"')
    }
  })

  it('accepts a pending company, which may browse', async () => {
    const pending = await world.tenant()
    const itsKey = await world.key(pending)
    await world.house.pool.query(`update tenant set status = 'pending' where uuid = $1`, [pending])
    expect((await world.tokenRequest(grantOf(itsKey))).status).toBe(200)
  })

  it('notes when the key was last used, when the server closes', async () => {
    const other = await openWorld({ beside: world })
    const usedKey = await world.key(tenant)
    await other.token(usedKey)
    const { closeIdentity } = await import('../../../src/identity/index.ts')
    await closeIdentity(other.house)
    await other.close()
    const { rows } = await world.house.pool.query('select last_used_at from app_key where client_id = $1', [
      usedKey.clientId,
    ])
    expect(Math.abs(rows[0].last_used_at.getTime() - Date.now())).toBeLessThan(60_000)
  })
})
