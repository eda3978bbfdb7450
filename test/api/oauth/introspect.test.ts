import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { moveTenant, revokeByClientId } from '../../../src/identity/index.ts'
import { basic, fieldsOf, postForm, refusalOf, refused } from '../../support/oauth.ts'
import { openWorld, type KeyOf, type World } from '../../support/world.ts'

let world: World
let tenant: string
let key: KeyOf
beforeAll(async () => {
  world = await openWorld()
  tenant = await world.tenant()
  key = await world.key(tenant, ['billing', 'dns'])
})
afterAll(() => world.close())

const introspect = (form: Record<string, string>, headers?: Record<string, string>) =>
  postForm(world, '/oauth2/introspect', form, headers)

async function seenBy(asker: KeyOf, token: string): Promise<unknown> {
  await world.hear()
  const answer = await introspect({ ...fieldsOf(asker), token })
  expect(answer.status).toBe(200)
  expect(answer.headers['cache-control']).toBe('no-store')
  return answer.body
}

describe('POST /oauth2/introspect', () => {
  it('describes a token in force', async () => {
    const body = await seenBy(key, await world.token(key, 'billing:read'))
    expect(body).toEqual({
      active: true,
      scope: 'billing:read',
      client_id: key.clientId,
      tenant,
      token_type: 'bearer',
      iss: world.house.config.publicUrl,
      aud: world.house.config.publicUrl,
      sub: key.clientId,
      iat: expect.any(Number),
      exp: (body as { iat: number }).iat + 86_399,
      jti: expect.stringMatching(/^[0-9a-f-]{36}$/),
    })
  })

  it('lets another key of the same company ask, also by the Basic header', async () => {
    const sibling = await world.key(tenant)
    const token = await world.token(key)
    expect(await seenBy(sibling, token)).toMatchObject({ active: true, client_id: key.clientId })
    const answer = await introspect({ token }, basic(sibling.clientId, sibling.clientSecret))
    expect(answer.body.active).toBe(true)
  })

  it('says only "inactive" about the tokens of another company', async () => {
    const stranger = await world.key(await world.tenant())
    expect(await seenBy(stranger, await world.token(key))).toEqual({ active: false })
  })

  it('says "inactive" once the token, its key or its company is revoked', async () => {
    const sibling = await world.key(tenant)
    const revoked = await world.token(key)
    await postForm(world, '/oauth2/revoke', { ...fieldsOf(key), token: revoked })
    expect(await seenBy(sibling, revoked)).toEqual({ active: false })

    const shortLived = await world.key(tenant)
    const orphan = await world.token(shortLived)
    await world.change((ctx) => revokeByClientId(ctx, shortLived.clientId))
    expect(await seenBy(sibling, orphan)).toEqual({ active: false })

    const elsewhere = await world.key(await world.tenant())
    const itsToken = await world.token(elsewhere)
    await world.change((ctx) => moveTenant(ctx, elsewhere.tenant, 'suspend'))
    await world.change((ctx) => moveTenant(ctx, elsewhere.tenant, 'restore'))
    expect(await seenBy(elsewhere, itsToken)).toMatchObject({ active: true })
  })

  it('says "inactive" about what is no token, was altered or is not signed', async () => {
    const token = await world.token(key)
    const [head = '', claims = '', signature = ''] = token.split('.')
    const unsigned = `${Buffer.from('{"alg":"none","typ":"at+jwt"}').toString('base64url')}.${claims}.`
    const grander = Buffer.from(
      Buffer.from(claims, 'base64url').toString().replace('billing dns', 'billing dns credits'),
    ).toString('base64url')
    for (const no of ['garbage', unsigned, `${head}.${grander}.${signature}`, `${head}.${claims}.AAAA`])
      expect(await seenBy(key, no)).toEqual({ active: false })
  })

  it('refuses without the token, without a client and with a wrong secret', async () => {
    expect(refusalOf(await introspect(fieldsOf(key)))).toEqual(refused(400, 'invalid_request'))
    expect(refusalOf(await introspect({ token: 'x' }))).toEqual(refused(400, 'invalid_request'))
    expect(refusalOf(await introspect({ ...fieldsOf(key), client_secret: 'no', token: 'x' }))).toEqual(
      refused(401, 'invalid_client'),
    )
    expect(refusalOf(await introspect({ token: 'x' }, basic(key.clientId, 'no')))).toEqual(
      refused(401, 'invalid_client', true),
    )
  })
})
