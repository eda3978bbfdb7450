import { createHash } from 'node:crypto'
import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import type pg from 'pg'
import { Connection } from './connection.ts'
import { StartRefusal } from '../refusal.ts'
import { root } from '../root.ts'
import { reworded } from './reworded.ts'

/** Plain SQL files in the order of their names, each once, checksummed, under one lock so that nodes may start together. */

export interface Migration {
  readonly name: string
  readonly sql: string
  readonly checksum: string
}

const migrationsDir = join(root, 'db/migrations')

const lockKey = 7_238_415_001

export async function migrationNames(dir: string = migrationsDir): Promise<string[]> {
  return (await readdir(dir)).filter((name) => name.endsWith('.sql')).sort()
}

export async function readMigrations(dir: string = migrationsDir): Promise<Migration[]> {
  const names = await migrationNames(dir)
  return Promise.all(
    names.map(async (name) => {
      const sql = await readFile(join(dir, name), 'utf8')
      const checksum = createHash('sha256').update(sql).digest('hex')
      return { name, sql, checksum: reworded.get(checksum) ?? checksum }
    }),
  )
}

/** What the database has and these do not: the first by name, or null. */
export async function unknownMigration(pool: pg.Pool, known: ReadonlySet<string>): Promise<string | null> {
  const { rows } = await pool.query<{ name: string }>('select name from migration order by name')
  return rows.find(({ name }) => !known.has(name))?.name ?? null
}

/** Applies what is missing and returns the names applied. Each file is one transaction with its own row. */
export async function migrate(pool: pg.Pool, migrations?: readonly Migration[]): Promise<string[]> {
  const wanted = migrations ?? (await readMigrations())
  const client = await pool.connect()
  try {
    await refuseOldServer(client)
    if (client instanceof Connection) await client.takeYourTime()
    await client.query("set client_min_messages = 'warning'")
    await client.query('select pg_advisory_lock($1)', [lockKey])
    await client.query(`create table if not exists migration (
      name text primary key, checksum text not null, applied_at timestamptz not null default now())`)
    const { rows } = await client.query<{ name: string; checksum: string }>('select name, checksum from migration')
    const applied = new Map(rows.map((row) => [row.name, row.checksum]))
    refuseHistory(applied, wanted)
    const missing = wanted.filter(({ name }) => !applied.has(name))
    for (const migration of missing) await apply(client, migration)
    return missing.map(({ name }) => name)
  } finally {
    // The session's settings and its lock end with the connection.
    client.release(true)
  }
}

async function apply(client: pg.PoolClient, { name, sql, checksum }: Migration): Promise<void> {
  await client.query('begin')
  try {
    await client.query(sql)
    await client.query('insert into migration (name, checksum) values ($1, $2)', [name, checksum])
    await client.query('commit')
  } catch (error) {
    await client.query('rollback')
    throw new StartRefusal(`Migration ${name} failed and was undone: ${(error as Error).message}.`)
  }
}

async function refuseOldServer(client: pg.PoolClient): Promise<void> {
  const { rows } = await client.query<{ server_version_num: string }>('show server_version_num')
  const major = Math.floor(Number(rows[0]?.server_version_num) / 10_000)
  if (major < 15) throw new StartRefusal(`DATABASE_URL leads to PostgreSQL ${major}; Sublet needs 15 or newer.`)
}

function refuseHistory(applied: ReadonlyMap<string, string>, wanted: readonly Migration[]): void {
  const known = new Map(wanted.map(({ name, checksum }) => [name, checksum]))
  for (const [name, checksum] of applied) {
    if (!known.has(name))
      throw new StartRefusal(`The database was migrated by a newer Sublet (${name}); start that version.`)
    if (known.get(name) !== checksum)
      throw new StartRefusal(`Migration ${name} was changed after it was applied; migrations are append-only.`)
  }
}
