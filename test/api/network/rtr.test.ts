import { execFileSync, spawn, type ChildProcess } from 'node:child_process'
import { connect } from 'node:net'
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { knownPrefix } from '../../../src/kernel/ip/index.ts'
import { Problem } from '../../../src/kernel/problems.ts'
import { networkFacts, networkSettled, runImport } from '../../../src/network/index.ts'
import { freePort } from '../../support/server/free-port.ts'
import { endOfData, errorReport, openRtrCache, pduOf, roaPdu, type RtrCache } from '../../support/server/rtr-cache.ts'
import { openWorld, type World } from '../../support/world.ts'

/** ROAs from a cache, as routers get them (RFC 8210): over TCP, by the rules of every download. */

const plain = { prefix: '192.0.2.0/24', maxLength: 24, asn: 64_496 }
const roas = [
  plain,
  { prefix: '198.51.100.0/24', maxLength: 25, asn: 64_497 },
  { prefix: '2001:db8::/32', maxLength: 48, asn: 64_496 },
]

let world: World
let cache: RtrCache
beforeAll(async () => {
  world = await openWorld({
    env: { SUBLET_IMPORT_PRIVATE_HOSTS: '127.0.0.1', SUBLET_IMPORT_TIMEOUT_SECONDS: '2', SUBLET_IMPORT_MAX_MB: '1' },
  })
})
beforeEach(async () => {
  cache = await openRtrCache(roas)
  return () => cache.close()
})
afterAll(() => world.close())

const bring = (from = cache.url, kind: 'vrps' | 'geofeed' = 'vrps', force = false) =>
  runImport(world.ctx, { kind, from, name: 'cache', force })

async function refusal(from?: string): Promise<string> {
  const error = await bring(from).then(
    () => null,
    (thrown: unknown) => thrown,
  )
  return error instanceof Problem ? `${error.row.code}: ${error.message}` : `no refusal: ${String(error)}`
}

async function vrpsOf(prefix: string) {
  await world.hear()
  await networkSettled(world)
  return networkFacts(world).vrpsCovering(knownPrefix(prefix))
}

