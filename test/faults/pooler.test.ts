import { spawnSync } from 'node:child_process'
import { chmod, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { freePort } from '../support/server/free-port.ts'
import { bodyOf, call, until } from '../support/http-call.ts'
import { PostgresProxy } from '../support/server/postgres-proxy.ts'
import { Machine, Process } from '../support/server/server-process.ts'
import { TransactionPooler } from '../support/server/transaction-pooler.ts'
import { openWorld, type World } from '../support/world.ts'

/** A pooler between Sublet and PostgreSQL: one that keeps sessions serves, one that shares them is refused at the start. */

let machine: Machine
let world: World
let proxy: PostgresProxy
let folder: string
beforeAll(async () => {
  machine = await Machine.open()
  world = await openWorld({ env: { SUBLET_PUBLIC_URL: 'http://sublet.test' } })
  proxy = await PostgresProxy.before(world.databaseUrl)
  folder = await mkdtemp(join(tmpdir(), 'sublet-pooler-'))
  await chmod(folder, 0o755)
})
afterAll(async () => {
  await machine.close()
  proxy.close()
  await rm(folder, { recursive: true, force: true })
  await world.close()
})

const refusal =
  'DATABASE_URL leads through a pooler that shares sessions between transactions: set its pool_mode to session, or name PostgreSQL itself.\n'

/** What a start and a migration come to. */
const ends = (url: string) =>
  Promise.all(
    ['start', 'migrate'].map(async (command) =>
      machine.command([command], { DATABASE_URL: url, SUBLET_PORT: String(await freePort()) }),
    ),
  )

const refused = { code: 1, out: '', err: refusal }

describe('a pooler of transactions', () => {
  it('is recognised by the sessions it shares, and refused in one sentence', async () => {
    const pooler = await TransactionPooler.before(world.databaseUrl)
    expect(await ends(pooler.url)).toEqual([refused, refused])
    pooler.close()
  })
})

const program = spawnSync('pgbouncer', ['--version'], { encoding: 'utf8' })
const version = program.stdout?.split('\n', 1)[0]
if (program.error) process.stdout.write('PgBouncer is not installed: only the small pooler of our own is tried\n')

describe.skipIf(program.error)(`PgBouncer (${version ?? 'not installed'})`, () => {
  it('serves in session mode, with its settings as they come', async () => {
    const { url, log } = await pgbouncer('session')
    const server = await machine.start({
      DATABASE_URL: url,
      SUBLET_DATA_DIR: world.house.config.dataDir,
      SUBLET_PUBLIC_URL: 'http://sublet.test',
    })
    const { tenant, bearer: headers } = await world.client()
    const company = `${server.url}/billing/v1/${tenant}`
    const titles = Array.from({ length: 20 }, (_, i) => `Pooled ${i}`)
    for (const title of titles) bodyOf(await call('PATCH', company, { headers, body: { title } }))
    await server.end()
    expect(log.output).not.toContain('unsupported startup parameter')
  })

  it.each(['transaction', 'statement'])('is refused in %s mode', async (mode) => {
    expect(await ends((await pgbouncer(mode)).url)).toEqual([refused, refused])
  })
})

/** It does not run as root, and whoever it runs as may not see the socket of the tests' PostgreSQL: so over TCP. */
async function pgbouncer(mode: string): Promise<{ url: string; log: Process }> {
  const port = await freePort()
  const behind = new URL(proxy.url)
  const settings = {
    listen_addr: '127.0.0.1',
    listen_port: port,
    unix_socket_dir: '',
    auth_type: 'any',
    pool_mode: mode,
    default_pool_size: 30,
  }
  const lines = Object.entries(settings).map(([name, value]) => `${name} = ${value}`)
  const target = `* = host=${behind.hostname} port=${behind.port} user=${behind.username}`
  const path = join(folder, `${mode}.ini`)
  await writeFile(path, ['[databases]', target, '[pgbouncer]', ...lines, ''].join('\n'))
  const account = process.getuid?.() === 0 ? { uid: nobody, gid: nobody } : {}
  const log = machine.keep(new Process('pgbouncer', [path], {}, account))
  await until(async () => log.output.includes('process up'), 'PgBouncer is up')
  return { url: proxy.url.replace(`:${behind.port}`, `:${port}`), log }
}

const nobody = 65_534
