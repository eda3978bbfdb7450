import { mkdir, readdir, readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import type pg from 'pg'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { writeArchive } from '../../src/kernel/backup/archive.ts'
import { format, headName, readBackup } from '../../src/kernel/backup/manifest.ts'
import { Packer } from '../../src/kernel/backup/packer.ts'
import { openPool } from '../../src/kernel/db/pool.ts'
import { migrate, readMigrations } from '../../src/kernel/db/migrate.ts'
import { startPostgres } from '../../src/kernel/postgres/index.ts'
import { type Env, type Finished, Machine, postmasterOf } from '../support/server/server-process.ts'

/** Backups of a server that does not run, of other versions of the program, and those that cannot be made or used. */

const secret: Env = { SUBLET_SECRET_KEY: 'ab'.repeat(32) }
let machine: Machine
let dataDir: string
let file: string

const sublet = (args: readonly string[], folder: string, env: Env = secret): Promise<Finished> =>
  machine.command(args, { ...env, SUBLET_DATA_DIR: folder })

/** A folder whose database has been brought as far as that. */
async function madeFolder(work: (pool: pg.Pool) => Promise<void>): Promise<string> {
  const folder = machine.newFolder()
  const postgres = await startPostgres({ dataDir: folder, settings: { fsync: 'off' } })
  const pool = openPool(postgres.url, { poolSize: 1, statementTimeout: 60_000 })
  await work(pool)
  await pool.end()
  await postgres.stop()
  return folder
}

async function backedUp(folder: string): Promise<string> {
  const name = join(machine.folder, `${Math.random()}.tar.zst`)
  const { code, err } = await sublet(['backup', name, '--json'], folder)
  expect([code, err]).toEqual([0, ''])
  return name
}

beforeAll(async () => {
  machine = await Machine.open()
  dataDir = await madeFolder(async (pool) => void (await migrate(pool)))
  file = await backedUp(dataDir)
})
afterAll(() => machine.close())

/** Refused in one sentence, and the folder is as empty as before. */
async function refusal(name: string, env: Env = secret): Promise<string> {
  const folder = machine.newFolder()
  const { code, out, err } = await sublet(['restore', name, '--json'], folder, env)
  expect({ code, out, err }).toMatchObject({ code: 1, out: '', err: expect.not.stringMatching(/^\s+at /m) })
  expect(await readdir(folder).catch(() => [])).toEqual([])
  return err.trim()
}

async function changedFile(change: (bytes: Buffer) => Buffer): Promise<string> {
  const name = join(machine.folder, `${Math.random()}.tar.zst`)
  await writeFile(name, change(await readFile(file)))
  return name
}

describe('a file that is not whole', () => {
  test.each([
    ['cut in the middle', (bytes: Buffer) => bytes.subarray(0, bytes.length >> 1)],
    ['cut at its end', (bytes: Buffer) => bytes.subarray(0, -3)],
    ['changed near its begin', (bytes: Buffer) => flipped(bytes, 0.1)],
    ['changed in the middle', (bytes: Buffer) => flipped(bytes, 0.5)],
    ['changed near its end', (bytes: Buffer) => flipped(bytes, 0.99)],
    ['no backup at all', () => Buffer.from('Dear Sir or Madam')],
    ['empty', () => Buffer.alloc(0)],
  ])('%s is refused, with the place', async (_, change) => {
    await expect(readBackup(await changedFile(change))).rejects.toThrow(damaged)
  })

  test('leaves the folder empty', async () => {
    const [cut, changed] = [(bytes: Buffer) => bytes.subarray(0, -9), (bytes: Buffer) => flipped(bytes, 0.7)]
    for (const change of [cut, changed]) expect(await refusal(await changedFile(change))).toMatch(damaged)
  })
})

const damaged =
  /^.*\.tar\.zst (is damaged or cut off near byte \d+ of \d+ \(.+\)|is not as it was made: .+): take another backup\.$/

function flipped(bytes: Buffer, at: number): Buffer {
  const place = Math.floor(bytes.length * at)
  bytes[place] = (bytes[place] ?? 0) ^ 0xff
  return bytes
}

const head = {
  format,
  made_at: '2026-01-01T00:00:00.000Z',
  program: '0.0.9',
  postgres: 18,
  migrations: [],
  holds_secret_key: false,
}

/** A backup that says this of itself; what follows is not looked at. */
async function withHead(change: Partial<typeof head>): Promise<string> {
  const name = join(machine.folder, `${Math.random()}.tar.zst`)
  const packer = new Packer(() => undefined)
  const content = async function* () {
    yield* packer.bytes(headName, Buffer.from(JSON.stringify({ ...head, ...change })))
  }
  await writeArchive(name, content())
  return name
}

describe('other versions', () => {
  test('an older database is migrated', async () => {
    const all = await readMigrations()
    const older = await madeFolder(async (pool) => void (await migrate(pool, all.slice(0, -1))))
    await mkdir(join(older, 'compile-cache'))
    const backup = await backedUp(older)
    const folder = machine.newFolder()
    // Of the command itself, where it may write nowhere else.
    await mkdir(join(folder, 'compile-cache'), { recursive: true })
    const { code, out } = await sublet(['restore', backup, '--json'], folder)
    expect(code).toBe(0)
    expect(JSON.parse(out)).toMatchObject({ applied: [all.at(-1)?.name], breaches: [], holdings: { companies: 0 } })
    expect(await postmasterOf(folder)).toBeNull()
    expect((await sublet(['tenant', 'list'], folder)).out).toBe('(none)\n')
  })

  test('a newer database is refused before anything is unpacked', async () => {
    const newer = await madeFolder(async (pool) => {
      await migrate(pool)
      await pool.query(`insert into migration (name, checksum) values ('9999_later.sql', '')`)
    })
    expect(await refusal(await backedUp(newer))).toMatch(
      / was made by a newer Sublet \(9999_later\.sql\): restore it with that version\.$/,
    )
  })

  test('another PostgreSQL, another format, a key that was a setting', async () => {
    const said = [
      await refusal(await withHead({ postgres: 17 })),
      await refusal(await withHead({ format: 2 })),
      await refusal(await withHead({}), {}),
    ]
    expect(said).toEqual([
      expect.stringMatching(/is of PostgreSQL 17, and this Sublet brings 18: .*pg_dump.*pg_restore\.$/),
      expect.stringMatching(
        /is of format 2, and this Sublet reads 1: restore it with the version that made it \(0\.0\.9\)\.$/,
      ),
      expect.stringMatching(/holds no secret key, because it was a setting: set SUBLET_SECRET_KEY /),
    ])
  })
})

test('places where nothing is written', async () => {
  const full = machine.newFolder()
  await mkdir(full)
  await writeFile(join(full, 'letter.pdf'), '')
  const said = await Promise.all([
    sublet(['restore', file], full),
    sublet(['restore', join(machine.folder, 'nowhere')], machine.newFolder()),
    sublet(['backup', file], dataDir),
    sublet(['backup', join(dataDir, 'b.tar.zst')], dataDir),
    sublet(['backup', join(machine.folder, 'no', 'such', 'folder')], dataDir),
    sublet(['backup', join(machine.folder, 'nothing')], machine.newFolder()),
  ])
  expect(said.map(({ code, err }) => [code, err.trim()])).toEqual([
    [1, expect.stringMatching(/ is not empty \(letter\.pdf\): restore into one that is, /)],
    [1, expect.stringMatching(/nowhere cannot be read: ENOENT/)],
    [1, expect.stringMatching(/ exists already, and a backup replaces nothing: give another name\.$/)],
    [1, expect.stringMatching(/ is inside the data folder, /)],
    [1, expect.stringMatching(/^The backup cannot be written to .*ENOENT/)],
    [1, expect.stringMatching(/^There is nothing to back up: /)],
  ])
  expect(await readdir(full)).toEqual(['letter.pdf'])
  expect((await readdir(machine.folder)).filter((name) => name.endsWith('.part'))).toEqual([])
})

test('a database of DATABASE_URL has tools of its own', async () => {
  const env = { ...secret, DATABASE_URL: 'postgresql://x@127.0.0.1:1/x' }
  const said = [await sublet(['backup', 'x'], dataDir, env), await sublet(['restore', 'x'], dataDir, env)]
  expect(said.map(({ code, err }) => [code, err])).toEqual([
    [
      1,
      expect.stringMatching(
        /^DATABASE_URL names a PostgreSQL of yours: .*pg_dump.*pg_basebackup.*SUBLET_SECRET_KEY.*\.\n$/,
      ),
    ],
    [1, expect.stringMatching(/^DATABASE_URL names a PostgreSQL of yours: .*pg_restore.*"npx sublet audit"\.\n$/)],
  ])
})