describe('ROAs from a cache', () => {
  it('come of both families, as of now, and are not sent again unless they change', async () => {
    const before = new Date()
    expect(await bring()).toMatchObject({ status: 'done', rows: 3, refused: 0, unchanged: false })
    const found = await vrpsOf('198.51.100.0/24')
    expect(found?.value).toMatchObject([{ asn: 64_497, maxLength: 25, ta: '', expires: null }])
    expect(found?.stale).toBe(false)
    expect(found?.takenAt.getTime()).toBeGreaterThanOrEqual(before.getTime())
    expect((await vrpsOf('2001:db8::/32'))?.value).toMatchObject([{ asn: 64_496, maxLength: 48 }])

    expect(await bring()).toMatchObject({ status: 'done', unchanged: true })
    expect(cache.asked).toEqual(['reset 1', 'serial 1 4711 7'])

    cache.roas = [...roas, { prefix: '203.0.113.0/24', maxLength: 24, asn: 64_498 }]
    cache.serial++
    expect(await bring()).toMatchObject({ rows: 4, unchanged: false })
    expect((await vrpsOf('203.0.113.0/24'))?.value).toHaveLength(1)

    cache.session++
    expect(await bring()).toMatchObject({ status: 'done', rows: 4 })
    expect(cache.asked.slice(2)).toEqual(['serial 1 4711 7', 'reset 1', 'serial 1 4711 8', 'reset 1'])
    await expect.poll(() => cache.open.size).toBe(0)
  })

  it('come in version 0 from caches that speak no other, and from those that hang up', async () => {
    cache.newest = 0
    expect(await bring(cache.url, 'vrps', true)).toMatchObject({ status: 'done', rows: 3 })
    expect(cache.asked).toEqual(['reset 1', 'reset 0'])
    cache.instead = (version) =>
      version === 1 ? null : Buffer.concat([pduOf(0, 3, 1), ...roas.map((roa) => roaPdu(0, roa)), endOfData(0, 1, 1)])
    expect(await bring(cache.url, 'vrps', true)).toMatchObject({ status: 'done', rows: 3 })
  })

  it.each<[string, (version: number) => Buffer | null, RegExp]>([
    ['nothing', () => Buffer.alloc(0), /has not said anything for 2 seconds/],
    ['a closed door', () => null, /hangs up without an answer/],
    ['an error', (version) => errorReport(version, 2, 'quoted'), /the cache reports an error: it has no data yet/],
    ['an unknown error', (version) => errorReport(version, 99), /the cache reports an error: number 99/],
    ['a Cache Reset', (version) => pduOf(version, 8, 0), /answers a question for everything by a Cache Reset/],
    ['half of a PDU', (version) => pduOf(version, 3, 1).subarray(0, 5), /has not said anything for 2 seconds/],
    ['half of an answer', (version) => pduOf(version, 3, 1), /has not said anything for 2 seconds/],
    [
      'another protocol',
      () => Buffer.from('HTTP/1.1 400 Bad Request\r\n\r\n'),
      /answers with a PDU that is of a version/,
    ],
    [
      'more than may be fetched',
      () => Buffer.concat([pduOf(1, 3, 1), Buffer.concat(Array<Buffer>(60_000).fill(roaPdu(1, plain)))]),
      /is larger than 1048576 bytes/,
    ],
  ])('are refused when the cache answers with %s', async (_, instead, why) => {
    cache.instead = instead
    expect(await refusal()).toMatch(why)
    expect(await refusal()).not.toContain('quoted')
    await expect.poll(() => cache.open.size).toBe(0)
  })

  it('are asked of public hosts only, and of nothing but caches', async () => {
    expect(await refusal(`rtr://localhost:${cache.port}`)).toMatch(
      /^import_failed: .*leads to .*SUBLET_IMPORT_PRIVATE_HOSTS/,
    )
    expect(await refusal('rtr://127.0.0.1:1/path')).toMatch(
      /^url_refused: The address of an RTR cache is rtr:\/\/host:port/,
    )
    expect(await refusal('rtr://')).toMatch(/^url_refused/)
    await expect(bring(cache.url, 'geofeed')).rejects.toMatchObject({ row: { code: 'url_refused' } })
    expect(cache.asked).toEqual([])
  })
})

const isInstalled = (program: string): boolean => {
  try {
    execFileSync('which', [program], { stdio: 'ignore' })
    return true
  } catch {
    return false
  }
}
const real = ['stayrtr', 'gortr'].find(isInstalled)

describe(`a real cache${real === undefined ? ' (skipped: neither stayrtr nor gortr is on the PATH)' : ` (${real})`}`, () => {
  it.skipIf(real === undefined)('is understood, and says that nothing has changed', async () => {
    const path = join(world.house.config.dataDir, 'cache.json')
    const entries = roas.map((roa) => ({ ...roa, ta: 'test', expires: 4_000_000_000 }))
    const now = Math.floor(Date.now() / 1000)
    writeFileSync(
      path,
      JSON.stringify({ metadata: { generated: now, buildtime: new Date().toISOString() }, roas: entries }),
    )
    const [port, metrics] = [await freePort(), await freePort()]
    const flags = [
      '-bind',
      `127.0.0.1:${port}`,
      '-metrics.addr',
      `127.0.0.1:${metrics}`,
      '-cache',
      path,
      '-checktime=false',
    ]
    const child: ChildProcess = spawn(real ?? '', flags, { stdio: 'ignore' })
    try {
      await expect.poll(() => isOpen(port), { timeout: 60_000 }).toBe(true)
      // It listens a moment before it has read its file.
      await expect.poll(() => bring(`rtr://127.0.0.1:${port}`, 'vrps', true).then(({ rows }) => rows, String)).toBe(3)
      expect(await bring(`rtr://127.0.0.1:${port}`)).toMatchObject({ status: 'done', unchanged: true })
      expect((await vrpsOf('2001:db8::/32'))?.value).toMatchObject([{ asn: 64_496, maxLength: 48 }])
    } finally {
      child.kill()
    }
  })
})

const isOpen = (port: number): Promise<boolean> =>
  new Promise((resolve) => {
    const socket = connect(port, '127.0.0.1')
    socket.on('connect', () => resolve(true)).on('error', () => resolve(false))
    setTimeout(() => socket.destroy(), 100)
  })
