import { setTimeout as pause } from 'node:timers/promises'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { endpoint } from '../../src/kernel/endpoint.ts'
import { metrics } from '../../src/kernel/metrics.ts'
import { Answer, Type } from '../../src/kernel/http/schema.ts'
import { listen, raw, request } from '../support/server/raw-socket.ts'
import { openWorld, type World } from '../support/world.ts'

/** What may come over a socket before any endpoint has a say: never a crash, never a silence, never a 500. */

const echo = endpoint({
  id: 'testEcho',
  route: 'POST /test/echo',
  tag: 'Test',
  summary: 'Say what was read',
  access: { by: 'token', scope: 'billing' },
  body: Type.Object({}),
  answer: Answer({ read: Type.Unknown() }),
  handle: (_ctx, { body }) => ({ read: body }),
})

const linger = endpoint({
  id: 'testLinger',
  route: 'POST /test/linger',
  tag: 'Test',
  summary: 'Answer late',
  access: { by: 'anyone' },
  ownTransactions: true,
  answer: Answer({}),
  handle: async () => pause(150, {}),
})

let world: World
let port: number
let bearer: string
let company: string
beforeAll(async () => {
  world = await openWorld({ endpoints: [echo, linger] })
  port = await listen(world)
  const client = await world.client()
  bearer = `authorization: ${client.bearer.authorization}`
  company = `/billing/v1/${client.tenant}`
})
afterAll(() => world.close())

const json = 'content-type: application/json'

function codeOf(text: string): unknown {
  return (JSON.parse(text) as { code: unknown }).code
}

describe('paths', () => {
  it.each([
    ['of 8 KB', `/${'a'.repeat(8_192)}`, 404, 'route_not_found'],
    ['of 8 KB for a company', `/billing/v1/${'a'.repeat(8_192)}`, 401, 'token_missing'],
    ['that climb', '/billing/v1/%2e%2e/%2e%2e/etc/passwd', 404, 'route_not_found'],
    ['that climb plainly', '/../../etc/passwd', 404, 'route_not_found'],
    ['that climb out of the documents', '/docs/static/..%2f..%2f..%2fpackage.json', 404, 'route_not_found'],
    ['with a NUL', '/billing/v1/%00', 401, 'token_missing'],
    ['with a NUL beyond', '/livez/%00', 404, 'route_not_found'],
    ['that are no UTF-8', '/billing/v1/%ff', 400, 'unreadable_path'],
    ['with a broken escape', '/billing/v1/%zz', 400, 'unreadable_path'],
    ['with two slashes', '//livez', 404, 'route_not_found'],
  ])('%s', async (_what, path, status, code) => {
    const answer = await raw(port, request(`GET ${path}`))
    expect([answer.status, codeOf(answer.text)]).toEqual([status, code])
    expect(answer.headers['x-request-id']).toMatch(/^[\w-]+$/)
  })

  it('with bytes no path may have are no HTTP', async () => {
    const answer = await raw(port, Buffer.from('GET /\xff\x00 HTTP/1.1\r\nhost: x\r\n\r\n', 'latin1'))
    expect([answer.status, answer.closed]).toEqual([400, true])
  })

  it('in absolute form are answered like others', async () => {
    expect((await raw(port, request('GET http://sublet.example/livez'))).status).toBe(200)
  })
})

describe('queries', () => {
  it.each(['a=%ff', 'a=%00', '%', 'a=%e2%82'])('%s is refused, and the server lives', async (query) => {
    const answer = await raw(port, request(`GET /livez?${query}`))
    expect([answer.status, codeOf(answer.text)]).toEqual([400, 'unreadable_query'])
    expect((await raw(port, request('GET /livez'))).status).toBe(200)
  })
})

