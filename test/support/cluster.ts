import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

import type { TestProject } from 'vitest/node'

import { startPostgres } from '../../src/kernel/postgres.ts'

declare module 'vitest' {
  interface ProvidedContext {
    /** A PostgreSQL for tests; every test file makes a database of its own in it. */
    postgresUrl: string
  }
}

/** One PostgreSQL per project of tests, started the way the product starts it. Nothing in it is worth a disk write. */
export default async function setup(project: TestProject): Promise<() => Promise<void>> {
  const dataDir = await mkdtemp(join(tmpdir(), 'sublet-test-'))
  const postgres = await startPostgres({
    dataDir,
    settings: { fsync: 'off', synchronous_commit: 'off', full_page_writes: 'off' },
  })
  project.provide('postgresUrl', postgres.url)
  return async () => {
    await postgres.stop()
    await rm(dataDir, { recursive: true, force: true })
  }
}
