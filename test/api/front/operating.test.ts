import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { health } from '../../../src/kernel/health.ts'
import { openWorld, type World } from '../../support/world.ts'

let world: World
beforeAll(async () => {
  world = await openWorld()
})
afterAll(() => world.close())

describe('GET /livez', () => {
  it('answers as long as the process runs', async () => {
    expect((await world.call('GET', '/livez')).body).toEqual({ status: 'alive' })
  })
})

describe('GET /readyz', () => {
  it('answers 200 while requests are served, else 503', async () => {
    expect((await world.call('GET', '/readyz')).status).toBe(200)
    health(world).serving = false
    const answer = await world.call('GET', '/readyz')
    health(world).serving = true
    expect([answer.status, answer.body.code]).toEqual([503, 'not_ready'])
    expect(answer.headers['retry-after']).toBeDefined()
  })
})

describe('GET /metrics', () => {
  it('counts requests by operation and status, and says how long they took', async () => {
    await world.call('GET', '/livez')
    const { status, text, headers } = await world.call('GET', '/metrics')
    expect(status).toBe(200)
    expect(headers['content-type']).toMatch(/^text\/plain/)
    expect(text).toMatch(/^sublet_http_requests_total\{operation="alive",status="200"\} [1-9]/m)
    expect(text).toMatch(/^sublet_http_request_seconds_bucket\{operation="alive",le="\+Inf"\} [1-9]/m)
    expect(text).toMatch(/^sublet_http_in_flight 1$/m)
    expect(text).toMatch(/^sublet_process_resident_memory_bytes \d+/m)
  })

  it('is closed to requests that come from elsewhere or through a proxy', async () => {
    const elsewhere = await world.call('GET', '/metrics', { remoteAddress: '192.0.2.7' })
    expect([elsewhere.status, elsewhere.body.code]).toEqual([403, 'metrics_closed'])
    expect((await world.call('GET', '/metrics', { headers: { 'x-forwarded-for': '192.0.2.7' } })).status).toBe(403)
  })

  it('takes the token of the settings and no other', async () => {
    const other = await openWorld({ env: { SUBLET_METRICS_TOKEN: 'scrape-me' } })
    const get = (authorization?: string) =>
      other.call('GET', '/metrics', { remoteAddress: '192.0.2.7', headers: authorization ? { authorization } : {} })
    expect((await get('Bearer scrape-me')).status).toBe(200)
    expect((await get('Bearer scrape-you')).status).toBe(403)
    expect((await get()).status).toBe(403)
    await other.close()
  })
})

describe('GET /', () => {
  it('says what this is and leads to the documents', async () => {
    const { status, text, headers } = await world.call('GET', '/')
    expect([status, headers['content-type']]).toEqual([200, 'text/html; charset=utf-8'])
    expect(text).toContain('href="/docs"')
  })
})
