import { randomBytes } from 'node:crypto'
import pg from 'pg'
import { inject } from 'vitest'
import { databaseIn, templateName } from './cluster.ts'

export interface TestDatabase {
  readonly url: string
  drop(): Promise<void>
}

/** A database of the test file's own, cloned from the migrated template. */
export function cloneDatabase(): Promise<TestDatabase> {
  return createDatabase(`template ${templateName} strategy file_copy`)
}

/** One that nobody has migrated yet. */
export function emptyDatabase(cluster?: string): Promise<TestDatabase> {
  return createDatabase('', cluster)
}

async function createDatabase(like: string, cluster: string = inject('postgresUrl')): Promise<TestDatabase> {
  const name = `t_${randomBytes(6).toString('hex')}`
  await asAdmin(cluster, `create database ${name} ${like}`)
  return {
    url: databaseIn(cluster, name),
    drop: () => asAdmin(cluster, `drop database if exists ${name} with (force)`),
  }
}

/**
 * A test's own eyes on a database. Whatever kills the database or drops it under them is no news to the test: a pool says
 * that it has ended before its connections have closed, and without a listener the last word of one would be an exception.
 */
export function eyesOn(url: string | undefined, connections: number): pg.Pool {
  const eyes = new pg.Pool({ connectionString: url, max: connections })
  eyes.on('error', () => undefined)
  return eyes
}

async function asAdmin(cluster: string, statement: string): Promise<void> {
  const admin = new pg.Client({ connectionString: cluster })
  await admin.connect()
  try {
    await admin.query(statement)
  } finally {
    await admin.end()
  }
}
