import { createHash } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import type pg from 'pg'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { openPool } from '../../../src/kernel/db/pool.ts'
import { migrate, readMigrations, type Migration } from '../../../src/kernel/db/migrate.ts'
import { reworded } from '../../../src/kernel/db/reworded.ts'
import { StartRefusal } from '../../../src/kernel/refusal.ts'
import { cloneDatabase } from '../../support/database.ts'

let pool: pg.Pool
let drop: () => Promise<void>
beforeEach(async () => {
  const database = await cloneDatabase()
  pool = openPool(database.url, { poolSize: 6, statementTimeout: 10_000 })
  drop = () => database.drop()
})
afterEach(async () => {
  await pool.end()
  await drop()
})

const written = (name: string, sql: string): Migration => ({
  name,
  sql,
  checksum: createHash('sha256').update(sql).digest('hex'),
})

/** The real ones, which the database has, and then these. */
async function withMore(...more: Migration[]): Promise<Migration[]> {
  return [...(await readMigrations()), ...more]
}

async function tableExists(name: string): Promise<boolean> {
  const { rows } = await pool.query<{ found: string | null }>('select to_regclass($1)::text as found', [name])
  return rows[0]?.found !== null
}

describe('migrations', () => {
  it('are applied once, and then not again', async () => {
    expect(await migrate(pool)).toEqual([])
    const wanted = await withMore(written('9001_test_a.sql', 'create table test_a (a int)'))
    expect(await migrate(pool, wanted)).toEqual(['9001_test_a.sql'])
    expect(await migrate(pool, wanted)).toEqual([])
  })

  it('are applied once, though several nodes start together', async () => {
    const wanted = await withMore(
      written('9001_test_a.sql', 'create table test_a (a int); select pg_sleep(0.2)'),
      written('9002_test_b.sql', 'create table test_b (a int)'),
    )
    const applied = await Promise.all([migrate(pool, wanted), migrate(pool, wanted), migrate(pool, wanted)])
    expect(applied.flat().toSorted()).toEqual(['9001_test_a.sql', '9002_test_b.sql'])
  })

  it('that were changed after they were applied are refused', async () => {
    await migrate(pool, await withMore(written('9001_test_a.sql', 'create table test_a (a int)')))
    const changed = await withMore(written('9001_test_a.sql', 'create table test_a (a bigint)'))
    await expect(migrate(pool, changed)).rejects.toThrow(StartRefusal)
    await expect(migrate(pool, changed)).rejects.toThrow(/9001_test_a\.sql was changed.*append-only/)
  })

  it('that had to be said otherwise stand for what they said first, and for nothing else', async () => {
    const known = new Map((await readMigrations()).map(({ name, checksum }) => [name, checksum]))
    const files = await Promise.all(
      [...known.keys()].map(async (name) => ({ name, sql: await readFile(`db/migrations/${name}`, 'utf8') })),
    )
    const others = files
      .map(({ name, sql }) => written(name, sql))
      .filter(({ name, checksum }) => known.get(name) !== checksum)
    expect(others.map(({ name }) => name)).toEqual(['0067_kernel_audit_deeds.sql'])
    expect(others.map(({ checksum }) => reworded.get(checksum))).toEqual(others.map(({ name }) => known.get(name)))
    expect([...reworded.keys()]).toEqual(others.map(({ checksum }) => checksum))
    // As a database has it that was migrated before.
    const { rows } = await pool.query('select checksum from migration where name = $1', ['0067_kernel_audit_deeds.sql'])
    expect(rows).toEqual([{ checksum: 'f8a34b3b6e8cbb7b3d591cd279b07630a70af48d19486e74f3041a3bf74625f1' }])
  })

  it('of a newer version are refused', async () => {
    await migrate(pool, await withMore(written('9009_test_future.sql', 'select 1')))
    await expect(migrate(pool)).rejects.toThrow(/newer Sublet \(9009_test_future\.sql\)/)
  })

  it('that fail are undone whole, those before them stay, and a corrected one goes on', async () => {
    const first = written('9001_test_a.sql', 'create table test_a (a int)')
    const broken = written('9002_test_b.sql', 'create table test_b (a int); select nonsense()')
    await expect(migrate(pool, await withMore(first, broken))).rejects.toThrow(/9002_test_b\.sql failed and was undone/)
    expect([await tableExists('test_a'), await tableExists('test_b')]).toEqual([true, false])
    const corrected = written('9002_test_b.sql', 'create table test_b (a int)')
    expect(await migrate(pool, await withMore(first, corrected))).toEqual(['9002_test_b.sql'])
  })

  it('leave the pool as it was: no lock held, no time-out lifted', async () => {
    await expect(migrate(pool, await withMore(written('9001_test_a.sql', 'nonsense')))).rejects.toThrow(/undone/)
    await migrate(pool)
    const left = async () => {
      const { rows } = await pool.query<{ locks: number; timeout: string }>(
        `select (select count(*) from pg_locks where locktype = 'advisory' and database =
           (select oid from pg_database where datname = current_database())) as locks,
           current_setting('statement_timeout') as timeout`,
      )
      return rows
    }
    // The lock ends with its connection, and PostgreSQL takes a moment to see that one go.
    await expect.poll(left, { timeout: 60_000 }).toEqual([{ locks: 0, timeout: '10s' }])
  })

  it('are named in their order', async () => {
    const names = (await readMigrations()).map(({ name }) => name)
    for (const name of names) expect(name).toMatch(/^\d{4}_[a-z]+(_[a-z0-9]+)*\.sql$/)
    expect(names).toEqual(names.toSorted())
  })
})