describe('headers', () => {
  it('of Authorization twice: the first counts', async () => {
    expect((await raw(port, request(`GET ${company}`, [bearer, 'authorization: Bearer x']))).status).toBe(200)
    expect((await raw(port, request(`GET ${company}`, ['authorization: Bearer x', bearer]))).status).toBe(401)
  })

  it('of Idempotency-Key twice: refused, for nobody knows which is meant', async () => {
    const twice = [bearer, json, 'content-length: 2', 'idempotency-key: a', 'idempotency-key: b']
    const answer = await raw(port, request('POST /test/echo', twice, '{}'))
    expect([answer.status, codeOf(answer.text)]).toEqual([422, 'idempotency_key_invalid'])
  })

  it('of Content-Type twice: the first counts', async () => {
    const types = [bearer, 'content-length: 2', 'content-type: text/plain', json]
    expect((await raw(port, request('POST /test/echo', types, '{}'))).status).toBe(415)
  })

  it('of Content-Length twice, or with Transfer-Encoding: refused, for requests could be smuggled', async () => {
    const twice = await raw(
      port,
      request('POST /test/echo', [bearer, json, 'content-length: 2', 'content-length: 9'], '{}'),
    )
    const both = ['content-length: 2', 'transfer-encoding: chunked']
    const mixed = await raw(port, request('POST /test/echo', [bearer, json, ...both], '2\r\n{}\r\n0\r\n\r\n'))
    expect([twice.status, twice.closed, mixed.status, mixed.closed]).toEqual([400, true, 400, true])
  })

  it('over 16 KB are 431', async () => {
    const answer = await raw(port, request('GET /livez', [`x-long: ${'a'.repeat(17_000)}`]))
    expect([answer.status, codeOf(answer.text), answer.closed]).toEqual([431, 'unreadable_request', true])
  })

  it('are safe to send: nothing is guessed, kept or framed', async () => {
    for (const path of ['/livez', '/nowhere', company]) {
      const { headers } = await raw(port, request(`GET ${path}`))
      expect(headers).toMatchObject({
        'cache-control': 'no-store',
        'x-content-type-options': 'nosniff',
        'content-security-policy': expect.stringContaining("default-src 'none'"),
        'x-request-id': expect.stringMatching(/^[\w-]{8,}$/),
      })
      expect(Object.keys(headers)).not.toContain('x-powered-by')
      expect(Object.keys(headers)).not.toContain('server')
    }
  })

  it('name a request of ours, not the caller, and each another', async () => {
    const ask = () => raw(port, request('GET /livez', ['x-request-id: mine', 'request-id: mine']))
    const ids = [await ask(), await ask()].map(({ headers }) => headers['x-request-id'])
    expect(new Set([...ids, 'mine']).size).toBe(3)
  })
})

describe('requests', () => {
  it('of HTTP/1.0 are answered and closed', async () => {
    const answer = await raw(port, 'GET /livez HTTP/1.0\r\n\r\n')
    expect([answer.status, answer.closed, answer.text]).toEqual([200, true, '{"status":"alive"}'])
  })

  it.each([
    ['without a host', 'GET /livez HTTP/1.1\r\n\r\n'],
    ['in garbage', '\x16\x03\x01\x02\x00\x01\x00\x01\xfc\x03\x03\r\n\r\n'],
    ['of an unknown method', request('FETCH /livez')],
    ['of another version', 'GET /livez HTTP/3.7\r\nhost: x\r\n\r\n'],
    ['with a broken header', request('GET /livez', ['no colon here'])],
    ['with a folded header', request('GET /livez', ['a: b', '  c'])],
    ['for a tunnel', request('CONNECT sublet.example:443')],
  ])('%s are refused and closed', async (_what, text) => {
    const answer = await raw(port, text)
    expect([400, 404, 0]).toContain(answer.status)
    expect(answer.closed).toBe(true)
  })

  it.each(['TRACE', 'PROPFIND', 'OPTIONS', 'DELETE', 'PUT'])('of %s, where there is none, are 405', async (method) => {
    const answer = await raw(port, request(`${method} /livez`))
    expect([answer.status, codeOf(answer.text), answer.headers['allow']]).toEqual([
      405,
      'method_not_allowed',
      'GET, HEAD',
    ])
    const nowhere = await raw(port, request(`${method} /nowhere`))
    expect([nowhere.status, codeOf(nowhere.text)]).toEqual([404, 'route_not_found'])
  })

  it('of HEAD have the head of GET and no body', async () => {
    const got = await raw(port, request(`GET ${company}`, [bearer]))
    const head = await raw(port, request(`HEAD ${company}`, [bearer]))
    expect([head.status, head.text]).toEqual([200, ''])
    expect(head.headers['content-length']).toBe(got.headers['content-length'])
    expect((await raw(port, request('HEAD /nowhere'))).text).toBe('')
  })

  it('one after the other on one connection are answered in order', async () => {
    const first = 'GET /livez HTTP/1.1\r\nhost: x\r\n\r\n'
    const { text } = await raw(port, `${first}${first}${request('GET /nowhere')}`)
    expect([...text.matchAll(/HTTP\/1\.1 (\d+)/g)].map((match) => match[1])).toEqual(['200', '404'])
  })
})

