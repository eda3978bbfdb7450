import { afterEach, describe, expect, it } from 'vitest'
import { openWorld, type World } from '../../support/world.ts'

let world: World
afterEach(() => world.close())

describe('GET /metrics', () => {
  it('counts requests by operation and status, and how long they took', async () => {
    world = await openWorld()
    for (let i = 0; i < 3; i++) await world.call('GET', '/livez')
    await world.call('GET', '/nowhere')
    const { status, headers, text } = await world.call('GET', '/metrics')
    expect(status).toBe(200)
    expect(headers['content-type']).toMatch(/^text\/plain/)
    expect(text).toContain('sublet_http_requests_total{operation="alive",status="200"} 3')
    expect(text).toContain('sublet_http_requests_total{operation="none",status="404"} 1')
    expect(text).toContain('sublet_http_request_seconds_bucket{operation="alive",le="+Inf"} 3')
    expect(text).toMatch(/^sublet_db_connections \d+$/m)
    for (const line of text.trim().split('\n'))
      expect(line).toMatch(/^($|# (HELP|TYPE) |[a-z_0-9]+(\{([a-z_]+="[^"\\]*",?)+\})? ([-+.\de]+|nan)$)/i)
  })

  it('is only for this machine, asked directly, where there is no token', async () => {
    world = await openWorld()
    const elsewhere = [
      { remoteAddress: '192.0.2.1' },
      ...[
        'forwarded',
        'via',
        'x-forwarded-for',
        'x-forwarded-host',
        'x-forwarded-proto',
        'x-forwarded',
        'x-real-ip',
      ].map((name) => ({ remoteAddress: '127.0.0.1', headers: { [name]: '127.0.0.1' } })),
    ]
    for (const how of elsewhere) {
      const answer = await world.call('GET', '/metrics', how)
      expect([answer.status, answer.body.code]).toEqual([403, 'metrics_closed'])
    }
    for (const remoteAddress of ['127.0.0.1', '::1', '::ffff:127.0.0.1'])
      expect((await world.call('GET', '/metrics', { remoteAddress })).status).toBe(200)
  })

  it('is not for those for whom a trusted proxy speaks, wherever it says they are', async () => {
    world = await openWorld({ env: { SUBLET_TRUST_PROXY: '192.0.2.1,127.0.0.1' } })
    for (const remoteAddress of ['192.0.2.1', '127.0.0.1']) {
      const answer = await world.call('GET', '/metrics', { remoteAddress, headers: { 'x-forwarded-for': '127.0.0.1' } })
      expect([answer.status, answer.body.code]).toEqual([403, 'metrics_closed'])
    }
    expect((await world.call('GET', '/metrics', { remoteAddress: '127.0.0.1' })).status).toBe(200)
  })

  it('is for whoever has the token, and nobody else', async () => {
    world = await openWorld({ env: { SUBLET_METRICS_TOKEN: 'scrape' } })
    const ask = (authorization?: string) =>
      world.call('GET', '/metrics', { remoteAddress: '192.0.2.1', headers: authorization ? { authorization } : {} })
    expect((await ask('Bearer scrape')).status).toBe(200)
    for (const wrong of [undefined, 'Bearer scrap', 'scrape', 'Bearer scrape2', 'Basic scrape'])
      expect((await ask(wrong)).status).toBe(403)
    expect((await world.call('GET', '/metrics')).status).toBe(403)
  })
})
