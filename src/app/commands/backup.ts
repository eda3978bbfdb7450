import { existsSync } from 'node:fs'
import { realpath, stat } from 'node:fs/promises'
import { basename, dirname, join, relative, resolve } from 'node:path'
import { Command } from 'commander'
import { alreadyThere, type Backup, type BackupProgress, backUp } from '../../kernel/backup/backup.ts'
import { stopwatch } from '../../kernel/clock.ts'
import type { Config } from '../../kernel/config.ts'
import { loadConfig } from '../config.ts'
import { StartRefusal } from '../../kernel/refusal.ts'
import { version } from '../../kernel/version.ts'
import { databaseRefusal, openCommandDatabase } from '../database.ts'
import { print, type Output } from './run.ts'
import { megabytes, stepLines } from './steps.ts'

export function backupCommand(): Command {
  return new Command('backup')
    .description('copy the whole data folder into one file, while the server runs or not')
    .argument('<file>', 'a name that is free, outside the data folder; ".tar.zst" says what it will be')
    .option('--json', 'print JSON')
    .addHelpText('after', '\nThe file holds the secret key: keep it as safe as the data folder.')
    .action(async (name: string, options: Output) => {
      const config = loadConfig()
      if (config.databaseUrl !== null)
        throw new StartRefusal(
          `DATABASE_URL names a PostgreSQL of yours: back it up with pg_dump --format=custom (this database) or pg_basebackup (the whole server), and keep ${config.secretKey === null ? join(config.dataDir, 'secret.key') : 'SUBLET_SECRET_KEY'} with it.`,
        )
      const dataFolder = await folderToBackUp(config)
      const file = await freeName(name, dataFolder)
      const startedAt = stopwatch()
      const made = await make(config, dataFolder, file, options)
      const notes = notesOn(config, dataFolder, made)
      const seconds = (stopwatch() - startedAt) / 1_000
      print(options, answerOf(file, made, notes), summary(file, made, notes, seconds))
    })
}

async function folderToBackUp({ dataDir }: Config): Promise<string> {
  try {
    await stat(join(dataDir, 'postgres', 'PG_VERSION'))
    return await realpath(dataDir)
  } catch (error) {
    const { code, message } = error as NodeJS.ErrnoException
    throw new StartRefusal(
      code === 'ENOENT'
        ? `There is nothing to back up: no database is in ${dataDir} (SUBLET_DATA_DIR).`
        : `The data folder ${dataDir} cannot be read: ${message}.`,
    )
  }
}

async function freeName(name: string, dataFolder: string): Promise<string> {
  const folder = await realpath(dirname(resolve(name))).catch((error: Error) => {
    throw new StartRefusal(`The backup cannot be written to ${name}: ${error.message}.`)
  })
  const file = join(folder, basename(resolve(name)))
  if (existsSync(file)) throw alreadyThere(file)
  if (!/^(\.\.|\/)/.test(relative(dataFolder, file)))
    throw new StartRefusal(`${file} is inside the data folder, and would be lost with it: give a name elsewhere.`)
  return file
}

const words: Record<BackupProgress['step'], string> = {
  checkpoint: 'Waiting for a checkpoint',
  copying: 'Copying',
  checking: 'Reading it back',
}

async function make(config: Config, dataFolder: string, file: string, { json }: Output): Promise<Backup> {
  const say = json ? () => undefined : stepLines(process.stderr)
  const show = ({ step, done, total }: BackupProgress) => say(words[step], done, total)
  const database = await openCommandDatabase(config).catch((error: unknown) => {
    throw databaseRefusal(error)
  })
  try {
    return await backUp({ dataFolder, url: database.url, file, program: version, show })
  } finally {
    await database.close()
  }
}

/** What is needed to come back and is not in it. */
function notesOn({ snapshotStorage, snapshotDir }: Config, dataFolder: string, { head }: Backup): string[] {
  const notes: string[] = []
  if (!head.holds_secret_key)
    notes.push('The secret key is a setting and not in the backup: keep SUBLET_SECRET_KEY with it.')
  if (snapshotStorage === 'files' && relative(dataFolder, snapshotDir).startsWith('..'))
    notes.push(`Network data in ${snapshotDir} is not in the backup: copy it, or import it anew.`)
  return notes
}

const answerOf = (file: string, { bytes, sha256, files, unpacked, head }: Backup, notes: readonly string[]) => ({
  file,
  bytes,
  sha256,
  files,
  unpacked_bytes: unpacked,
  made_at: head.made_at,
  postgres: head.postgres,
  holds_secret_key: head.holds_secret_key,
  notes,
})

function summary(file: string, made: Backup, notes: readonly string[], seconds: number): string {
  const { bytes, files, unpacked, sha256 } = made
  return [
    `${file}: ${files.toLocaleString('en')} files, ${megabytes(unpacked)} packed into ${megabytes(bytes)} in ${seconds.toFixed(1)} s, read back whole.`,
    `SHA-256 ${sha256}`,
    ...notes,
  ].join('\n')
}
