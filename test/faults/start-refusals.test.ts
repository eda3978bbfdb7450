import { randomBytes } from 'node:crypto'
import { existsSync } from 'node:fs'
import { mkdir, readFile, writeFile } from 'node:fs/promises'
import { createServer, type AddressInfo } from 'node:net'
import { join } from 'node:path'
import pg from 'pg'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { cloneDatabase, emptyDatabase, type TestDatabase } from '../support/database.ts'
import { demoFolder } from '../support/server/demo-folder.ts'
import { call } from '../support/http-call.ts'
import { PostgresProxy } from '../support/server/postgres-proxy.ts'
import { closedToOthers, othersMayRead } from '../support/server/readable.ts'
import { freePort } from '../support/server/free-port.ts'
import { Machine, postmasterOf, Process, program, type Env } from '../support/server/server-process.ts'

/** A start that cannot go on says why, once, in words for a person, and ends. */

let machine: Machine
let database: TestDatabase

const newKey = () => randomBytes(32).toString('hex')
const secretKey = newKey()

beforeAll(async () => {
  machine = await Machine.open({ wholeStarts: true })
  database = await cloneDatabase()
})
afterAll(async () => {
  await machine.close()
  await database.drop()
})

/** The words of a start that must fail soon, with code 1 and no stack. */
async function refusal(env: Env): Promise<string> {
  const server = await machine.launch(env)
  const late = setTimeout(() => server.child.kill('SIGKILL'), 60_000)
  const { code, signal } = await server.ended
  clearTimeout(late)
  expect({ code, signal, output: server.output }).toMatchObject({ code: 1, signal: null })
  expect(server.out).toBe('')
  expect(server.err).not.toMatch(/^\s+at /m)
  expect(server.err.trim()).toMatch(/\.$/)
  return server.err.trim()
}

/** One sentence on one line. */
async function sentence(env: Env): Promise<string> {
  const text = await refusal(env)
  expect(text.split('\n')).toHaveLength(1)
  return text
}

test.concurrent('a port in use, with the embedded PostgreSQL and with another', async () => {
  const squatter = createServer()
  await new Promise<void>((resolve) => squatter.listen(0, '127.0.0.1', resolve))
  const { port } = squatter.address() as AddressInfo
  const dataDir = machine.newFolder()
  const said = `Port ${port} on 127.0.0.1 is in use: stop the other program, or set another SUBLET_PORT.`
  expect(await sentence({ SUBLET_PORT: String(port), SUBLET_DATA_DIR: dataDir })).toBe(said)
  expect(existsSync(dataDir)).toBe(false)
  expect(await sentence({ SUBLET_PORT: String(port), DATABASE_URL: database.url, SUBLET_SECRET_KEY: secretKey })).toBe(
    said,
  )
  squatter.close()
})

test.concurrent('an address of another machine', async () => {
  const said = await sentence({ SUBLET_HOST: '192.0.2.1', DATABASE_URL: database.url, SUBLET_SECRET_KEY: secretKey })
  expect(said).toBe('192.0.2.1 is not an address of this machine: correct SUBLET_HOST.')
})

test.concurrent('a port this user may not open', async ({ skip }) => {
  const lowest = await readFile('/proc/sys/net/ipv4/ip_unprivileged_port_start', 'utf8').catch(() => '0')
  skip(process.getuid?.() !== 0 || Number(lowest) <= 81, 'needs root, to become somebody who is not')
  skip(!othersMayRead(), closedToOthers)
  const proxy = await PostgresProxy.before(database.url)
  const env = { SUBLET_PORT: '81', DATABASE_URL: proxy.url, SUBLET_SECRET_KEY: secretKey }
  const started = new Process(process.execPath, [program, 'start'], env, { cwd: '/', uid: 65_534, gid: 65_534 })
  const { code } = await machine.keep(started).ended
  proxy.close()
  expect(started.err).toBe('Port 81 needs a permission this user lacks: set SUBLET_PORT to one above 1023.\n')
  expect(code).toBe(1)
})

test.concurrent('a data folder in use by another server, which is left alone', async () => {
  const dataDir = await demoFolder(machine)
  const first = await machine.start({ SUBLET_DATA_DIR: dataDir })
  const postmaster = await postmasterOf(dataDir)
  expect(await sentence({ SUBLET_DATA_DIR: dataDir })).toBe(
    `The data folder ${dataDir} is in use by another Sublet: stop that one, or set another SUBLET_DATA_DIR.`,
  )
  expect(await postmasterOf(dataDir)).toBe(postmaster)
  expect((await call('GET', `${first.url}/readyz`)).status).toBe(200)
  expect((await first.end()).code).toBe(0)
})

