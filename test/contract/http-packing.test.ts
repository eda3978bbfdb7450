import { Readable } from 'node:stream'
import { brotliDecompressSync, gunzipSync } from 'node:zlib'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { Content, endpoint, Reply, type Endpoint } from '../../src/kernel/endpoint.ts'
import { Answer, Int, Type } from '../../src/kernel/http/schema.ts'
import { kernelProblem } from '../../src/kernel/problems.ts'
import { openWorld, type World } from '../support/world.ts'

/** What goes out smaller than it is, and what is not sent again (ADR 95). */

const read = { ended: Promise.withResolvers<void>() }

async function* lines(): AsyncGenerator<string> {
  try {
    for (let i = 0; i < 1_000; i++) yield `${i},${'x'.repeat(100)}\r\n`
  } finally {
    read.ended.resolve()
  }
}

async function* broken(): AsyncGenerator<string> {
  yield await Promise.reject<string>(new Error('the source broke before its first line'))
}

const common = { tag: 'Test', summary: 'Answer', access: { by: 'anyone' } } as const
const Size = Type.Object({ size: Int(0, 1_000_000) })
const Sized = Answer({ text: Type.String() })
const around = JSON.stringify({ text: '' }).length

const streaming = (id: string, path: `/${string}`, source: () => AsyncIterable<string>): Endpoint =>
  endpoint({
    id,
    route: `GET ${path}`,
    ...common,
    content: 'text/csv',
    handle: () => new Content('text/csv; charset=utf-8', Readable.from(source())),
  })

const nothing = (id: string, path: `/${string}`): Endpoint =>
  endpoint({ id, route: `GET ${path}`, ...common, status: 204, handle: () => undefined })

const refused = (id: string, path: `/${string}`): Endpoint =>
  endpoint({
    id,
    route: `GET ${path}`,
    ...common,
    refuses: kernelProblem.rows('invalid_fields'),
    handle: () => {
      throw kernelProblem('invalid_fields', { fields: { name: ['must be another. '.repeat(100)] } })
    },
  })

const sized = (id: string, path: `/${string}`, more: Pick<Endpoint, 'tagged'> = {}): Endpoint =>
  endpoint({
    id,
    route: `GET ${path}`,
    ...common,
    ...more,
    query: Size,
    answer: Sized,
    handle: (_ctx, { query }) => ({ text: 'x'.repeat(query.size - around) }),
  })

let world: World
beforeAll(async () => {
  world = await openWorld({
    endpoints: [
      sized('testSized', '/test/sized'),
      sized('testTagged', '/test/tagged', { tagged: true }),
      nothing('testNothing', '/test/nothing'),
      refused('testRefused', '/test/refused'),
      streaming('testLines', '/test/lines', lines),
      streaming('testBroken', '/test/broken', broken),
      endpoint({
        id: 'testImage',
        route: 'GET /test/image',
        ...common,
        content: 'image/png',
        handle: () => new Content('image/png', Buffer.alloc(5_000)),
      }),
      endpoint({
        id: 'testVarying',
        route: 'GET /test/varying',
        ...common,
        answer: Sized,
        handle: () => new Reply({ text: 'x'.repeat(5_000) }, { vary: 'accept' }),
      }),
    ],
  })
})
afterAll(() => world.close())

const get = (url: string, headers: Record<string, string> = {}, method: 'GET' | 'HEAD' = 'GET') =>
  world.server.inject({ method, url, headers })
const packed = { 'accept-encoding': 'gzip, deflate, br' }
const zipped = { 'accept-encoding': 'gzip' }

describe('an answer', () => {
  it('over a kilobyte goes packed to who can unpack it, and plain to who cannot', async () => {
    const url = '/test/sized?size=1001'
    const [plain, br, gzip] = [await get(url), await get(url, packed), await get(url, zipped)]
    expect([plain, br, gzip].map(({ headers }) => headers['content-encoding'])).toEqual([undefined, 'br', 'gzip'])
    expect(brotliDecompressSync(br.rawPayload).toString()).toBe(plain.payload)
    expect(gunzipSync(gzip.rawPayload).toString()).toBe(plain.payload)
    for (const { headers, rawPayload } of [plain, br, gzip]) {
      expect(headers).toMatchObject({ vary: 'accept-encoding', 'content-type': 'application/json; charset=utf-8' })
      expect(headers['content-length']).toBe(String(rawPayload.length))
    }
  })

  it.each([
    'identity',
    'br;q=0',
    'gzip;q=0.0, br;q=0',
    'zstd',
    '*',
    '*;q=0',
    'identity;q=0',
    'br;q=0, identity;q=0, *;q=0',
    '',
  ])('goes plain to "%s"', async (accepted) => {
    const answer = await get('/test/sized?size=5000', { 'accept-encoding': accepted })
    expect([answer.headers['content-encoding'], answer.payload.length]).toEqual([undefined, 5_000])
  })

  it('of a kilobyte or less, and one that is packed by nature, goes as it is', async () => {
    for (const url of ['/test/sized?size=1000', '/test/image', '/livez']) {
      const { headers } = await get(url, packed)
      expect([url, headers['content-encoding'], headers['vary']]).toEqual([url, undefined, undefined])
    }
  })

  it('goes plain where another site made a browser ask with its cookie', async () => {
    const url = '/test/sized?size=5000'
    const cookie = 'a=b'
    for (const [asked, encoding] of [
      [{ cookie, 'sec-fetch-site': 'cross-site' }, undefined],
      [{ cookie, 'sec-fetch-site': 'same-site' }, undefined],
      [{ cookie, 'sec-fetch-site': 'same-origin' }, 'br'],
      [{ cookie, 'sec-fetch-site': 'none' }, 'br'],
      [{ cookie }, 'br'],
      [{ 'sec-fetch-site': 'cross-site' }, 'br'],
    ] as const)
      expect([asked, (await get(url, { ...packed, ...asked })).headers['content-encoding']]).toEqual([asked, encoding])
  })

  it('keeps what else it varies by', async () => {
    expect((await get('/test/varying', packed)).headers['vary']).toBe('accept, accept-encoding')
  })

  it('has the same head for HEAD', async () => {
    const [got, head] = [await get('/test/sized?size=9000', packed), await get('/test/sized?size=9000', packed, 'HEAD')]
    expect([head.payload, head.headers['content-length']]).toEqual(['', got.headers['content-length']])
    expect(head.headers['content-encoding']).toBe('br')
  })

  it('that is nothing says nothing of a body, to HEAD neither', async () => {
    for (const method of ['GET', 'HEAD'] as const) {
      const { statusCode, headers, payload } = await get('/test/nothing', packed, method)
      expect([method, statusCode, payload]).toEqual([method, 204, ''])
      for (const name of ['content-length', 'content-type', 'content-encoding'])
        expect([name, headers[name]]).toEqual([name, undefined])
    }
  })

  it('that is a long refusal is packed, too, and sent once', async () => {
    const [plain, br] = [await get('/test/refused'), await get('/test/refused', packed)]
    expect([plain.statusCode, br.statusCode, br.headers['content-encoding']]).toEqual([422, 422, 'br'])
    const said = (text: string) => ({ ...JSON.parse(text), request_id: '' })
    expect(said(brotliDecompressSync(br.rawPayload).toString())).toEqual(said(plain.payload))
  })
})