describe('bodies', () => {
  const chunked = [json, 'transfer-encoding: chunked']

  it('in chunks are read', async () => {
    const answer = await raw(
      port,
      request('POST /test/echo', [bearer, ...chunked], '4\r\n{"a"\r\n3\r\n:1}\r\n0\r\n\r\n'),
    )
    expect([answer.status, answer.text]).toEqual([200, '{"read":{"a":1}}'])
  })

  it('in chunks over the limit are 413, closed without reading on', async () => {
    const piece = `10000\r\n${'a'.repeat(65_536)}\r\n`
    const answer = await raw(port, request('POST /test/echo', [bearer, ...chunked], piece.repeat(20)))
    expect([answer.status, codeOf(answer.text), answer.closed]).toEqual([413, 'body_too_large', true])
  })

  it('in broken chunks are 400 and closed', async () => {
    const answer = await raw(port, request('POST /test/echo', [bearer, ...chunked], '2\r\n{}\r\nzz\r\n'))
    expect([answer.status, answer.closed]).toEqual([400, true])
  })

  it('announced too large are refused before they are sent', async () => {
    const answer = await raw(port, request('POST /test/echo', [bearer, json, 'content-length: 99999999999'], '{}'))
    expect([answer.status, codeOf(answer.text)]).toEqual([413, 'body_too_large'])
  })

  it('of unknown callers are not read', async () => {
    const answer = await raw(port, request('POST /test/echo', [json, 'content-length: 99999999999'], '{}'))
    expect([answer.status, codeOf(answer.text)]).toEqual([401, 'token_missing'])
  })

  it('have a type, in any case', async () => {
    const send = (type: string) =>
      raw(port, request('POST /test/echo', [bearer, ...(type ? [type] : []), 'content-length: 2'], '{}'))
    expect((await send('Content-Type: Application/JSON; Charset=UTF-8')).status).toBe(200)
    expect((await send('')).status).toBe(415)
    expect((await send('content-type: ;')).status).toBe(415)
  })
})

it('clients that hang up are not counted as requests under way for ever', async () => {
  const quiet = async () => {
    for (let i = 0; i < 50 && metrics(world).inFlight > 0; i++) await pause(20)
    return metrics(world).inFlight
  }
  expect(await quiet()).toBe(0)
  const { connect } = await import('node:net')
  for (let i = 0; i < 5; i++) {
    const socket = connect(port, '127.0.0.1')
    socket.write(i % 2 ? request('POST /test/linger') : request('POST /test/linger', [json, 'content-length: 10'], '{'))
    await pause(40)
    socket.destroy()
  }
  expect(await quiet()).toBe(0)
})
