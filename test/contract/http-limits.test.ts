import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import { endpoint, type Endpoint } from '../../src/kernel/endpoint.ts'
import { Answer } from '../../src/kernel/http/schema.ts'
import { query } from '../../src/kernel/db/query.ts'
import { admitted, bearerOf } from '../support/callers.ts'
import { openWorld, type World } from '../support/world.ts'

/** Too much of everything: refused quickly, with a time to come back. */

interface Gate {
  readonly endpoint: Endpoint
  /** Resolves when a request is inside. */
  readonly entered: Promise<void>
  open(): void
}

/** An endpoint that answers when the test says so. */
function gate(): Gate {
  const inside = Promise.withResolvers<void>()
  const leave = Promise.withResolvers<void>()
  return {
    entered: inside.promise,
    open: leave.resolve,
    endpoint: endpoint({
      id: 'testGate',
      route: 'GET /test/gate',
      tag: 'Test',
      summary: 'Wait',
      access: { by: 'anyone' },
      answer: Answer({}),
      handle: async () => {
        inside.resolve()
        await leave.promise
        return {}
      },
    }),
  }
}

describe('requests at once', () => {
  let world: World
  const slow = gate()
  beforeAll(async () => {
    world = await openWorld({ env: { SUBLET_MAX_IN_FLIGHT: '1' }, endpoints: [slow.endpoint] })
  })
  afterAll(() => world.close())

  it('over the limit are 503 with a time to come back, while the process says it is alive', async () => {
    const first = world.call('GET', '/test/gate')
    await slow.entered
    for (const path of ['/.well-known/jwks.json', '/test/gate', '/nethub-data/nowhere']) {
      const answer = await world.call('GET', path)
      expect([path, answer.status]).toEqual([path, path.startsWith('/nethub') ? 404 : 503])
    }
    const refused = await world.call('GET', '/test/gate')
    expect([refused.body.code, refused.headers['retry-after']]).toEqual(['overloaded', '1'])
    const oauth = await world.tokenRequest({ grant_type: 'client_credentials' })
    expect([oauth.status, oauth.body.error, oauth.headers['retry-after']]).toEqual([
      503,
      'temporarily_unavailable',
      '1',
    ])
    expect((await world.call('GET', '/livez')).status).toBe(200)
    expect((await world.call('GET', '/readyz')).status).toBe(200)
    slow.open()
    expect((await first).status).toBe(200)
    expect((await world.call('GET', '/.well-known/jwks.json')).status).toBe(200)
  })
})

