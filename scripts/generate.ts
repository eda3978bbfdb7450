import { mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { readCatalogue } from '../src/kernel/db/catalogue.ts'
import { openPool } from '../src/kernel/db/pool.ts'
import { migrate } from '../src/kernel/db/migrate.ts'
import { startPostgres } from '../src/kernel/postgres/index.ts'
import { rowTypes } from './generate/rows.ts'
import { schemaSql } from './generate/schema.ts'

/** Writes every generated file; with --check only says which are stale, and exits 1 if any is. */

const root = join(import.meta.dirname, '..')

async function generateDatabaseFiles(): Promise<Record<string, string>> {
  const dataDir = await mkdtemp(join(tmpdir(), 'sublet-generate-'))
  const postgres = await startPostgres({ dataDir, settings: { fsync: 'off' } })
  const pool = openPool(postgres.url, { poolSize: 2, statementTimeout: 60_000 })
  try {
    await migrate(pool)
    const catalogue = await readCatalogue(pool)
    return { 'src/kernel/db/rows.gen.ts': rowTypes(catalogue), 'db/schema.sql': schemaSql(catalogue) }
  } finally {
    await pool.end()
    await postgres.stop()
    await rm(dataDir, { recursive: true, force: true })
  }
}

/** Imported late: the server's types come from a file that this script writes first. */
async function generateDocuments(): Promise<Record<string, string>> {
  const { documents } = await import('./generate/documents.ts')
  return documents()
}

async function settle(files: Record<string, string>, check: boolean): Promise<string[]> {
  const stale: string[] = []
  for (const [name, text] of Object.entries(files)) {
    const path = join(root, name)
    const present = await readFile(path, 'utf8').catch(() => '')
    if (present === text) continue
    stale.push(name)
    if (check) continue
    await mkdir(dirname(path), { recursive: true })
    await writeFile(path, text)
  }
  return stale
}

const check = process.argv.includes('--check')
const changed = await settle(await generateDatabaseFiles(), check)
if (!process.argv.includes('--rows')) changed.push(...(await settle(await generateDocuments(), check)))
for (const name of changed) console.log(check ? `stale: ${name} (npm run generate)` : `wrote ${name}`)
if (check && changed.length > 0) process.exit(1)
