import { calculateJwkThumbprint } from 'jose'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { openWorld, type World } from '../../support/world.ts'

let world: World
beforeAll(async () => {
  world = await openWorld()
})
afterAll(() => world.close())

describe('GET /.well-known/jwks.json', () => {
  it('publishes the public half of each signing key and nothing else', async () => {
    const { status, headers, body } = await world.call('GET', '/.well-known/jwks.json')
    expect(status).toBe(200)
    expect(headers['cache-control']).toBe('public, max-age=300')
    expect(body.keys).toHaveLength(1)
    const [key] = body.keys
    expect(key).toEqual({
      kty: 'EC',
      crv: 'P-256',
      alg: 'ES256',
      use: 'sig',
      x: expect.stringMatching(/^[\w-]{43}$/),
      y: expect.stringMatching(/^[\w-]{43}$/),
      kid: await calculateJwkThumbprint(key),
    })
  })

  it('answers HEAD', async () => {
    expect((await world.call('HEAD', '/.well-known/jwks.json')).status).toBe(200)
  })
})
