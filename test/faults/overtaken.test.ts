import { afterAll, beforeAll, expect, test } from 'vitest'
import { openPool } from '../../src/kernel/db/pool.ts'
import { migrate, readMigrations } from '../../src/kernel/db/migrate.ts'
import { call, until } from '../support/http-call.ts'
import { Load } from '../support/server/load.ts'
import { Machine, type Env, type Server } from '../support/server/server-process.ts'
import { openWorld, type World } from '../support/world.ts'
import { whoWaits } from '../support/waiting.ts'

/** A newer version migrates the database while older nodes serve from it: they notice, finish and go. */

let machine: Machine
let world: World
let env: Env
let company: { path: string; headers: { authorization: string } }

beforeAll(async () => {
  machine = await Machine.open()
  world = await openWorld({ env: { SUBLET_PUBLIC_URL: 'http://sublet.test' } })
  env = {
    DATABASE_URL: world.databaseUrl,
    SUBLET_DATA_DIR: world.house.config.dataDir,
    SUBLET_PUBLIC_URL: 'http://sublet.test',
  }
  const { tenant, bearer } = await world.client()
  company = { path: `/billing/v1/${tenant}`, headers: bearer }
})
afterAll(async () => {
  await machine.close()
  await world.close()
})

/** What a version to come would bring along. */
const later: { name: string; sql: string }[] = []

async function migrateAhead(name: string, sql: string): Promise<void> {
  later.push({ name, sql })
  const pool = openPool(world.databaseUrl, { poolSize: 2, statementTimeout: 60_000 })
  await migrate(pool, [...(await readMigrations()), ...later.map((each) => ({ ...each, checksum: each.name }))])
  await pool.end()
}

const overtaken = (server: Server) => server.output.split('\n').filter((line) => line.includes('newer Sublet'))

/** How long after the migration it turned away whoever asks where to send requests. */
async function leftAfter(server: Server, begun: number): Promise<number> {
  const away = () =>
    call('GET', `${server.url}/readyz`).then(
      ({ status }) => status === 503,
      () => true,
    )
  await until(away, 'not ready')
  return performance.now() - begun
}

test('idle nodes that were overtaken leave within 2 s, say so, and finish what is under way', async () => {
  // Nodes of one version begin beside each other, and each looks whether there is something to migrate.
  const first = await machine.start(env)
  const nodes = [first, await machine.start(env)]
  expect(nodes.map((node) => [node.isRunning, overtaken(node)])).toEqual(nodes.map(() => [true, []]))

  const holder = await world.house.pool.connect()
  await holder.query('begin; select from tenant for update')
  const { headers } = company
  const underWay = call('PATCH', first.url + company.path, { headers, body: { title: 'Under way' } })
  await until(async () => (await holder.query(whoWaits)).rowCount === 1, 'the change waits')

  await migrateAhead('9000_later.sql', 'create table later ()')
  const begun = performance.now()
  const left = await Promise.all(nodes.map((node) => leftAfter(node, begun)))
  await holder.query('commit')
  holder.release()
  expect((await underWay).status).toBe(200)
  const ends = await Promise.all(nodes.map(({ ended }) => ended))
  process.stdout.write(`not ready ${left.map(Math.round).join(', ')} ms after the migration\n`)
  expect(nodes.map((node) => overtaken(node).length)).toEqual(nodes.map(() => 1))
  expect(overtaken(first)[0]).toContain('9000_later.sql')
  // The other may have been kept from it by a busy machine.
  expect(ends).toContainEqual({ code: 0, signal: null })
  expect(Math.min(...left)).toBeLessThan(2_000)
})

test('a busy node that was overtaken answers 503 where its statements no longer fit, never 500', async () => {
  await migrateBack()
  const server = await machine.start(env)
  const load = new Load(server.url + company.path, { headers: company.headers }, 8)
  await until(async () => load.answered > 100, 'requests answered')
  await migrateAhead('9001_renamed.sql', 'alter table tenant rename column title to headline')
  const [{ signal }] = await Promise.all([server.ended, load.over()])
  process.stdout.write(`${JSON.stringify([...load.statuses])}\n`)
  expect([signal, overtaken(server).length, load.failures]).toEqual([null, 1, []])
  expect([...load.statuses.keys()].filter((status) => status !== 200 && status !== 503)).toEqual([])
})

/** As if the newer version had never come. */
async function migrateBack(): Promise<void> {
  await world.house.pool.query(`drop table later; delete from migration where name like '9%'`)
  later.length = 0
}
