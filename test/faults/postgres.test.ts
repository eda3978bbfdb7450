import { type ChildProcess, spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { chmod, chown, mkdtemp, readdir, rm, stat, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { createInterface } from 'node:readline'

import pg from 'pg'
import { afterEach, beforeEach, describe, expect, inject, test } from 'vitest'

import { socketFolder } from '../../src/kernel/postgres/folders.ts'
import { goneWithin as leftCluster } from '../../src/kernel/postgres/postmaster.ts'
import { readPostmasterPid } from '../../src/kernel/postgres/postmaster-pid.ts'
import { isAlive, pause } from '../../src/kernel/postgres/processes.ts'
import { findPostgres, startPostgres } from '../../src/kernel/postgres/index.ts'
import { eyesOn } from '../support/database.ts'
import { somebody } from '../support/server/nameless-user.ts'
import { quickFolder } from '../support/quick-folder.ts'
import { closedToOthers, othersMayRead } from '../support/server/readable.ts'

const isRoot = process.getuid?.() === 0
const holderScript = join(import.meta.dirname, '../support/server/postgres-holder.ts')

let folder: string
let dataDir: string
let holders: ChildProcess[] = []

beforeEach(async () => {
  folder = await mkdtemp(join(quickFolder(), 'sublet-pg-'))
  dataDir = join(folder, 'data')
})

afterEach(async () => {
  for (const holder of holders) await kill(holder)
  holders = []
  const left = await readPostmasterPid(join(dataDir, 'postgres')).catch(() => null)
  if (left !== null) await goneWithin(left.pid, 5000)
  await rm(folder, { recursive: true, force: true })
})

async function ask(url: string, text: string): Promise<string[]> {
  const pool = eyesOn(url, 1)
  try {
    const { rows } = await pool.query<string[]>({ text, rowMode: 'array' })
    return rows.map(([value]) => String(value))
  } finally {
    await pool.end()
  }
}

interface Held {
  readonly holder: ChildProcess
  readonly url: string
  readonly started: boolean
}

async function hold(...args: string[]): Promise<Held> {
  const holder = spawn(process.execPath, [holderScript, ...args], { stdio: ['ignore', 'pipe', 'inherit'] })
  holders.push(holder)
  for await (const line of createInterface({ input: holder.stdout })) return { holder, ...JSON.parse(line) }
  throw new Error('the holder ended without a word')
}

async function kill(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return
  child.kill('SIGKILL')
  await once(child, 'exit')
}

/** A connection whose backend no longer takes notice of anything. */
async function frozenBackend(url: string): Promise<number> {
  const client = new pg.Client({ connectionString: url })
  client.on('error', () => undefined)
  await client.connect()
  const { rows } = await client.query<{ pid: number }>('select pg_backend_pid() as pid')
  const pid = rows[0]?.pid ?? 0
  process.kill(pid, 'SIGSTOP')
  return pid
}

async function postmaster(): Promise<number> {
  const file = await readPostmasterPid(join(dataDir, 'postgres'))
  if (file === null) throw new Error('no PostgreSQL runs')
  return file.pid
}

/** By what it does: an ended process may keep its pid until whoever inherited it takes notice. */
function goneWithin(pid: number, milliseconds: number): Promise<boolean> {
  return leftCluster(join(dataDir, 'postgres'), pid, milliseconds)
}

test('the cluster for tests serves', async () => {
  expect(await ask(inject('postgresUrl'), 'select current_database()')).toEqual(['sublet'])
})

describe('a life', () => {
  test('first start, stop, and the data is there at the next', async () => {
    expect(await findPostgres(dataDir)).toBeNull()
    const first = await startPostgres({ dataDir })
    expect(first.started).toBe(true)
    expect(await findPostgres(dataDir)).toEqual({ url: first.url })
    await ask(first.url, `create table kept as select 'ä' as word`)
    await Promise.all([first.stop(), first.stop()])
    expect(await findPostgres(dataDir)).toBeNull()
    expect(await readdir(join(dataDir, 'run'))).toEqual([])

    const second = await startPostgres({ dataDir })
    expect(second.started).toBe(true)
    expect(await ask(second.url, 'select upper(word) from kept')).toEqual(['Ä'])
    await second.stop()
  })

  test('only its owner can enter, and only by the socket', async () => {
    const postgres = await startPostgres({ dataDir })
    for (const path of [dataDir, join(dataDir, 'run'), join(dataDir, 'postgres')]) {
      expect((await stat(path)).mode & 0o777).toBe(0o700)
    }
    const settings = ['listen_addresses', 'fsync', 'synchronous_commit', 'max_connections', 'server_encoding']
    const shown = settings.map((name) => `current_setting('${name}')`).join(` || '/' || `)
    expect(await ask(postgres.url, `select ${shown}`)).toEqual(['/on/on/100/UTF8'])
    await postgres.stop()
  })

  test('stopping does not wait for those connected', async () => {
    const postgres = await startPostgres({ dataDir })
    const sleeping = ask(postgres.url, 'select pg_sleep(60)').catch(() => 'cut off')
    await pause(200)
    const begun = performance.now()
    await postgres.stop()
    // Who waited for it would wait a minute.
    expect(performance.now() - begun).toBeLessThan(50_000)
    expect(await sleeping).toBe('cut off')
  })

  test('stopping gets its way with a backend that hangs', async () => {
    const postgres = await startPostgres({ dataDir })
    const backend = await frozenBackend(postgres.url)
    const pid = await postmaster()
    await postgres.stop()
    expect(await goneWithin(pid, 0)).toBe(true)
    expect(isAlive(backend)).toBe(false)
    const next = await startPostgres({ dataDir })
    expect(next.started).toBe(true)
    await next.stop()
  })

  test('a terminal hanging on to us does not reach it', async () => {
    const { holder } = await hold(dataDir)
    const sessionOf = (pid: number) =>
      spawnSync('ps', ['-o', 'sid=', '-p', String(pid)], { encoding: 'utf8' }).stdout.trim()
    expect(sessionOf(await postmaster())).not.toBe(sessionOf(holder.pid ?? 0))
  })
})

describe('death', () => {
  test('of the starter: ends PostgreSQL soon', async () => {
    const { holder } = await hold(dataDir)
    const pid = await postmaster()
    await kill(holder)
    expect(await goneWithin(pid, 60_000)).toBe(true)
  })

  test('of the starter, again and again: what was acknowledged is kept', async () => {
    const rounds = 6
    for (let round = 0; round < rounds; round += 1) {
      const { holder, url, started } = await hold(dataDir)
      expect(started).toBe(true)
      await ask(url, 'create table if not exists kept (round int)')
      await ask(url, `insert into kept values (${round})`)
      // Half the time the next start meets a PostgreSQL that is still leaving.
      const pid = await postmaster()
      await kill(holder)
      if (round % 2 === 0) await goneWithin(pid, 5000)
    }
    const last = await startPostgres({ dataDir })
    expect(last.started).toBe(true)
    expect(await ask(last.url, 'select round from kept order by 1')).toHaveLength(rounds)
    await pause(1000)
    expect(await ask(last.url, 'select 1')).toEqual(['1'])
    await last.stop()
  })

  test('of the starter, and PostgreSQL takes its time to follow: it is waited for', async () => {
    const { holder, url } = await hold(dataDir)
    const backend = await frozenBackend(url)
    const slow = await postmaster()
    await kill(holder)
    const lines: string[] = []
    const next = startPostgres({ dataDir, log: (line) => lines.push(line) })
    await pause(2000)
    expect(isAlive(slow)).toBe(true)
    process.kill(backend, 'SIGCONT')
    expect((await next).started).toBe(true)
    expect(lines.join()).toContain(`process ${slow}`)
    await (await next).stop()
  })

  test('of the starter while it makes the cluster: the next start makes it whole', async () => {
    for (const delay of [150, 300, 450, 600]) {
      const holder = spawn(process.execPath, [holderScript, dataDir], { stdio: 'ignore' })
      holders.push(holder)
      await pause(delay)
      await kill(holder)
    }
    const postgres = await startPostgres({ dataDir })
    expect(await ask(postgres.url, 'select 1')).toEqual(['1'])
    await postgres.stop()
    expect((await readdir(dataDir)).filter((name) => name.startsWith('postgres.new-'))).toEqual([])
  })

  test('of the postmaster: the next start recovers', async () => {
    const first = await startPostgres({ dataDir })
    await ask(first.url, `create table kept as select 1 as one`)
    for (let round = 0; round < 3; round += 1) {
      process.kill(await postmaster(), 'SIGKILL')
      const next = await startPostgres({ dataDir })
      expect(next.started).toBe(true)
      expect(await ask(next.url, 'select one from kept')).toEqual(['1'])
    }
    await (await startPostgres({ dataDir })).stop()
  })

  test('of the postmaster, leaving a backend deep in a query: it is sent away', async () => {
    const first = await startPostgres({ dataDir })
    const endless = ask(first.url, 'select count(*) from generate_series(1, 1e11::bigint) s').catch(() => 'cut off')
    await pause(300)
    process.kill(await postmaster(), 'SIGKILL')
    const next = await startPostgres({ dataDir })
    expect(next.started).toBe(true)
    expect(await endless).toBe('cut off')
    await next.stop()
  })

  test('and a stranger now bears the pid that was left behind', async () => {
    const first = await startPostgres({ dataDir })
    await first.stop()
    const stranger = spawn('sleep', ['60'], { stdio: 'ignore' })
    const lock = [stranger.pid, join(dataDir, 'postgres'), 1, 5432, join(dataDir, 'run'), '', '1 1', 'ready', '']
    await writeFile(join(dataDir, 'postgres/postmaster.pid'), lock.join('\n'))
    await writeFile(join(dataDir, 'run/.s.PGSQL.5432.lock'), lock.join('\n'))
    expect(await findPostgres(dataDir)).toBeNull()
    const next = await startPostgres({ dataDir })
    expect(next.started).toBe(true)
    await next.stop()
    expect(isAlive(stranger.pid ?? 0)).toBe(true)
    await kill(stranger)
  })

  test('in the instant when its pid file was made: the empty file is passed over', async () => {
    await (await startPostgres({ dataDir })).stop()
    await writeFile(join(dataDir, 'postgres/postmaster.pid'), '')
    const next = await startPostgres({ dataDir })
    expect(next.started).toBe(true)
    await next.stop()
  })
})

describe('two at once', () => {
  test('on a folder with a cluster, and on an empty one: one starts, the others adopt', async () => {
    for (let round = 0; round < 2; round += 1) {
      const held = await Promise.all([hold(dataDir), hold(dataDir), hold(dataDir)])
      expect(held.filter(({ started }) => started)).toHaveLength(1)
      for (const { url } of held) expect(await ask(url, 'select 1')).toEqual(['1'])
      const pid = await postmaster()
      await Promise.all(held.map(({ holder }) => kill(holder)))
      expect(await goneWithin(pid, 5000)).toBe(true)
    }
    expect((await readdir(dataDir)).filter((name) => name.startsWith('postgres.new-'))).toEqual([])
  })

  test('the adopter can stop it', async () => {
    const { url } = await hold(dataDir)
    const pid = await postmaster()
    const adopted = await startPostgres({ dataDir })
    expect(adopted).toMatchObject({ url, started: false })
    await adopted.stop()
    expect(await goneWithin(pid, 1000)).toBe(true)
  })

  test('a late stop leaves a successor alone', async () => {
    const first = await startPostgres({ dataDir })
    const adopted = await startPostgres({ dataDir })
    await first.stop()
    const successor = await startPostgres({ dataDir })
    await adopted.stop()
    expect(await ask(successor.url, 'select 1')).toEqual(['1'])
    await successor.stop()
  })
})

describe('places', () => {
  test('a path too long for a socket, with letters of all kinds', async () => {
    dataDir = join(folder, 'ü, "q" 100% '.repeat(9), 'data')
    const postgres = await startPostgres({ dataDir })
    expect(await ask(postgres.url, 'select 1')).toEqual(['1'])
    expect(await findPostgres(dataDir)).toEqual({ url: postgres.url })
    await postgres.stop()
    await rm(socketFolder(dataDir).path, { recursive: true })
  })

  test('a comma, a quote and a space in a short path', async () => {
    dataDir = join(folder, 'a, "b" %2F')
    const postgres = await startPostgres({ dataDir })
    expect(await ask(postgres.url, 'select 1')).toEqual(['1'])
    await postgres.stop()
  })

  test('a folder only root may read', async ({ skip }) => {
    skip(!isRoot, 'needs root')
    await chmod(folder, 0o700)
    const postgres = await startPostgres({ dataDir })
    expect(await ask(postgres.url, 'select 1')).toEqual(['1'])
    await postgres.stop()
  })

  test("root in somebody's closed folder, as with sudo", async ({ skip }) => {
    skip(!isRoot, 'needs root')
    skip(!othersMayRead(), closedToOthers)
    await chmod(folder, 0o700)
    const { uid, gid } = somebody()
    await chown(folder, uid, gid)
    const postgres = await startPostgres({ dataDir })
    expect((await stat(join(dataDir, 'postgres'))).uid).toBe(uid)
    expect(await ask(postgres.url, 'select 1')).toEqual(['1'])
    await postgres.stop()
  })

  test('every way to run without being root, one after the other on one cluster', async ({ skip }) => {
    skip(!isRoot, 'needs root')
    skip(!othersMayRead(), closedToOthers)
    // Nobody must be able to pass; the data folder itself stays closed.
    await chmod(folder, 0o711)
    for (const [round, index] of ['0', '1', '2', '3', '0'].entries()) {
      const { holder, url } = await hold(dataDir, index)
      await ask(url, 'create table if not exists kept (round int)')
      await ask(url, `insert into kept values (${round})`)
      expect(await ask(url, 'select count(*) from kept')).toEqual([String(round + 1)])
      const pid = await postmaster()
      await kill(holder)
      expect(await goneWithin(pid, 60_000)).toBe(true)
    }
  })
})
