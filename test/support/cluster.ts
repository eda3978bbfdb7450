import { mkdtemp, rm } from 'node:fs/promises'
import { join } from 'node:path'
import pg from 'pg'
import type { TestProject } from 'vitest/node'
import { closeHouse, migrateHouse, openHouse } from '../../src/app/build.ts'
import { readConfig } from '../../src/app/config.ts'
import { startPostgres } from '../../src/kernel/postgres/index.ts'
import { forgetProvoked } from './conformance.ts'
import { quickFolder } from './quick-folder.ts'

declare module 'vitest' {
  interface ProvidedContext {
    /** A PostgreSQL for tests; every test file makes a database of its own in it. */
    postgresUrl: string
    /** Where the first test that wants a data folder with the demo world makes it, for all to copy. */
    demoTemplate: string
  }
}

export const templateName = 'sublet_template'

/** One PostgreSQL for all tests, started the way the product starts it. Nothing in it is worth a disk write. */
export default async function setup(project: TestProject): Promise<() => Promise<void>> {
  forgetProvoked()
  const dataDir = await mkdtemp(join(quickFolder(), 'sublet-test-'))
  const postgres = await startPostgres({
    dataDir,
    settings: { fsync: 'off', synchronous_commit: 'off', full_page_writes: 'off', max_connections: '400' },
  })
  await makeTemplate(postgres.url, dataDir)
  project.provide('postgresUrl', postgres.url)
  const demoTemplate = `${dataDir}-demo`
  project.provide('demoTemplate', demoTemplate)
  return async () => {
    await postgres.stop()
    for (const folder of [dataDir, demoTemplate]) await rm(folder, { recursive: true, force: true })
  }
}

/** Migrated once; test files clone it. */
async function makeTemplate(url: string, dataDir: string): Promise<void> {
  const admin = new pg.Client({ connectionString: url })
  await admin.connect()
  await admin.query(`create database ${templateName}`)
  await admin.end()
  const config = readConfig({ SUBLET_DATA_DIR: dataDir, SUBLET_LOG_LEVEL: 'silent' })
  const house = await openHouse(config, databaseIn(url, templateName))
  await migrateHouse(house)
  await closeHouse(house)
}

/** The address of another database of the same PostgreSQL. */
export function databaseIn(url: string, name: string): string {
  return url.replace(/\/sublet\?/, `/${name}?`)
}
