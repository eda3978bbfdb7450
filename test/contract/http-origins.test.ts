import { afterEach, describe, expect, it } from 'vitest'
import { openWorld, type World } from '../support/world.ts'

/** Pages of other origins, and the promise of TLS: both follow from settings. */

let world: World
afterEach(() => world.close())

const preflight = (origin: string, method: string) =>
  world.call('OPTIONS', '/billing/v1/00000000-0000-7000-8000-000000000000', {
    headers: {
      origin,
      'access-control-request-method': method,
      'access-control-request-headers': 'authorization,content-type,idempotency-key',
    },
  })

describe('CORS', () => {
  it('is off unless someone is named', async () => {
    world = await openWorld()
    const answers = [
      await preflight('https://app.example', 'GET'),
      await world.call('GET', '/livez', { headers: { origin: 'https://app.example' } }),
    ]
    for (const { headers } of answers)
      expect(Object.keys(headers).filter((name) => name.startsWith('access-control-'))).toEqual([])
    expect(answers[0]?.status).toBe(405)
  })

  it('lets the named origins in, with every method and our headers, and no other', async () => {
    world = await openWorld({ env: { SUBLET_CORS_ORIGINS: 'https://app.example, https://other.example' } })
    for (const method of ['GET', 'POST', 'PUT', 'PATCH', 'DELETE']) {
      const { status, headers } = await preflight('https://app.example', method)
      expect([status, headers['access-control-allow-origin']]).toEqual([204, 'https://app.example'])
      expect(String(headers['access-control-allow-methods'])).toContain(method)
      expect(headers['access-control-allow-headers']).toBe('authorization,content-type,idempotency-key')
      expect(headers['access-control-allow-credentials']).toBeUndefined()
    }
    const foreign = await preflight('https://evil.example', 'GET')
    expect(foreign.headers['access-control-allow-origin']).toBeUndefined()
    const refused = await world.call('GET', '/nowhere', { headers: { origin: 'https://other.example' } })
    expect(refused.headers).toMatchObject({
      'access-control-allow-origin': 'https://other.example',
      'access-control-expose-headers': expect.stringContaining('retry-after'),
      vary: expect.stringContaining('Origin'),
    })
  })
})

describe('TLS', () => {
  it('is promised where clients come by https', async () => {
    world = await openWorld({ env: { SUBLET_PUBLIC_URL: 'https://sublet.example/' } })
    const answers = [
      await world.call('GET', '/livez'),
      await world.call('GET', '/nowhere'),
      await world.call('GET', '/%ff'),
    ]
    for (const { headers } of answers) expect(headers['strict-transport-security']).toMatch(/^max-age=\d{8}/)
  })

  it('is not promised on plain http', async () => {
    world = await openWorld()
    expect((await world.call('GET', '/livez')).headers['strict-transport-security']).toBeUndefined()
  })
})
