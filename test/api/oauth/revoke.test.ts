import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { rotateSigningKey } from '../../../src/identity/index.ts'
import { basic, fieldsOf, postForm, statusWith, refusalOf, refused } from '../../support/oauth.ts'
import { openWorld, type KeyOf, type World } from '../../support/world.ts'

let world: World
let tenant: string
let key: KeyOf
beforeAll(async () => {
  world = await openWorld()
  tenant = await world.tenant()
  key = await world.key(tenant)
})
afterAll(() => world.close())

const revoke = (form: Record<string, string>, headers?: Record<string, string>) =>
  postForm(world, '/oauth2/revoke', form, headers)

describe('POST /oauth2/revoke', () => {
  it("ends the client's own token and no other", async () => {
    const [ended, kept] = [await world.token(key), await world.token(key)]
    const answer = await revoke({ ...fieldsOf(key), token: ended, token_type_hint: 'access_token' })
    expect([answer.status, answer.body]).toEqual([200, {}])
    await world.hear()
    expect(await statusWith(world, tenant, ended)).toBe(401)
    expect(await statusWith(world, tenant, kept)).toBe(200)
  })

  it('answers a revoked token with token_revoked, soon everywhere', async () => {
    const neighbour = await openWorld({ beside: world })
    const token = await world.token(key)
    expect(await statusWith(neighbour, tenant, token)).toBe(200)
    await revoke({ ...fieldsOf(key), token })
    for (const node of [world, neighbour])
      await expect.poll(() => statusWith(node, tenant, token), { interval: 50 }).toBe(401)
    const headers = { authorization: `Bearer ${token}` }
    const refused = await neighbour.call('GET', `/billing/v1/${tenant}`, { headers })
    expect(refused.body.code).toBe('token_revoked')
    await neighbour.close()
  })

  it('takes the Basic header and is no error the second time', async () => {
    const token = await world.token(key)
    for (let i = 0; i < 2; i++)
      expect((await revoke({ token }, basic(key.clientId, key.clientSecret))).status).toBe(200)
    await world.hear()
    expect((await revoke({ token }, basic(key.clientId, key.clientSecret))).status).toBe(200)
    expect(await statusWith(world, tenant, token)).toBe(401)
  })

  it("leaves other clients' tokens alone, of the same company too", async () => {
    const sibling = await world.key(tenant)
    const stranger = await world.key(await world.tenant())
    for (const other of [sibling, stranger]) {
      const token = await world.token(other)
      expect((await revoke({ ...fieldsOf(key), token })).status).toBe(200)
      await world.hear()
      expect(await statusWith(world, other.tenant, token)).toBe(200)
    }
  })

  it.each(['garbage', 'a.b.c', 'eyJhbGciOiJub25lIn0.e30.', '☃'])('shrugs at the token "%s"', async (token) => {
    const answer = await revoke({ ...fieldsOf(key), token })
    expect([answer.status, answer.body]).toEqual([200, {}])
  })

  it('ends a token signed with a key that this node has not heard of yet', async () => {
    const neighbour = await openWorld({ beside: world })
    await world.change((ctx) => rotateSigningKey(ctx, ctx.realNow))
    await world.hear()
    const token = await world.token(key)
    await new Promise((resolve) => {
      setTimeout(resolve, 500)
    })
    await postForm(neighbour, '/oauth2/revoke', { ...fieldsOf(key), token })
    await world.hear()
    expect(await statusWith(world, tenant, token)).toBe(401)
    await neighbour.close()
  })

  it('refuses without the token, without a client and with a wrong secret', async () => {
    expect(refusalOf(await revoke(fieldsOf(key)))).toEqual(refused(400, 'invalid_request'))
    expect(refusalOf(await revoke({ ...fieldsOf(key), token: '' }))).toEqual(refused(400, 'invalid_request'))
    expect(refusalOf(await revoke({ token: 'x' }))).toEqual(refused(400, 'invalid_request'))
    expect(refusalOf(await revoke({ ...fieldsOf(key), token: 'x'.repeat(8_193) }))).toEqual(
      refused(400, 'invalid_request'),
    )
    const wrong = { ...fieldsOf(key), client_secret: 'wrong', token: await world.token(key) }
    expect(refusalOf(await revoke(wrong))).toEqual(refused(401, 'invalid_client'))
    expect(refusalOf(await revoke({ token: 'x' }, basic(key.clientId, 'wrong')))).toEqual(
      refused(401, 'invalid_client', true),
    )
    await world.hear()
    expect(await statusWith(world, tenant, wrong.token)).toBe(200)
  })
})
