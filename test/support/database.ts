import { randomBytes } from 'node:crypto'
import pg from 'pg'
import { inject } from 'vitest'
import { databaseIn, templateName } from './cluster.ts'

/** A database of the test file's own, cloned from the migrated template. */
export async function cloneDatabase(): Promise<{ url: string; drop(): Promise<void> }> {
  const cluster = inject('postgresUrl')
  const name = `t_${randomBytes(6).toString('hex')}`
  await asAdmin(cluster, `create database ${name} template ${templateName}`)
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
