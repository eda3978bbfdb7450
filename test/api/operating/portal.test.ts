import { brotliDecompressSync, gunzipSync } from 'node:zlib'
import { CspEvaluator } from 'csp_evaluator/dist/evaluator.js'
import { Severity } from 'csp_evaluator/dist/finding.js'
import { CspParser } from 'csp_evaluator/dist/parser.js'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { openWorld, type World } from '../../support/world.ts'

let world: World
let script: string
beforeAll(async () => {
  world = await openWorld()
  script = /src="(\/assets\/[^"]+\.js)"/.exec((await world.call('GET', '/')).text)?.[1] ?? ''
})
afterAll(() => world.close())

const raw = (url: string, headers: Record<string, string> = {}, method: 'GET' | 'HEAD' = 'GET') =>
  world.server.inject({ method, url, headers })

describe('the files of the portal', () => {
  it('are sent as their reader takes them', async () => {
    const plain = await raw(script)
    const packed = await raw(script, { 'accept-encoding': 'gzip;q=0.8, br' })
    const zipped = await raw(script, { 'accept-encoding': 'br;q=0, gzip' })
    expect([plain, packed, zipped].map(({ headers }) => headers['content-encoding'])).toEqual([undefined, 'br', 'gzip'])
    expect(brotliDecompressSync(packed.rawPayload).equals(plain.rawPayload)).toBe(true)
    expect(gunzipSync(zipped.rawPayload).equals(plain.rawPayload)).toBe(true)
    expect(new Set([plain, packed, zipped].map(({ headers }) => headers['etag'])).size).toBe(3)
    expect(packed.headers['vary']).toBe('accept-encoding')
  })

  it('are kept for good when their name follows their content, and asked for again otherwise', async () => {
    const answer = await raw(script)
    expect(answer.headers['cache-control']).toBe('public, max-age=31536000, immutable')
    expect(answer.headers['content-type']).toBe('text/javascript; charset=utf-8')
    const page = await raw('/sign-in')
    expect(page.headers['cache-control']).toBe('no-store')
    const icon = await raw('/favicon.svg')
    expect(icon.headers['cache-control']).toBe('no-cache')
    const again = await raw('/favicon.svg', { 'if-none-match': String(icon.headers['etag']) })
    expect([again.statusCode, again.payload]).toEqual([304, ''])
  })

  it('are pages under a policy without inline script or style', async () => {
    for (const path of ['/', '/sign-in', '/c/100001/members', '/account']) {
      const page = await raw(path)
      expect([path, page.statusCode, page.headers['content-type']]).toEqual([path, 200, 'text/html; charset=utf-8'])
      const nonce = /'nonce-([\w-]{22})'/.exec(String(page.headers['content-security-policy']))?.[1]
      expect(page.headers['content-security-policy']).toBe(
        `default-src 'none'; script-src 'nonce-${nonce}'; style-src 'self'; img-src 'self' data:; manifest-src 'self'; connect-src 'self'; font-src 'self'; form-action 'self'; frame-ancestors 'none'; base-uri 'none'`,
      )
      expect(page.payload).not.toMatch(/<style|style=|<script(?![^>]*src=)/)
      expect([...page.payload.matchAll(/<script[^>]*nonce="([^"]*)"/g)].map(([, given]) => given)).toEqual([
        nonce,
        nonce,
      ])
    }
  })

  it('have another nonce each time, and a policy that the evaluator finds nothing wrong with', async () => {
    const [one, other] = [await raw('/'), await raw('/')].map(({ headers }) =>
      String(headers['content-security-policy']),
    )
    expect(one).not.toBe(other)
    const worthSaying = new CspEvaluator(new CspParser(one ?? '').csp)
      .evaluate()
      .filter(({ severity }) => severity < Severity.INFO)
    expect(worthSaying).toEqual([])
  })

  it('begin with at most 260 KB of script: what the page itself names, as it is sent', async () => {
    const { payload } = await raw('/')
    const scripts = [...payload.matchAll(/(?:src|href)="([^"]+\.js)"/g)].map(([, path = '']) => path)
    const sizes = await Promise.all(
      scripts.map(async (path) => (await raw(path, { 'accept-encoding': 'gzip' })).rawPayload.length),
    )
    expect(scripts.length).toBeGreaterThan(1)
    expect(sizes.reduce((sum, size) => sum + size, 0)).toBeLessThan(260_000)
  })

  it('answer HEAD with the head alone', async () => {
    const [get, head] = [await raw(script), await raw(script, {}, 'HEAD')]
    expect([head.statusCode, head.payload]).toEqual([200, ''])
    expect(head.headers['content-length']).toBe(get.headers['content-length'])
  })

  it.each(['/assets/none.js', '/assets/../built.json', '/built.json', '/assets/', '/nowhere', '/index.html.br'])(
    'leave %s to the API, which knows no such address',
    async (path) => {
      const answer = await world.call('GET', path)
      expect([answer.status, answer.body.code]).toEqual([404, 'route_not_found'])
    },
  )
})