describe('requests per minute', () => {
  let world: World
  beforeAll(async () => {
    world = await openWorld({ env: { SUBLET_RATE_LIMIT: '3', SUBLET_TOKEN_RATE_LIMIT: '2' } })
  })
  afterAll(() => world.close())

  it('are counted per app key, said in headers, and refused with an honest Retry-After', async () => {
    const tenant = await world.tenant()
    const { headers } = await bearerOf(world, tenant, ['billing'])
    const ask = () => world.call('GET', `/billing/v1/${tenant}`, { headers })
    const answers = [await ask(), await ask(), await ask(), await ask()]
    expect(answers.map(({ status }) => status)).toEqual([200, 200, 200, 429])
    expect(answers.map((answer) => answer.headers['ratelimit-remaining'])).toEqual(['2', '1', '0', '0'])
    for (const answer of answers) expect(answer.headers['ratelimit-limit']).toBe('3')
    const last = answers[3]
    expect(last?.body.code).toBe('rate_limited')
    expect(Number(last?.headers['retry-after'])).toBeGreaterThan(15)
    expect(Number(last?.headers['retry-after'])).toBeLessThanOrEqual(20)
    const other = await bearerOf(world, tenant, ['billing'])
    expect((await world.call('GET', `/billing/v1/${tenant}`, { headers: other.headers })).status).toBe(200)
  })

  it('are counted for people, too, and not for probes', async () => {
    const { headers } = await admitted(world, { access: { by: 'person' } })
    const statuses: number[] = []
    for (let i = 0; i < 4; i++) statuses.push((await world.call('GET', '/portal/me', { headers })).status)
    expect(statuses).toEqual([200, 200, 200, 429])
    for (let i = 0; i < 8; i++) expect((await world.call('GET', '/livez')).status).toBe(200)
  })

  it('are counted by a clock that only runs forward: a step back keeps nobody out', async () => {
    const quick = await openWorld({ beside: world, env: { SUBLET_RATE_LIMIT: '60' } })
    const tenant = await quick.tenant()
    const { headers } = await bearerOf(quick, tenant, ['billing'])
    const status = async () => (await quick.call('GET', `/billing/v1/${tenant}`, { headers })).status
    await expect.poll(status, { interval: 0, timeout: 60_000 }).toBe(429)
    vi.useFakeTimers({ toFake: ['Date'], now: Date.now() - 3_600_000 })
    try {
      // One comes back each second, an hour ago as well.
      await expect.poll(status, { interval: 200, timeout: 30_000 }).toBe(200)
    } finally {
      vi.useRealTimers()
      await quick.close()
    }
  })

  const statusesOf = async (form: Record<string, string>, requests: readonly { remoteAddress: string }[]) => {
    const statuses: number[] = []
    for (const request of requests) statuses.push((await world.tokenRequest(form, {}, request)).status)
    return statuses
  }
  const from = (...addresses: string[]) => addresses.map((remoteAddress) => ({ remoteAddress }))

  it('are counted at the token endpoint by app key, wherever they come from', async () => {
    const key = await world.key(await world.tenant())
    const form = { grant_type: 'client_credentials', client_id: key.clientId, client_secret: key.clientSecret }
    expect(await statusesOf(form, from('192.0.2.1', '192.0.2.2', '192.0.2.3'))).toEqual([200, 200, 429])
    const answer = await world.tokenRequest(form)
    expect(answer.body.error).toBe('temporarily_unavailable')
    expect(Number(answer.headers['retry-after'])).toBeGreaterThan(0)
    expect(answer.headers).toMatchObject({ 'ratelimit-limit': '2', 'ratelimit-remaining': '0' })
  })

  it('at the token endpoint say in headers how many are left, by the limit for tokens', async () => {
    const key = await world.key(await world.tenant())
    const form = { grant_type: 'client_credentials', client_id: key.clientId, client_secret: key.clientSecret }
    for (const [remoteAddress, remaining] of [
      ['192.0.2.21', '1'],
      ['192.0.2.22', '0'],
    ] as const) {
      const { status, headers } = await world.tokenRequest(form, {}, { remoteAddress })
      expect([status, headers['ratelimit-limit'], headers['ratelimit-remaining']]).toEqual([200, '2', remaining])
      expect(Number(headers['ratelimit-reset'])).toBeGreaterThan(0)
    }
  })

  it('that fail are counted by client and address, so that nobody uses up the share of another', async () => {
    const key = await world.key(await world.tenant())
    const wrong = { grant_type: 'client_credentials', client_id: key.clientId, client_secret: 'x' }
    expect(await statusesOf(wrong, from('192.0.2.9', '192.0.2.9', '192.0.2.9'))).toEqual([401, 401, 429])
    expect(await statusesOf({ ...wrong, client_secret: key.clientSecret }, from('192.0.2.1'))).toEqual([200])
  })
})

describe('time in the database', () => {
  let world: World
  const sleep = (id: string, route: Endpoint['route']) =>
    endpoint({
      id,
      route,
      tag: 'Test',
      summary: 'Sleep in the database',
      access: { by: 'anyone' },
      answer: Answer({}),
      handle: async (ctx) => {
        await query`select pg_sleep(20)`.rows(ctx)
        return {}
      },
    })
  beforeAll(async () => {
    world = await openWorld({
      env: { SUBLET_STATEMENT_TIMEOUT_MS: '2000' },
      endpoints: [
        sleep('testSleep', 'GET /test/sleep'),
        sleep('testSleepWriting', 'POST /test/sleep'),
        sleep('testSleepPrefix', 'GET /nethub-data/test/sleep'),
        sleep('testSleepOauth', 'GET /oauth2/test-sleep'),
      ],
    })
  })
  afterAll(() => world.close())

  it('has an end: 503 in every dialect, with a time to come back', async () => {
    const [read, written, prefix, oauth] = await Promise.all([
      world.call('GET', '/test/sleep'),
      world.call('POST', '/test/sleep'),
      world.call('GET', '/nethub-data/test/sleep'),
      world.call('GET', '/oauth2/test-sleep'),
    ])
    expect([read.status, read.body.code]).toEqual([503, 'database_unavailable'])
    expect([written.status, written.body.code]).toEqual([503, 'database_unavailable'])
    expect(prefix.body).toMatchObject({ status: 'Service Unavailable', code: 503 })
    expect([oauth.status, oauth.body.error]).toEqual([503, 'temporarily_unavailable'])
    for (const answer of [read, written, prefix, oauth]) expect(answer.headers['retry-after']).toBe('1')
    expect((await world.call('GET', '/readyz')).status).toBe(200)
  })
})
