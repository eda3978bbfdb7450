import { randomUUID } from 'node:crypto'
import { setTimeout as pause } from 'node:timers/promises'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { bodyOf, call, until } from '../support/http-call.ts'
import { PostgresProxy } from '../support/server/postgres-proxy.ts'
import { Machine, type Server } from '../support/server/server-process.ts'
import { openWorld, type World } from '../support/world.ts'

/** Connections to PostgreSQL that swallow every word without being closed, as behind a firewall that has forgotten them. */

let machine: Machine
let world: World
let proxy: PostgresProxy
let server: Server
let company: string
let headers: { authorization: string }

beforeAll(async () => {
  machine = await Machine.open()
  world = await openWorld({ env: { SUBLET_PUBLIC_URL: 'http://sublet.test' } })
  proxy = await PostgresProxy.before(world.databaseUrl)
  server = await machine.start({
    DATABASE_URL: proxy.url,
    SUBLET_DATA_DIR: world.house.config.dataDir,
    SUBLET_PUBLIC_URL: 'http://sublet.test',
  })
  const { tenant, bearer } = await world.client()
  company = `${server.url}/billing/v1/${tenant}`
  headers = bearer
})
afterAll(async () => {
  await machine.close()
  proxy.close()
  await world.close()
})

const patience = 60_000

interface Written {
  readonly title: string
  readonly key: string
  readonly begun: number
  readonly ended: number
  readonly status: number
  readonly code: string | undefined
}

/** Changes the same company without end: whoever holds its row is waited for. */
class Writers {
  readonly done: Written[] = []
  readonly #end = new AbortController()
  readonly #workers: Promise<void>[]

  constructor(count: number) {
    this.#workers = Array.from({ length: count }, () => this.#work())
  }

  async stop(): Promise<void> {
    this.#end.abort()
    await Promise.all(this.#workers)
  }

  async #work(): Promise<void> {
    while (!this.#end.signal.aborted) {
      const [title, key, begun] = [`Writer ${randomUUID()}`, randomUUID(), performance.now()]
      const { status, text } = await change(title, key)
      const { code } = JSON.parse(text) as { code?: string }
      this.done.push({ title, key, begun, ended: performance.now(), status, code })
      await pause(5)
    }
  }
}

const change = (title: string, key: string) =>
  call('PATCH', company, { headers: { ...headers, 'idempotency-key': key }, body: { title }, patience })

/** How long each look at the node's health took, until told to stop. */
async function looks(stopped: AbortSignal): Promise<{ ms: number; status: number }[]> {
  const seen: { ms: number; status: number }[] = []
  while (!stopped.aborted) {
    const begun = performance.now()
    const { status } = await call('GET', `${server.url}/readyz`, { patience })
    seen.push({ ms: performance.now() - begun, status })
    await pause(50)
  }
  return seen
}

async function fallSilent() {
  const writers = new Writers(16)
  await until(async () => writers.done.length > 50, 'writes')
  const stopped = new AbortController()
  const looking = looks(stopped.signal)
  const before = performance.now()
  proxy.swallow()
  const back = async () => writers.done.find(({ begun, status }) => begun > before && status === 200)
  try {
    const { value } = await until(back, 'writes again')
    stopped.abort()
    return { writers, health: await looking, ms: value.ended - before }
  } finally {
    stopped.abort()
    await Promise.allSettled([looking, writers.stop()])
  }
}

test('swallowed connections: writes are back within 15 s, /readyz answers within 2 s, and no more is promised than is kept', async () => {
  for (let round = 1; ; round++) {
    const { writers, health, ms } = await fallSilent()
    const slowest = Math.max(...health.map((look) => look.ms))
    const lost = writers.done.filter(({ status }) => status !== 200)
    const counts = Map.groupBy(lost, ({ status, code }) => `${status} ${code}`)
    process.stdout.write(
      `writes back after ${Math.round(ms)} ms, slowest of ${health.length} looks ${Math.round(slowest)} ms, ` +
        `${JSON.stringify([...counts].map(([is, each]) => [is, each.length]))}\n`,
    )
    expect([...counts.keys()].filter((is) => !/^503 (database_unavailable|outcome_unknown)$/.test(is))).toEqual([])
    expect(health.filter(({ status }) => status !== 200 && status !== 503)).toEqual([])
    // Whatever became of it, the repetition by its key does it once and says so.
    for (const { title, key } of lost) bodyOf((await until(() => answered(title, key), title)).value)
    if (ms < 15_000 && slowest < 2_000) return
    // A machine that was busy with something else.
    expect(round).toBeLessThan(3)
  }
})

async function answered(title: string, key: string) {
  const answer = await change(title, key)
  return answer.status !== 503 && answer.status !== 409 && answer
}

test('an idle node finds its dead connections by itself, and what they held at PostgreSQL is let go of', async () => {
  await call('PATCH', company, { headers, body: { title: 'Before' }, patience })
  proxy.swallow()
  expect(proxy.swallowed).toBeGreaterThan(0)
  const { ms } = await until(async () => proxy.swallowed === 0, 'PostgreSQL has ended all of them')
  process.stdout.write(`all ended after ${Math.round(ms)} ms\n`)
  const answer = await call('PATCH', company, { headers, body: { title: 'After' }, patience })
  expect(answer.status).toBe(200)
})

/** It has connections of its own, and would leave before anybody can be asked about them. */
async function beginHeavyJobs(): Promise<void> {
  const { pool } = world.house
  await pool.query(`select graphile_worker.add_job('walk_prefixes', '{}')`)
  const connected = `select from pg_stat_activity
    where datname = current_database() and application_name = 'sublet without keys'`
  await until(async () => ((await pool.query(connected)).rowCount ?? 0) > 0, 'the process for heavy jobs')
}

test('what was lost while nobody could ask about it is let go of as soon as somebody can', async () => {
  await beginHeavyJobs()
  await call('PATCH', company, { headers, body: { title: 'Before' }, patience })
  const letNewOnesThrough = proxy.swallowNewOnes()
  proxy.swallow()
  const change = call('PATCH', company, { headers, body: { title: 'Lost' }, patience })
  expect((await change).status).toBe(503)
  await pause(13_000)
  expect(proxy.swallowed).toBeGreaterThan(0)
  letNewOnesThrough()
  await until(async () => proxy.swallowed === 0, 'PostgreSQL has ended all of them')
})
