import { describe, expect, it } from 'vitest'
import { createAppKey, revokeByClientId } from '../../../src/identity/index.ts'
import { revocations } from '../../../src/identity/token/revocation.memory.ts'
import { grantOf } from '../../support/oauth.ts'
import { noSession, notTheirRole, notTheirs, outcomesFor, outcomeOf } from '../../support/portal.ts'
import { stageOffice } from '../../support/stages.ts'
import { openWorld, type World } from '../../support/world.ts'

const { world, office } = await stageOffice()

interface MadeKey {
  readonly uuid: string
  readonly clientId: string
  readonly clientSecret: string
}

async function newKey(tenant = office.tenant): Promise<MadeKey> {
  const { key, clientSecret } = await world.change((ctx) =>
    createAppKey(ctx, tenant, { name: 'rotated', scopes: ['billing'] }),
  )
  return { uuid: key.uuid, clientId: key.client_id, clientSecret }
}

const keysPath = () => `/portal/companies/${office.tenant}/app-keys`
const rotate = (uuid: string, headers: Record<string, string> = office.owner) =>
  world.call('POST', `${keysPath()}/${uuid}/rotate`, { headers })
const endSecret = (uuid: string, secret: string, headers: Record<string, string> = office.owner) =>
  world.call('DELETE', `${keysPath()}/${uuid}/secrets/${secret}`, { headers })
const secretsOf = async (uuid: string): Promise<string[]> => {
  const { body } = await world.call('GET', `${keysPath()}?per_page=1000`, { headers: office.owner })
  const found = body.data.find((key: { uuid: string }) => key.uuid === uuid)
  return found.secrets.map((secret: { uuid: string }) => secret.uuid)
}
const tokenStatus = async ({ clientId }: MadeKey, clientSecret: string) => {
  await world.hear()
  return (await world.tokenRequest(grantOf({ tenant: office.tenant, clientId, clientSecret }))).status
}
const nowhere = '019a8c1e-7b2f-7c3d-9e4f-5a6b7c8d9e0f'

describe('POST /portal/companies/{tenantUUID}/app-keys/{keyUUID}/rotate', () => {
  it('adds a second secret while the first goes on working', async () => {
    const key = await newKey()
    expect(await tokenStatus(key, key.clientSecret)).toBe(200)
    const { status, body } = await rotate(key.uuid)
    expect([status, body.data.client_id]).toEqual([201, key.clientId])
    expect(body.data.client_secret).not.toBe(key.clientSecret)
    for (const secret of [key.clientSecret, body.data.client_secret]) expect(await tokenStatus(key, secret)).toBe(200)
    expect(await secretsOf(key.uuid)).toHaveLength(2)
  })

  it('makes no third secret, also at the same time', async () => {
    const key = await newKey()
    const outcomes = await Promise.all([1, 2, 3].map(async () => outcomeOf(await rotate(key.uuid))))
    expect(outcomes.map(String).sort()).toEqual(['201', '422 two_secrets_live', '422 two_secrets_live'])
    expect(await secretsOf(key.uuid)).toHaveLength(2)
  })

  it('refuses a revoked key', async () => {
    const key = await newKey()
    await world.change((ctx) => revokeByClientId(ctx, key.clientId))
    expect(outcomeOf(await rotate(key.uuid))).toBe('422 key_revoked')
  })

  it("does not tell another company's key from none", async () => {
    const foreign = await newKey(await world.tenant())
    const answers = [await rotate(foreign.uuid), await rotate(nowhere), await rotate('none')]
    expect(answers.map(outcomeOf)).toEqual(answers.map(() => '404 not_found'))
  })

  it('is for owners and operators', async () => {
    const outcomes = await outcomesFor(office, async (headers) => rotate((await newKey()).uuid, headers))
    expect(outcomes).toEqual({
      nobody: noSession,
      stranger: notTheirs,
      viewer: notTheirRole,
      member: notTheirRole,
      owner: 201,
      operator: 201,
    })
  })
})

