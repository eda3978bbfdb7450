import type { FastifyInstance, RouteOptions } from 'fastify'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { buildApp } from '../../src/app/build.ts'
import { routes } from '../../src/app/routes.ts'
import { openWorld, type World } from '../support/world.ts'

/** Whatever anyone may ask for, an address may ask for so often: endpoints, documents, pages, files, and what is not there. */

const most = 3
const env = {
  SUBLET_SANDBOX: '1',
  SUBLET_PUBLIC_RATE_LIMIT: String(most),
  SUBLET_FILE_RATE_LIMIT: String(most),
  SUBLET_SEARCH_RATE_LIMIT: String(most),
  SUBLET_VERIFY_RATE_LIMIT: String(most),
}

interface Door {
  readonly method: 'GET' | 'POST'
  readonly url: string
}

let world: World
let server: FastifyInstance
const open: Door[] = [{ method: 'GET', url: '/no-such-thing' }]
beforeAll(async () => {
  world = await openWorld({ env })
  const known = new Map(routes.map((endpoint) => [endpoint.id, endpoint]))
  const isOpen = ({ config }: RouteOptions): boolean => {
    const endpoint = known.get(config?.operation ?? '')
    return endpoint === undefined || endpoint.access.by === 'anyone'
  }
  server = await buildApp(world.house, routes, (each) =>
    each.addHook('onRoute', (route) => {
      const { method, url } = route
      if (method === 'GET' && isOpen(route)) open.push({ method: 'GET', url })
      if (method === 'POST' && isOpen(route)) open.push({ method: 'POST', url })
    }),
  )
  await server.ready()
})
afterAll(async () => {
  await server.close()
  await world.close()
})

const uuid = '0190a6a0-0000-7000-8000-000000000000'
const addressOf = ({ url }: Door): string =>
  url.replace('/*', '/x').replace(':tenantUUID', uuid).replace(':payment', uuid).replace(':letterCode', 'ABCD')

let asked = 0

/** From an address of its own, so that nobody has asked before. */
async function knock(door: Door, times: number) {
  asked++
  const remoteAddress = `198.51.${Math.floor(asked / 256)}.${asked % 256}`
  const answers = []
  for (let i = 0; i < times; i++)
    answers.push(await server.inject({ method: door.method, url: addressOf(door), remoteAddress }))
  return answers
}

describe('what anyone may ask for', () => {
  it('is limited by address, and says so', async () => {
    // Documents, pages and endpoints are all among them.
    const urls = open.map(({ url }) => url)
    expect(urls).toEqual(expect.arrayContaining(['/openapi.json', '/docs/*', '/', '/.well-known/jwks.json']))
    const unlimited: string[] = []
    const limited: unknown[] = []
    for (const door of open) {
      const answers = await knock(door, most + 1)
      const last = answers.pop()
      const early = answers.some(({ statusCode }) => statusCode === 429)
      if (last?.statusCode === 429) limited.push({ ...door, early, ...last.headers })
      else unlimited.push(`${door.method} ${door.url}`)
    }
    const number = expect.stringMatching(/^[1-9]\d*$/)
    for (const each of limited)
      expect(each).toMatchObject({
        early: false,
        'ratelimit-limit': String(most),
        'ratelimit-remaining': '0',
        'ratelimit-reset': number,
        'retry-after': number,
      })
    // Probes answer from memory, ask the database once a second at most, and may come from anywhere as often as they like.
    expect(unlimited.toSorted()).toEqual(['GET /livez', 'GET /readyz'])
  })
})

describe('documents', () => {
  let at = 0
  const get = (url: string, headers: Record<string, string> = {}) =>
    server.inject({ url, headers, remoteAddress: `203.0.113.${++at}` })

  it.each(['/openapi.json', '/openapi/portal.json', '/docs', '/docs/operations/issueToken', '/docs/nouns/Invoice'])(
    '%s is sent packed, and not again to who has it',
    async (url) => {
      const plain = await get(url)
      for (const encoding of ['br', 'gzip']) {
        const packed = await get(url, { 'accept-encoding': encoding })
        expect(packed.headers).toMatchObject({ 'content-encoding': encoding, vary: 'accept-encoding' })
        expect(packed.rawPayload.length).toBeLessThan(plain.rawPayload.length / 2)
        const etag = String(packed.headers.etag)
        expect(etag).toMatch(/^"[^"]+"$/)
        expect(etag).not.toBe(plain.headers.etag)
        for (const known of [etag, `W/${etag}`, `"x", ${etag}`, '*']) {
          const again = await get(url, { 'accept-encoding': encoding, 'if-none-match': known })
          expect([again.statusCode, again.rawPayload.length, again.headers.etag]).toEqual([304, 0, etag])
        }
        expect((await get(url, { 'accept-encoding': encoding, 'if-none-match': '"x"' })).statusCode).toBe(200)
      }
      expect(plain.headers['content-encoding']).toBeUndefined()
      expect((await get(url, { 'accept-encoding': 'br;q=0, gzip;q=0.0' })).rawPayload).toEqual(plain.rawPayload)
    },
  )

  it('cost little once they are made, however many ask at the same time', async () => {
    const fresh = await buildApp(world.house)
    const costOf = async (work: () => Promise<unknown>): Promise<number> => {
      const begun = process.cpuUsage()
      await work()
      return process.cpuUsage(begun).user
    }
    const making = await costOf(() => fresh.inject({ url: '/openapi.json' }))
    const ask = (i: number) =>
      fresh.inject({ url: '/openapi.json', headers: { 'accept-encoding': 'br' }, remoteAddress: `192.0.2.${i}` })
    const asking = () => costOf(() => Promise.all(Array.from({ length: 100 }, (_, i) => ask(i))))
    const least = Math.min(await asking(), await asking(), await asking())
    expect(least).toBeLessThan(making)
    await fresh.close()
  })
})
