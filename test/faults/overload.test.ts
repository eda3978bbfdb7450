import { createConnection, type Socket } from 'node:net'
import { Agent } from 'node:http'
import { setTimeout as pause } from 'node:timers/promises'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { cloneDatabase, type TestDatabase } from '../support/database.ts'
import { call } from '../support/http-call.ts'
import { Load } from '../support/server/load.ts'
import { bearer, demoCredentials, Machine, type Server } from '../support/server/server-process.ts'

/** Too many, too slow, gone too soon: the rest are served, and nothing stays behind. */

let machine: Machine
let database: TestDatabase
let server: Server
let company: string
let headers: { authorization: string }

beforeAll(async () => {
  machine = await Machine.open()
  database = await cloneDatabase()
  const dataDir = machine.newFolder()
  const env = { DATABASE_URL: database.url, SUBLET_DATA_DIR: dataDir, SUBLET_DEMO: '1', SUBLET_MAX_IN_FLIGHT: '8' }
  server = await machine.start(env)
  const credentials = await demoCredentials(dataDir)
  company = `${server.url}/billing/v1/${credentials.tenant}`
  headers = await bearer(server.url, credentials)
})
afterAll(async () => {
  await machine.close()
  await database.drop()
})

/** Requests the server believes to be under way, this one apart. */
async function inFlight(): Promise<number> {
  const { text } = await call('GET', `${server.url}/metrics`)
  return Number(/^sublet_http_in_flight (\d+)/m.exec(text)?.[1]) - 1
}

test('four hundred at once, eight allowed: 200 or 503 with Retry-After, and no hang', async () => {
  const begun = performance.now()
  const answers = await Promise.all(Array.from({ length: 400 }, () => call('GET', company, { headers })))
  const served = answers.filter(({ status }) => status === 200)
  const refused = answers.filter(({ status }) => status !== 200)
  const ms = Math.round(performance.now() - begun)
  process.stdout.write(`${served.length} served, ${refused.length} refused in ${ms} ms\n`)
  expect(served.length).toBeGreaterThan(0)
  for (const { status, headers, text } of refused) {
    expect(status).toBe(503)
    expect(headers['retry-after']).toBe('1')
    expect(JSON.parse(text)).toMatchObject({ code: 'overloaded' })
  }
  expect(await inFlight()).toBe(0)
})

test('callers who hang up before the answer leave no place taken', async () => {
  for (let round = 0; round < 10; round++) {
    await Promise.all(
      Array.from({ length: 20 }, async (_, i) => {
        const agent = new Agent()
        const gone = call('PATCH', company, { headers, body: { title: `Gone ${i}` }, agent }).catch(() => undefined)
        setTimeout(() => agent.destroy(), i)
        await gone
      }),
    )
  }
  await expect.poll(inFlight, { timeout: 60_000 }).toBe(0)
  expect((await call('GET', company, { headers })).status).toBe(200)
})

const kinds = ['silent', 'dripping head', 'dripping body', 'half a head'] as const

/** A connection that never finishes its request; resolves with how long it was borne. */
function slow(kind: (typeof kinds)[number]): Promise<number> {
  const { hostname, port, pathname } = new URL(company)
  return new Promise((resolve, reject) => {
    const socket: Socket = createConnection(Number(port), hostname)
    let drip: NodeJS.Timeout | undefined
    let begun = 0
    const head = `POST /oauth2/token HTTP/1.1\r\nHost: x\r\nContent-Type: application/x-www-form-urlencoded\r\n`
    socket.on('connect', () => {
      begun = performance.now()
      if (kind === 'half a head') socket.write(`GET ${pathname} HTTP/1.1\r\nHost: x\r\nX-Half: `)
      if (kind === 'dripping head') socket.write(`GET ${pathname} HTTP/1.1\r\nHost: x\r\nX-Drip: `)
      if (kind === 'dripping body') socket.write(`${head}Content-Length: 1000\r\n\r\n`)
      if (kind.startsWith('dripping')) drip = setInterval(() => socket.write('a'), 1_000)
    })
    const late = setTimeout(() => socket.destroy(new Error(`a ${kind} connection was borne for a minute`)), 60_000)
    socket.on('data', () => undefined)
    let failure: NodeJS.ErrnoException | undefined
    socket.on('error', (error) => (failure = error))
    socket.on('close', () => {
      clearInterval(drip)
      clearTimeout(late)
      if (failure && failure.code === undefined) reject(failure)
      else resolve(performance.now() - begun)
    })
  })
}

test('four hundred slow connections: closed while everybody else is served', async () => {
  const connections = Array.from({ length: 400 }, (_, i) => slow(kinds[i % kinds.length] ?? 'silent'))
  await pause(500)
  const load = new Load(company, { headers }, 4)
  const borne = await Promise.all(connections)
  await load.stop()
  const worst = kinds.map(
    (kind, k) => `${kind} ${Math.max(...borne.filter((_, i) => i % kinds.length === k)).toFixed(0)}`,
  )
  process.stdout.write(`closed after at most (ms) ${worst.join(', ')}; ${load.answered} answered meanwhile\n`)
  expect([load.failures, load.turnedAway]).toEqual([[], 0])
  expect(load.statuses.get(200) ?? 0).toBeGreaterThan(100)
  await expect.poll(inFlight, { timeout: 60_000 }).toBe(0)
  expect((await call('GET', `${server.url}/readyz`)).status).toBe(200)
})
