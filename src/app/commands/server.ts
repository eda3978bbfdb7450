import { Command } from 'commander'
import { loadConfig, printable } from '../config.ts'
import { StartRefusal } from '../../kernel/refusal.ts'
import { closeHouse, migrateHouse, openHouse } from '../build.ts'
import { databaseRefusal, openCommandDatabase } from '../database.ts'
import { print, table, type Output } from './run.ts'

export function startCommand(): Command {
  return new Command('start')
    .description('serve the API, the documents and the portal until Ctrl-C')
    .option('--json', 'only JSON lines on the output')
    .action(async (output: Output) => {
      const { main } = await import('../main.ts')
      await main(output)
    })
}

/** All that a start would otherwise write beside its sources: a tree that was built may be read-only. */
export function buildCommand(): Command {
  return new Command('build')
    .alias('build-portal')
    .description(
      'make what a start needs beside its sources, which may then be read-only: portal, bundle, links for PostgreSQL',
    )
    .action(async () => {
      const { cannotBuild, preparePortal } = await import('../portal.ts')
      const done = await preparePortal(console.error)
      if (done === 'unable') throw new StartRefusal(cannotBuild)
      const { findBinaries } = await import('../../kernel/postgres/binaries.ts')
      // Who has a PostgreSQL of their own may have left the embedded one out.
      await findBinaries().catch((error: unknown) => {
        if (!(error instanceof StartRefusal)) throw error
        console.error(error.message)
      })
      console.log(done === 'built' ? 'The portal is built.' : 'The portal is up to date.')
    })
}

export function migrateCommand(): Command {
  return new Command('migrate')
    .description('bring the database up to date')
    .option('--json', 'print JSON')
    .action(async (output: Output) => {
      const config = { ...loadConfig(), logLevel: 'silent' }
      const database = await openCommandDatabase(config)
      const house = await openHouse(config, database.url)
      try {
        const applied = await migrateHouse(house).catch((error: unknown) => {
          throw databaseRefusal(error)
        })
        print(
          output,
          { applied },
          applied.length > 0 ? `Applied ${applied.join(', ')}.` : 'The database is up to date.',
        )
      } finally {
        await closeHouse(house)
        await database.close()
      }
    })
}

export function settingsCommand(): Command {
  return new Command('settings')
    .description('show the settings in force; secrets as ***')
    .option('--json', 'print JSON')
    .action((output: Output) => {
      const settings = printable(loadConfig())
      const rows = Object.entries(settings).map(
        ([name, value]) => [name, value === null ? null : JSON.stringify(value)] as const,
      )
      print(output, settings, table(['setting', 'value'], rows))
    })
}
