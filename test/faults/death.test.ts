import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import pg from 'pg'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { goneWithin } from '../../src/kernel/postgres/postmaster.ts'
import { findPostgres } from '../../src/kernel/postgres/index.ts'
import { demoFolder } from '../support/server/demo-folder.ts'
import { bodyOf, call, until } from '../support/http-call.ts'
import { Load } from '../support/server/load.ts'
import {
  bearer,
  demoCredentials,
  Machine,
  postmasterOf,
  signIn,
  type Server,
} from '../support/server/server-process.ts'
import { whoWaits } from '../support/waiting.ts'

/** Killed without a word, together or apart: the next start finds all that was promised, and does what was left. */

let machine: Machine
let dataDir: string
let server: Server

beforeAll(async () => {
  machine = await Machine.open()
  dataDir = await demoFolder(machine)
  server = await machine.start({ SUBLET_DATA_DIR: dataDir })
})
afterAll(() => machine.close())

async function restart(): Promise<number> {
  server = await machine.launch({ SUBLET_DATA_DIR: dataDir })
  return server.ready()
}

async function company(): Promise<{ url: string; headers: { authorization: string } }> {
  const credentials = await demoCredentials(dataDir)
  return { url: `${server.url}/billing/v1/${credentials.tenant}`, headers: await bearer(server.url, credentials) }
}

async function rename(title: string): Promise<void> {
  const { url, headers } = await company()
  bodyOf(await call('PATCH', url, { headers, body: { title } }))
}

async function title(): Promise<string> {
  const { url, headers } = await company()
  return (bodyOf(await call('GET', url, { headers })) as { data: { title: string } }).data.title
}

async function createKey(name: string): Promise<void> {
  const { tenant, password } = await demoCredentials(dataDir)
  const headers = await signIn(server.url, 'lessee@demo.example', password)
  const body = { name, scopes: ['billing'] }
  bodyOf(await call('POST', `${server.url}/portal/companies/${tenant}/app-keys`, { headers, body }), 201)
}

interface Mailbox {
  readonly data: ReadonlyArray<{ subject: string; status: string }>
}

/** How often the person was told of that key, once somebody has. */
async function notices(name: string): Promise<number> {
  const { password } = await demoCredentials(dataDir)
  const headers = await signIn(server.url, 'lessee@demo.example', password)
  const told = async () => {
    const { data } = bodyOf(await call('GET', `${server.url}/portal/mailbox?per_page=100`, { headers })) as Mailbox
    const mails = data.filter(({ subject, status }) => subject.includes(`"${name}"`) && status === 'kept')
    return mails.length > 0 && mails.length
  }
  return (await until(told, `mail about ${name}`)).value
}

async function killPostmaster(): Promise<number> {
  const pid = await postmasterOf(dataDir)
  if (pid === null) throw new Error('no PostgreSQL runs')
  process.kill(pid, 'SIGKILL')
  return pid
}

test('kill -9 of the server, three times, each followed by a start at once', async () => {
  const times: number[] = []
  for (const name of ['First', 'Second', 'Third']) {
    await rename(`${name} Networks`)
    await server.end('SIGKILL')
    times.push(Math.round(await restart()))
    expect(await title()).toBe(`${name} Networks`)
  }
  process.stdout.write(`ready again after ${times.join(', ')} ms\n`)
})

test('kill -9 of the postmaster, twice: 503 meanwhile, served again, and jobs go on', async () => {
  for (const name of ['once', 'twice']) {
    const { url, headers } = await company()
    const load = new Load(url, { headers }, 4)
    await pause(200)
    const killed = await killPostmaster()
    const serves = async () =>
      (await postmasterOf(dataDir)) !== killed && (await call('GET', url, { headers })).status === 200
    const { ms } = await until(serves, 'served again')
    await load.stop()
    process.stdout.write(`served again after ${Math.round(ms)} ms: ${JSON.stringify([...load.statuses])}\n`)
    expect([load.failures, load.turnedAway]).toEqual([[], 0])
    expect([...load.statuses.keys()].filter((status) => status !== 200 && status !== 503)).toEqual([])
    await createKey(name)
    expect(await notices(name)).toBe(1)
  }
})

test('kill -9 of both, then a start', async () => {
  await rename('Both Networks')
  const killed = await killPostmaster()
  await server.end('SIGKILL')
  await goneWithin(join(dataDir, 'postgres'), killed, 60_000)
  await restart()
  expect(await title()).toBe('Both Networks')
})

test('kill -9 right after the commit: what it set off is done once by the next', async () => {
  await createKey('Left behind')
  await server.end('SIGKILL')
  await restart()
  expect(await notices('Left behind')).toBe(1)
})

async function connected(): Promise<pg.Client> {
  const found = await findPostgres(dataDir)
  const client = new pg.Client({ connectionString: found?.url })
  client.on('error', () => undefined)
  await client.connect()
  return client
}

async function asked(text: string): Promise<number> {
  const client = await connected()
  const { rowCount } = await client.query(text)
  await client.end()
  return rowCount ?? 0
}

/** While somebody else has a table, the server is killed as soon as it waits for it. */
async function killWaitingFor(table: string, begin: () => Promise<unknown>): Promise<void> {
  const holder = await connected()
  await holder.query(`begin; lock table ${table} in exclusive mode`)
  await begin()
  const waits = async () => (await holder.query(whoWaits)).rowCount !== 0
  await until(waits, `somebody waits for ${table}`)
  await server.end('SIGKILL')
  await holder.end().catch(() => undefined)
  await restart()
}

test('kill -9 in the middle of telling: the next tells it, once', async () => {
  await killWaitingFor('mail', () => createKey('Half told'))
  expect(await notices('Half told')).toBe(1)
})

test('kill -9 in the middle of a job: the next takes it up within seconds', async () => {
  const job = `select graphile_worker.add_job('look_at_blocks', '{"blocks":["104.234.16.0/23"]}')`
  await killWaitingFor('prefix_health_walk', () => asked(job))
  const left = () => asked(`select from graphile_worker.jobs where task_identifier = 'look_at_blocks'`)
  await until(async () => (await left()) === 0, 'the job done')
  expect(await left()).toBe(0)
})
