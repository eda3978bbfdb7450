import { execFile } from 'node:child_process'
import { readFile } from 'node:fs/promises'
import { promisify } from 'node:util'
import pg from 'pg'
import { companies } from '../../db/demo/companies.ts'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { bodyOf, call, until } from '../support/http-call.ts'
import { emptyDatabase } from '../support/database.ts'
import { readMigrations } from '../../src/kernel/db/migrate.ts'
import { bearer, demoCredentials, Machine, type Server } from '../support/server/server-process.ts'

const run = promisify(execFile)

let machine: Machine
beforeAll(async () => {
  machine = await Machine.open({ wholeStarts: true })
})
afterAll(() => machine.close())

/** The lines a person would paste, pasted. */
async function pasteCalls(output: string): Promise<{ data: { uuid: string; title: string } }> {
  const lines = output.split('\n').map((line) => line.trim())
  const token = lines.find((line) => line.startsWith('TOKEN=$(curl'))
  const use = lines.find((line) => line.startsWith('curl'))
  const { stdout } = await run('bash', ['-c', `${token}\n${use}`])
  return JSON.parse(stdout) as { data: { uuid: string; title: string } }
}

async function readOut(server: Server): Promise<string> {
  await expect.poll(() => server.out, { timeout: 240_000 }).toContain('Stop with Ctrl-C')
  return server.out
}

/** What it has had of the processors so far, with those of its children that have ended; nothing where nobody tells. */
async function processorSeconds({ pid }: Server): Promise<number> {
  const stat = await readFile(`/proc/${pid}/stat`, 'utf8').catch(() => '')
  const ticks = stat.slice(stat.lastIndexOf(')')).split(' ').slice(12, 16).map(Number)
  return ticks.reduce((sum, each) => sum + (each || 0), 0) / 100
}

test('first start: addresses and lines to paste; the second finds everything as it was', async () => {
  const env = { SUBLET_DATA_DIR: machine.newFolder() }
  const first = await machine.launch(env)
  const firstMs = await first.ready()
  const firstUsed = await processorSeconds(first)
  const banner = await readOut(first)
  for (const line of [`Portal   ${first.url}/`, `Docs     ${first.url}/docs`, `API      ${first.url}/billing/v1/`])
    expect(banner).toContain(line)
  const company = await pasteCalls(banner)
  const tenants = await machine.command(['tenant', 'list', '--json'], env)
  const args = ['key', 'create', '--tenant', company.data.uuid, '--name', 'between', '--scopes', 'billing', '--json']
  const key = JSON.parse((await machine.command(args, env)).out) as { client_id: string; client_secret: string }
  expect(await first.end()).toEqual({ code: 0, signal: null })

  const second = await machine.launch({ ...env, SUBLET_PORT: new URL(first.url).port })
  const secondMs = await second.ready()
  const secondUsed = await processorSeconds(second)
  expect(await readOut(second)).toBe(banner)
  expect(await pasteCalls(second.out)).toEqual(company)
  expect(await machine.command(['tenant', 'list', '--json'], env)).toEqual(tenants)
  const credentials = { ...(await demoCredentials(env.SUBLET_DATA_DIR)), ...key }
  const headers = await bearer(second.url, credentials)
  expect(bodyOf(await call('GET', `${second.url}/billing/v1/${company.data.uuid}`, { headers }))).toEqual(company)
  expect((await second.end()).code).toBe(0)
  process.stdout.write(
    `ready after ${Math.round(firstMs)} ms (${firstUsed} s of a processor), again after ${Math.round(secondMs)} ms (${secondUsed} s)\n`,
  )
  // How long it takes depends on who else wants the processors; how much of them it needs hardly does.
  expect(firstUsed).toBeLessThan(30)
  expect(secondUsed).toBeLessThan(10)
})

test.concurrent('port 0 takes a free one and says which', async () => {
  const server = await machine.launch({ SUBLET_PORT: '0' })
  const { data } = await pasteCalls(await readOut(server))
  expect(data.title).toBe('Brightwave Hosting')
  expect((await server.end()).code).toBe(0)
})

test.concurrent('three nodes at once on an empty database: one schema, one signing key, one world', async () => {
  const database = await emptyDatabase()
  const env = { DATABASE_URL: database.url, SUBLET_DEMO: '1', SUBLET_DATA_DIR: machine.newFolder() }
  const nodes = await Promise.all([1, 2, 3].map(() => machine.launch(env)))
  await Promise.all(nodes.map((node) => node.ready()))
  const client = new pg.Client({ connectionString: database.url })
  await client.connect()
  const count = async (table: string) =>
    (await client.query<{ n: string }>(`select count(*)::text as n from ${table}`)).rows[0]?.n
  expect(await count('migration')).toBe(String((await readMigrations()).length))
  expect(await count('signing_key')).toBe('1')
  expect(await count('tenant')).toBe(String(companies.length))
  expect(await count('app_key')).toBe('1')
  const credentials = await demoCredentials(env.SUBLET_DATA_DIR)
  for (const { url } of nodes) {
    const headers = await bearer(url, credentials)
    expect((await call('GET', `${url}/billing/v1/${credentials.tenant}`, { headers })).status).toBe(200)
  }
  // A stop in the midst of what a new world sets off may have to cut it off, on a machine that is busy.
  const isQuiet = async () =>
    (await client.query('select from graphile_worker.jobs where run_at <= now()')).rowCount === 0
  await until(isQuiet, 'nothing left to do')
  await client.end()
  for (const node of nodes) {
    const { code } = await node.end()
    // What falls due every minute may be cut off all the same, on a machine that is very busy; then that is said.
    const said = node.output.includes('stopped before all was done') ? 3 : 0
    expect([code, node.output]).toEqual([said, node.output])
  }
  await database.drop()
})
