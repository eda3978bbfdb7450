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
  return createDatabase(`template ${templateName}`)
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

async function asAdmin(cluster: string, statement: string): Promise<void> {
  const admin = new pg.Client({ connectionString: cluster })
  await admin.connect()
  try {
    await admin.query(statement)
  } finally {
    await admin.end()
  }
}