describe('DELETE /portal/companies/{tenantUUID}/app-keys/{keyUUID}/secrets/{secretUUID}', () => {
  it('ends the old secret and leaves the new one', async () => {
    const key = await newKey()
    const { body } = await rotate(key.uuid)
    const [old = '', fresh = ''] = await secretsOf(key.uuid)
    expect(outcomeOf(await endSecret(key.uuid, old))).toBe(204)
    expect(await tokenStatus(key, key.clientSecret)).toBe(401)
    expect(await tokenStatus(key, body.data.client_secret)).toBe(200)
    expect(await secretsOf(key.uuid)).toEqual([fresh])
  })

  it('ends the tokens that were made with it, on every node within half a second, and no others', async () => {
    const node = await openWorld({ beside: world })
    const key = await newKey()
    const { body } = await rotate(key.uuid)
    await world.hear()
    const [old = ''] = await secretsOf(key.uuid)
    const made = async (clientSecret: string) =>
      world.token({ tenant: office.tenant, clientId: key.clientId, clientSecret })
    const [ended, kept] = [await made(key.clientSecret), await made(body.data.client_secret)]
    const outcome = async (at: World, token: string) =>
      outcomeOf(await at.call('GET', `/billing/v1/${office.tenant}`, { headers: { authorization: `Bearer ${token}` } }))
    for (const at of [world, node]) expect([await outcome(at, ended), await outcome(at, kept)]).toEqual([200, 200])
    expect(outcomeOf(await endSecret(key.uuid, old))).toBe(204)
    // Nodes ask for news when the last are 400 ms old; here is nothing told them to ask earlier.
    await new Promise((resolve) => setTimeout(resolve, 500))
    for (const at of [world, node])
      expect([await outcome(at, ended), await outcome(at, kept)]).toEqual(['401 token_revoked', 200])
    await node.close()
  })

  it('ends tokens that do not say which secret made them', async () => {
    const key = await newKey()
    const { body } = await rotate(key.uuid)
    const [old = ''] = await secretsOf(key.uuid)
    await world.hear()
    const facts = { clientId: key.clientId, tenant: office.tenant, jti: nowhere, secret: null }
    expect(revocations(world).includes(facts)).toBe(false)
    await endSecret(key.uuid, old)
    await world.hear()
    expect(revocations(world).includes(facts)).toBe(true)
    expect(await tokenStatus(key, body.data.client_secret)).toBe(200)
  })

  it('keeps the last secret, also when both are ended at the same time', async () => {
    const key = await newKey()
    const [only = ''] = await secretsOf(key.uuid)
    expect(outcomeOf(await endSecret(key.uuid, only))).toBe('422 last_secret')
    await rotate(key.uuid)
    const both = await secretsOf(key.uuid)
    const outcomes = await Promise.all(both.map(async (secret) => outcomeOf(await endSecret(key.uuid, secret))))
    expect(outcomes.map(String).sort()).toEqual(['204', '422 last_secret'])
  })

  it('takes the path in any case', async () => {
    const key = await newKey()
    await rotate(key.uuid)
    const [old = ''] = await secretsOf(key.uuid)
    expect(outcomeOf(await endSecret(key.uuid.toUpperCase(), old.toUpperCase()))).toBe(204)
  })

  it('refuses a revoked key', async () => {
    const key = await newKey()
    await rotate(key.uuid)
    const [old = ''] = await secretsOf(key.uuid)
    await world.change((ctx) => revokeByClientId(ctx, key.clientId))
    expect(outcomeOf(await endSecret(key.uuid, old))).toBe('422 key_revoked')
  })

  it('answers 404 for a secret or key that is not there, is ended, or is of another key', async () => {
    const [key, other] = [await newKey(), await newKey()]
    await rotate(key.uuid)
    const [old = ''] = await secretsOf(key.uuid)
    await endSecret(key.uuid, old)
    const [foreign = ''] = await secretsOf(other.uuid)
    for (const [keyUuid, secret] of [
      [key.uuid, old],
      [key.uuid, foreign],
      [key.uuid, nowhere],
      [nowhere, foreign],
      [key.uuid, 'none'],
    ] as const)
      expect(outcomeOf(await endSecret(keyUuid, secret))).toBe('404 not_found')
  })

  it('is for owners and operators', async () => {
    const outcomes = await outcomesFor(office, async (headers) => {
      const key = await newKey()
      await rotate(key.uuid)
      return endSecret(key.uuid, (await secretsOf(key.uuid))[0] ?? '', headers)
    })
    expect(outcomes).toEqual({
      nobody: noSession,
      stranger: notTheirs,
      viewer: notTheirRole,
      member: notTheirRole,
      owner: 204,
      operator: 204,
    })
  })
})