test.concurrent('two servers on one new data folder at once: one serves, the other says why not', async () => {
  const dataDir = machine.newFolder()
  const both = await Promise.all([1, 2].map(() => machine.launch({ SUBLET_DATA_DIR: dataDir })))
  const loser = await Promise.race(both.map(async (server) => ({ server, ended: await server.ended })))
  expect(loser.ended).toEqual({ code: 1, signal: null })
  expect(loser.server.err).toContain('is in use by another Sublet')
  const winner = both.find((server) => server !== loser.server)
  await winner?.ready()
  expect((await winner?.end())?.code).toBe(0)
})

test.concurrent('several bad settings: all of them, and no secret', async () => {
  const text = await refusal({
    SUBLET_PORT: '99999',
    SUBLET_DEMO: 'perhaps',
    SUBLET_SECRET_KEY: 'hunter2hunter2',
    DATABASE_URL: 'swordfish',
    SUBLET_LOG_LEVEL: 'loud',
  })
  expect(text.split('\n')).toEqual([
    'SUBLET_PORT="99999" must be a whole number from 0 to 65535.',
    'DATABASE_URL=*** must start with postgresql:// and be a complete address.',
    'SUBLET_DEMO="perhaps" must be 1 or 0.',
    'SUBLET_SECRET_KEY=*** must be 64 hex digits.',
    expect.stringMatching(/^SUBLET_LOG_LEVEL="loud" must be one of/),
  ])
})

test.concurrent('a data folder that is a file, below a file, or cannot be written; with and without DATABASE_URL', async () => {
  const file = machine.newFolder()
  await writeFile(file, '')
  for (const elsewhere of [{}, { DATABASE_URL: database.url }] as const) {
    for (const dataDir of [file, join(file, 'below')])
      expect(await sentence({ SUBLET_DATA_DIR: dataDir, ...elsewhere })).toBe(
        `The data folder ${dataDir} cannot be used: it, or a part of its path, is a file.`,
      )
    expect(await sentence({ SUBLET_DATA_DIR: '/proc/sublet', ...elsewhere })).toMatch(
      /^The data folder \/proc\/sublet (could not be made|is not writable)/,
    )
  }
})

test.concurrent('a database that cannot be reached, does not exist, or is not ours', async () => {
  const port = await freePort()
  for (const host of ['127.0.0.1', 'localhost']) {
    const said = await sentence({ DATABASE_URL: `postgresql://sublet:swordfish@${host}:${port}/sublet` })
    expect(said).toMatch(new RegExp(`^The database cannot be used \\(ECONNREFUSED\\): .*:${port}`))
    expect(said).not.toContain('swordfish')
  }
  const missing = database.url.replace(/\/t_\w+\?/, '/nowhere?')
  expect(await sentence({ DATABASE_URL: missing })).toContain('database "nowhere" does not exist')

  const strange = await emptyDatabase()
  const client = new pg.Client({ connectionString: strange.url })
  await client.connect()
  await client.query('create table tenant (id int)')
  expect(await sentence({ DATABASE_URL: strange.url })).toMatch(/^Migration 0002.* failed and was undone: .*exists/)
  await client.query(`truncate migration; insert into migration values ('9999_future.sql', 'x')`)
  expect(await sentence({ DATABASE_URL: strange.url })).toBe(
    'The database was migrated by a newer Sublet (9999_future.sql); start that version.',
  )
  await client.end()
  await strange.drop()
})

test.concurrent('a second node with another secret key', async () => {
  const shared = await cloneDatabase()
  const first = await machine.start({ DATABASE_URL: shared.url, SUBLET_SECRET_KEY: newKey() })
  expect(await sentence({ DATABASE_URL: shared.url, SUBLET_SECRET_KEY: newKey() })).toBe(
    'The secrets in the database were sealed with another secret key: give every node the same SUBLET_SECRET_KEY, and while it is being replaced the one before as SUBLET_SECRET_KEY_OLD.',
  )
  expect((await call('GET', `${first.url}/readyz`)).status).toBe(200)
  await first.end('SIGKILL')
  await shared.drop()
})

test.concurrent('a secret key file that lost its content', async () => {
  const dataDir = machine.newFolder()
  await mkdir(dataDir)
  await writeFile(join(dataDir, 'secret.key'), '')
  const said = await sentence({ DATABASE_URL: database.url, SUBLET_DATA_DIR: dataDir })
  expect(said).toBe(`${dataDir}/secret.key does not hold 64 hex digits; restore it from a backup.`)
})
