import { existsSync } from 'node:fs'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import pg from 'pg'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { findPostgres } from '../../src/kernel/postgres/index.ts'
import { cloneDatabase } from '../support/database.ts'
import { demoFolder } from '../support/server/demo-folder.ts'
import { call, until } from '../support/http-call.ts'
import { Load } from '../support/server/load.ts'
import { freePort } from '../support/server/free-port.ts'
import { PostgresProxy } from '../support/server/postgres-proxy.ts'
import { bearer, demoCredentials, Machine, postmasterOf, root, Server } from '../support/server/server-process.ts'
import { whoWaits } from '../support/waiting.ts'

/** Asked to stop, a server finishes what was sent to it, stops PostgreSQL, and goes. */

let machine: Machine
beforeAll(async () => {
  machine = await Machine.open({ wholeStarts: true })
})
afterAll(() => machine.close())

async function access(url: string, dataDir: string) {
  const credentials = await demoCredentials(dataDir)
  return { company: `${url}/billing/v1/${credentials.tenant}`, headers: await bearer(url, credentials), credentials }
}

async function connectTo(dataDir: string): Promise<pg.Client> {
  const found = await findPostgres(dataDir)
  const client = new pg.Client({ connectionString: found?.url })
  await client.connect()
  return client
}

/** Keeps the company's row to itself: whoever wants to change it waits. */
async function holdCompany(dataDir: string, tenant: string): Promise<pg.Client> {
  const client = await connectTo(dataDir)
  client.on('error', () => undefined)
  await client.query('begin')
  await client.query('select from tenant where uuid = $1 for update', [tenant])
  return client
}

/** For a row that somebody holds, or for a whole table. */
async function untilSomebodyWaits(dataDir: string, what: 'row' | 'table' = 'row'): Promise<void> {
  const client = await connectTo(dataDir)
  const waitsFor = `${whoWaits} and (wait_event = 'relation') = $1`
  await until(async () => (await client.query(waitsFor, [what === 'table'])).rowCount !== 0, 'a change that waits')
  await client.end()
}

/** Stops in the midst of requests, one of them slow; every one that was sent must be answered. Returns how many. */
async function stopUnderLoad(url: string, dataDir: string, stop: () => Promise<unknown>): Promise<number> {
  const { company, headers, credentials } = await access(url, dataDir)
  const load = new Load(company, { headers })
  await expect.poll(() => load.answered, { timeout: 60_000 }).toBeGreaterThan(200)
  const holder = await holdCompany(dataDir, credentials.tenant)
  const slow = call('PATCH', company, { headers, body: { title: 'Slowly' } })
  await untilSomebodyWaits(dataDir)
  const begun = performance.now()
  const stopped = Promise.all([stop(), load.over()])
  await pause(1_500)
  await holder.query('rollback')
  await holder.end()
  const answer = await slow
  await stopped
  const ms = performance.now() - begun
  process.stdout.write(`${load.answered} answered; stopped in ${Math.round(ms)} ms, 1500 of them for the slow one\n`)
  expect(answer).toMatchObject({ status: 200, headers: { connection: 'close' } })
  expect(load.failures).toEqual([])
  // Between the last look at the listener and its end the system may take in one more; door.ts keeps that moment short,
  // as far as the machine lets us go on.
  if (load.turnedAway > 0) process.stdout.write(`${load.turnedAway} turned away\n`)
  expect(load.turnedAway).toBeLessThan(8)
  expect([...load.statuses.keys()]).toEqual([200])
  return load.answered
}

/** PostgreSQL ended of its own will and left nothing to recover. */
async function expectStopped(dataDir: string): Promise<void> {
  expect(existsSync(join(dataDir, 'postgres/postmaster.pid'))).toBe(false)
  const log = (await readFile(join(dataDir, 'postgres.log'), 'utf8')).trim().split('\n')
  expect(log.at(-1)).toContain('database system is shut down')
}

