import { resolve } from 'node:path'
import { Command } from 'commander'
import type { BackupHead, ReadBackup } from '../../kernel/backup/manifest.ts'
import type { Config } from '../../kernel/config.ts'
import { loadConfig } from '../config.ts'
import { contextOf, system } from '../../kernel/context.ts'
import { readMigrations } from '../../kernel/db/migrate.ts'
import { prepareDataFolder } from '../../kernel/postgres/folders.ts'
import { readyForCluster } from '../../kernel/postgres/index.ts'
import { StartRefusal } from '../../kernel/refusal.ts'
import { clear, prepareAside, takePlace, unpack } from '../../kernel/backup/restore.ts'
import { closeHouse, migrateHouse, openHouse, openSealed } from '../build.ts'
import { databaseRefusal, openServerDatabase } from '../database.ts'
import { countHoldings, type Holdings } from '../holdings.store.ts'
import { checkInvariants, type InvariantResult } from '../invariants.ts'
import { print, type Output } from './run.ts'
import { stepLines, type Steps } from './steps.ts'

export function restoreCommand(): Command {
  return new Command('restore')
    .description('bring a backup back into an empty data folder, and check every promise; exits 1 when one is broken')
    .argument('<file>', 'what "npx sublet backup" made')
    .option('--json', 'print JSON')
    .action(async (name: string, options: Output) => {
      const config = { ...loadConfig(), logLevel: 'silent', poolSize: 2, statementTimeout: 0 }
      if (config.databaseUrl !== null)
        throw new StartRefusal(
          'DATABASE_URL names a PostgreSQL of yours: load a dump with pg_restore, or start on a folder that pg_basebackup made; set the same SUBLET_SECRET_KEY, then run "npx sublet migrate" and "npx sublet audit".',
        )
      const restored = await restore(config, resolve(name), options.json ? () => undefined : stepLines(process.stderr))
      print(options, answerOf(restored), summary(restored))
      if (restored.results.some(({ ok }) => !ok)) process.exitCode = 1
    })
}

interface Restored extends Checked, ReadBackup {
  readonly dataFolder: string
}

async function restore(config: Config, file: string, say: Steps): Promise<Restored> {
  const dataFolder = await prepareDataFolder(config.dataDir)
  const aside = await prepareAside(dataFolder)
  try {
    const major = await readyForCluster(dataFolder)
    let done = 0
    const read = (bytes: number) => say('Unpacking', (done += bytes))
    const backup = await unpack({ file, aside, read, admit: (head) => admit(config, file, head, major) })
    const checked = await recover({ ...config, dataDir: aside }, say)
    await takePlace(aside, dataFolder)
    return { ...backup, ...checked, dataFolder }
  } catch (error) {
    await clear(aside)
    throw error
  }
}

async function admit(config: Config, file: string, head: BackupHead, major: number): Promise<void> {
  if (head.postgres !== major)
    throw new StartRefusal(
      `${file} is of PostgreSQL ${head.postgres}, and this Sublet brings ${major}: restore it with the version that made it (${head.program}), dump that with pg_dump, and load the dump with pg_restore.`,
    )
  const known = new Set((await readMigrations()).map(({ name }) => name))
  const unknown = head.migrations.find((name) => !known.has(name))
  if (unknown !== undefined)
    throw new StartRefusal(`${file} was made by a newer Sublet (${unknown}): restore it with that version.`)
  if (!head.holds_secret_key && config.secretKey === null)
    throw new StartRefusal(
      `${file} holds no secret key, because it was a setting: set SUBLET_SECRET_KEY to the one it was made under.`,
    )
}

interface Checked {
  readonly applied: readonly string[]
  readonly results: readonly InvariantResult[]
  readonly holdings: Holdings
}

/** Nothing is done that reaches outside: what is due waits for the next start. */
async function recover(config: Config, say: Steps): Promise<Checked> {
  say('Recovering')
  const database = await openServerDatabase(config, () => undefined)
  try {
    const house = await openHouse(config, database.url)
    try {
      const applied = await migrateHouse(house)
      // Refuses a secret key that is not theirs.
      await openSealed(house)
      say('Checking every promise')
      const ctx = contextOf(house, { actor: system('command line') })
      return { applied, results: await checkInvariants(ctx), holdings: await countHoldings(ctx) }
    } finally {
      await closeHouse(house)
    }
  } catch (error) {
    throw databaseRefusal(error)
  } finally {
    await database.close()
  }
}

const breachesOf = (results: readonly InvariantResult[]): string[] =>
  results.flatMap(({ name, breaches }) => breaches.map((breach) => `${name}: ${breach}`))

const answerOf = ({ dataFolder, head, files, applied, holdings, results }: Restored) => ({
  data_dir: dataFolder,
  made_at: head.made_at,
  files: files.length,
  applied,
  holdings,
  promises: results.length,
  breaches: breachesOf(results),
})

function summary({ dataFolder, head, applied, holdings, results }: Restored): string {
  const { companies, people, leases, letters, orders, invoices, ...waiting } = holdings
  const breaches = breachesOf(results)
  return [
    `${dataFolder} is as it was at ${head.made_at}, or a little later.`,
    ...(applied.length > 0 ? [`Applied ${applied.join(', ')}.`] : []),
    counted({ companies, people, leases, letters, orders, invoices }),
    `The next start will do what waits: ${counted(waiting)}`,
    breaches.length === 0 ? `All ${results.length} promises are kept.` : 'BROKEN',
    ...breaches,
  ].join('\n')
}

const counted = (counts: Readonly<Record<string, number>>): string =>
  `${Object.entries(counts)
    .map(([name, count]) => `${count.toLocaleString('en')} ${name.replaceAll('_', ' ')}`)
    .join(', ')}.`
