import { createLocalJWKSet, decodeProtectedHeader, jwtVerify, type JSONWebKeySet } from 'jose'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { rotateSigningKey, tendKeys } from '../../../src/identity/index.ts'
import { statusWith } from '../../support/oauth.ts'
import { openWorld, type KeyOf, type World } from '../../support/world.ts'

let world: World
let neighbour: World
let key: KeyOf
beforeAll(async () => {
  world = await openWorld()
  neighbour = await openWorld({ beside: world })
  key = await world.key(await world.tenant())
})
afterAll(async () => {
  await neighbour.close()
  await world.close()
})

const kidOf = (token: string) => decodeProtectedHeader(token).kid
const published = async (node: World) =>
  (await node.call('GET', '/.well-known/jwks.json')).body as JSONWebKeySet & { keys: { kid: string }[] }
const tend = () => tendKeys.run(world.ctx, {})
const ageKeys = (interval: string) =>
  world.house.pool.query(
    'update signing_key set created_at = created_at - $1::interval, signs_from = signs_from - $1::interval',
    [interval],
  )

describe('rotating the signing key', () => {
  it('refuses no token, on any node, and publishes both keys', async () => {
    const before = await world.token(key)
    const kid = await world.change((ctx) => rotateSigningKey(ctx, ctx.realNow))
    await world.hear()
    const after = await world.token(key)
    expect(kidOf(before)).not.toBe(kid)
    expect(kidOf(after)).toBe(kid)
    await neighbour.hear()
    for (const node of [world, neighbour]) {
      const keys = await published(node)
      for (const token of [before, after]) {
        expect(await statusWith(node, key.tenant, token)).toBe(200)
        expect((await jwtVerify(token, createLocalJWKSet(keys))).payload['client_id']).toBe(key.clientId)
      }
    }
  })

  it('publishes a key an hour before it signs', async () => {
    const current = kidOf(await world.token(key))
    const kid = await world.change((ctx) => rotateSigningKey(ctx))
    await world.hear()
    expect((await published(world)).keys.map((jwk) => jwk.kid)).toContain(kid)
    expect(kidOf(await world.token(key))).toBe(current)
    await ageKeys('61 minutes')
    await tend()
    await world.hear()
    expect(kidOf(await world.token(key))).toBe(kid)
  })

  it('is done by the daily job after thirty days, and old keys go once no token needs them', async () => {
    const token = await world.token(key)
    const old = kidOf(token)
    await tend()
    expect((await published(world)).keys.map((jwk) => jwk.kid)).toContain(old)
    await ageKeys('31 days')
    await tend()
    await world.hear()
    const kids = (await published(world)).keys.map((jwk) => jwk.kid)
    expect(kids).toHaveLength(2)
    expect(kids).toContain(old)
    expect(kidOf(await world.token(key))).toBe(old)
    expect(await statusWith(world, key.tenant, token)).toBe(200)
  })

  it('is done once when nodes do it at the same time', async () => {
    await ageKeys('31 days')
    await Promise.all([tend(), tendKeys.run(neighbour.ctx, {}), tend()])
    const { rows: after } = await world.house.pool.query('select kid from signing_key where signs_from > now()')
    expect(after).toHaveLength(1)
  })
})