describe.each(['SIGTERM', 'SIGINT'] as const)('%s', (signal) => {
  test('under load, with a slow request under way: all are answered', async () => {
    const dataDir = await demoFolder(machine)
    const server = await machine.start({ SUBLET_DATA_DIR: dataDir })
    expect(await stopUnderLoad(server.url, dataDir, () => server.end(signal))).toBeGreaterThan(200)
    expect(await server.ended).toEqual({ code: 0, signal: null })
    await expectStopped(dataDir)
  })

  test('through npm start, under load', async () => {
    const dataDir = await demoFolder(machine)
    const port = await freePort()
    const env = { SUBLET_DATA_DIR: dataDir, SUBLET_PORT: String(port), npm_config_update_notifier: 'false' }
    const options = { cwd: root, detached: true }
    const npm = machine.keep(new Server(`http://127.0.0.1:${port}`, 'npm', ['start'], env, options))
    await npm.ready()
    const answered = await stopUnderLoad(npm.url, dataDir, async () => {
      // A supervisor tells npm; a terminal tells everybody in the foreground. What npm itself ends with is its own.
      process.kill(signal === 'SIGTERM' ? npm.pid : -npm.pid, signal)
      await npm.ended
    })
    expect(answered).toBeGreaterThan(200)
    await expectStopped(dataDir)
  })
})

test('a second signal, when a person has lost patience, ends it at once', async () => {
  const dataDir = await demoFolder(machine)
  const server = await machine.start({ SUBLET_DATA_DIR: dataDir })
  const { company, headers, credentials } = await access(server.url, dataDir)
  const holder = await holdCompany(dataDir, credentials.tenant)
  const slow = call('PATCH', company, { headers, body: { title: 'Never' } }).catch(() => 'cut off')
  await untilSomebodyWaits(dataDir)
  server.child.kill('SIGINT')
  await until(
    () =>
      call('GET', `${server.url}/readyz`).then(
        () => false,
        () => true,
      ),
    'the closed door',
  )
  await pause(1_500)
  expect(await server.end('SIGINT')).toEqual({ code: 130, signal: null })
  expect(await slow).toBe('cut off')
  await holder.end().catch(() => undefined)
  await expect.poll(() => postmasterOf(dataDir), { timeout: 60_000 }).toBeNull()
})

/** Keeps a job from going on: it wants a table that we have. One of the timetable that wants it, too, may come first. */
async function holdJob(dataDir: string): Promise<pg.Client> {
  const client = await connectTo(dataDir)
  client.on('error', () => undefined)
  await client.query('begin; lock table prefix_health_walk in exclusive mode')
  const other = await connectTo(dataDir)
  await other.query(`select graphile_worker.add_job('look_at_blocks', '{"blocks":["104.234.16.0/23"]}')`)
  await other.end()
  return client
}

test.each([1, 3])(
  'SUBLET_PROCESSES=%i: work that does not end is cut off, with another exit code and in the log',
  async (n) => {
    const dataDir = await demoFolder(machine)
    const place = { SUBLET_DATA_DIR: dataDir, SUBLET_PROCESSES: String(n) }
    const server = await machine.start({ ...place, SUBLET_STATEMENT_TIMEOUT_MS: '120000' })
    const { company, headers, credentials } = await access(server.url, dataDir)
    const holders = [await holdJob(dataDir)]
    await untilSomebodyWaits(dataDir, 'table')
    holders.push(await holdCompany(dataDir, credentials.tenant))
    const slow = call('PATCH', company, { headers, body: { title: 'Never' } }).catch(() => 'cut off')
    await untilSomebodyWaits(dataDir)
    expect(await server.end()).toEqual({ code: 3, signal: null })
    expect(await slow).toBe('cut off')
    // Each process names its own.
    const said = server.out.split('\n').filter((line) => line.includes('"cut":'))
    expect(said.flatMap((line) => (JSON.parse(line) as { cut: object[] }).cut)).toEqual(
      expect.arrayContaining([
        { what: 'request', id: expect.anything(), name: `PATCH ${new URL(company).pathname}` },
        { what: 'job', id: expect.anything(), name: expect.stringMatching(/^(look_at_blocks|tell_of_health)$/) },
      ]),
    )
    for (const holder of holders) await holder.end().catch(() => undefined)
  },
)

test('a stop that has only to let go, and cannot, has lost nothing', async () => {
  const database = await cloneDatabase()
  const proxy = await PostgresProxy.before(database.url)
  const server = await machine.start({ DATABASE_URL: proxy.url, SUBLET_DATA_DIR: machine.newFolder() })
  proxy.holdsOn = true
  expect(await server.end()).toEqual({ code: 0, signal: null })
  proxy.close()
  await database.drop()
})
