import { readdir, readFile } from 'node:fs/promises'
import { constants, getPriority } from 'node:os'
import type pg from 'pg'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { cloneDatabase, eyesOn, type TestDatabase } from '../support/database.ts'
import { call, until } from '../support/http-call.ts'
import { openFileServer, vrpFile } from '../support/server/file-server.ts'
import { Machine, type Server } from '../support/server/server-process.ts'
import { whoWaits } from '../support/waiting.ts'

/** A server's heavy jobs are done by a process of its own, which outlives neither its work nor its server. */

let machine: Machine
let database: TestDatabase
let dataDir: string
let server: Server
let pool: pg.Pool
let holder: pg.PoolClient
beforeAll(async () => {
  machine = await Machine.open()
})
beforeEach(async () => {
  database = await cloneDatabase()
  pool = eyesOn(database.url, 2)
  holder = await pool.connect()
  dataDir = machine.newFolder()
  server = await start()
})
afterEach(async () => {
  await server.end('SIGKILL')
  holder.release()
  await pool.end()
  await database.drop()
})
afterAll(() => machine.close())

const start = () =>
  machine.start({
    DATABASE_URL: database.url,
    SUBLET_DATA_DIR: dataDir,
    SUBLET_IMPORT_PRIVATE_HOSTS: '127.0.0.1',
  })

/** A walk over all prefixes that has begun, and stands still as long as we hold its row; the process that does it. */
async function holdUpWalk(): Promise<number> {
  await pool.query('update prefix_health_walk set wanted = wanted + 1')
  await holder.query('begin')
  await holder.query('select from prefix_health_walk for update')
  await pool.query(`select graphile_worker.add_job('walk_prefixes', '{}')`)
  await until(async () => ((await pool.query(whoWaits)).rowCount ?? 0) > 0, 'a walk that waits')
  const [child] = await childrenOf(server.pid)
  return child ?? 0
}

async function childrenOf(pid: number): Promise<number[]> {
  const found: number[] = []
  for (const each of (await readdir('/proc')).filter((name) => /^\d+$/.test(name))) {
    const stat = await readFile(`/proc/${each}/stat`, 'utf8').catch(() => '')
    const [, , parent] = stat.slice(stat.lastIndexOf(')')).split(' ')
    if (Number(parent) === pid) found.push(Number(each))
  }
  return found
}

const isGone = async (pid: number) =>
  readFile(`/proc/${pid}/cmdline`).then(
    (command) => command.length === 0,
    () => true,
  )

const hasWalked = async () => (await pool.query('select from prefix_health_walk where done = wanted')).rowCount === 1

describe.skipIf(process.platform !== 'linux')('the process that does heavy jobs', () => {
  it('lets everybody else go first, with all of its threads', async () => {
    const child = await holdUpWalk()
    const priorities = (await readdir(`/proc/${child}/task`)).map((thread) => getPriority(Number(thread)))
    expect(new Set(priorities)).toEqual(new Set([constants.priority.PRIORITY_LOW]))
    await holder.query('rollback')
  })

  it('imports what an address answers, and ends by itself when nothing is left to do', async () => {
    const files = await openFileServer()
    const { rows } = await pool.query<{ uuid: string }>(
      `insert into network_import (uuid, kind, origin, status, forced, actor_kind, actor_id, asked_at, refusals)
       values (gen_random_uuid(), 'vrps', $1, 'waiting', false, 'system', 'test', now(), '[]') returning uuid`,
      [files.serve('/vrps', vrpFile(12))],
    )
    const [asked] = rows
    await pool.query(`select graphile_worker.add_job('import_asked_source', $1)`, [JSON.stringify(asked)])
    const imported = `select rows from network_import where status = 'done'`
    await until(async () => (await pool.query(imported)).rowCount === 1, 'the import')
    expect((await pool.query(imported)).rows).toEqual([{ rows: 12 }])
    await until(async () => (await childrenOf(server.pid)).length === 0, 'its end')
    expect(server.output).not.toContain('ended by itself')
    await files.close()
  })

  it('may be killed: its server serves on, and the job is done by another', async () => {
    const child = await holdUpWalk()
    process.kill(child, 'SIGKILL')
    await until(() => isGone(child), 'its end')
    await holder.query('rollback')
    await until(hasWalked, 'the walk')
    expect((await call('GET', `${server.url}/readyz`)).status).toBe(200)
  })

  it('ends with a server that is killed, and the job is done by the next server', async () => {
    const child = await holdUpWalk()
    await server.end('SIGKILL')
    await until(() => isGone(child), 'its end')
    await holder.query('rollback')
    expect(await hasWalked()).toBe(false)
    server = await start()
    await until(hasWalked, 'the walk')
  })

  it('lets a server that is asked to stop finish what it does, and goes with it', async () => {
    const child = await holdUpWalk()
    const ended = server.end('SIGTERM')
    await holder.query('rollback')
    const { code } = await ended
    expect(await isGone(child)).toBe(true)
    // On a machine so busy that the lowest priority gets nowhere it is cut off, and says so.
    const outcome = { code, walked: await hasWalked(), said: server.out.includes('walk_prefixes') }
    expect([
      { code: 0, walked: true, said: false },
      { code: 3, walked: false, said: true },
    ]).toContainEqual(outcome)
  })
})