describe('a stream', () => {
  it('is packed as it comes', async () => {
    const [plain, gzip] = [await get('/test/lines'), await get('/test/lines', zipped)]
    expect(gunzipSync(gzip.rawPayload).toString()).toBe(plain.payload)
    expect(gzip.rawPayload.length).toBeLessThan(plain.rawPayload.length / 10)
    expect(gzip.headers['content-length']).toBeUndefined()
    await read.ended.promise
  })

  it('that fails before its first line is refused in plain words', async () => {
    const answer = await get('/test/broken', packed)
    expect([answer.statusCode, answer.headers['content-encoding'], answer.json().code]).toEqual([
      500,
      undefined,
      'internal',
    ])
  })
})

describe('an answer that seldom changes', () => {
  it('has a tag for each encoding, and is not sent again to who has it', async () => {
    const url = '/test/tagged?size=5000'
    for (const accepted of [{}, packed, zipped]) {
      const first = await get(url, accepted)
      const tag = String(first.headers['etag'])
      expect([first.statusCode, first.headers['cache-control']]).toEqual([200, 'private, no-cache'])
      for (const known of [tag, `W/${tag}`, `"other", ${tag}`, '*']) {
        const again = await get(url, { ...accepted, 'if-none-match': known })
        expect([again.statusCode, again.payload, again.headers['etag']]).toEqual([304, '', tag])
        for (const name of ['content-encoding', 'content-type', 'content-length'])
          expect([name, again.headers[name]]).toEqual([name, undefined])
        expect(again.headers).toMatchObject({ vary: 'accept-encoding', 'cache-control': 'private, no-cache' })
      }
      expect((await get('/test/tagged?size=5001', { ...accepted, 'if-none-match': tag })).statusCode).toBe(200)
    }
    const { etag } = (await get(url)).headers
    const head = await get(url, { 'if-none-match': String(etag) }, 'HEAD')
    expect([head.statusCode, head.headers['etag'], head.headers['content-length']]).toEqual([304, etag, undefined])
    const tags = [await get(url), await get(url, packed), await get(url, zipped)].map(({ headers }) => headers['etag'])
    expect(new Set(tags).size).toBe(3)
  })

  it('has one where it is small, too', async () => {
    const { headers } = await get('/test/tagged?size=100')
    expect(headers['etag']).toMatch(/^"[\w-]{27}"$/)
    expect((await get('/test/tagged?size=100', { 'if-none-match': String(headers['etag']) })).statusCode).toBe(304)
  })

  it('has none where it is refused, and others have none at all', async () => {
    expect((await get('/test/tagged?size=x')).headers['etag']).toBeUndefined()
    const { headers } = await get('/test/sized?size=5000')
    expect([headers['etag'], headers['cache-control']]).toEqual([undefined, 'no-store'])
  })

  it.each(['/openapi.json', '/.well-known/jwks.json', '/.well-known/oauth-authorization-server', '/docs'])(
    'is that of %s',
    async (url) => {
      const { headers } = await get(url, packed)
      expect((await get(url)).headers['vary'] ?? 'accept-encoding').toBe('accept-encoding')
      for (const method of ['GET', 'HEAD'] as const) {
        const again = await get(url, { ...packed, 'if-none-match': String(headers['etag']) }, method)
        expect([again.statusCode, again.payload, again.headers['content-length']]).toEqual([304, '', undefined])
      }
      expect(headers['cache-control']).toMatch(/^public, max-age=\d+$/)
    },
  )

  it('are the countries', async () => {
    const { bearer } = await world.client(['ecommerce:read'])
    const url = '/ecommerce/public/common/countries'
    const first = await get(url, { ...bearer, ...packed })
    expect([first.statusCode, first.headers['content-encoding']]).toEqual([200, 'br'])
    const known = { 'if-none-match': String(first.headers['etag']) }
    expect((await get(url, { ...bearer, ...packed, ...known })).statusCode).toBe(304)
    expect((await get(url, known)).statusCode).toBe(401)
  })
})
