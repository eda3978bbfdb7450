import { InvalidArgumentError } from 'commander'
import { contextOf, inTransaction, system, type Context } from '../../kernel/context.ts'
import { readMigrations } from '../../kernel/db/migrate.ts'
import { StartRefusal } from '../../kernel/refusal.ts'
import { closeHouse, migrateHouse, openHouse, openSealed } from '../build.ts'
import { loadConfig } from '../config.ts'
import { databaseRefusal, openCommandDatabase } from '../database.ts'

/** What every command shares: the database, a context, an answer for people or for programs. */

export interface Output {
  readonly json?: boolean
}

/** Runs in one transaction as the actor "command line". */
export function change<T>(work: (ctx: Context) => Promise<T>): Promise<T> {
  return look((ctx) => inTransaction(ctx, work))
}

/** Whoever types a command waits for it: an audit of years of books takes as long as it takes. */
export async function look<T>(work: (ctx: Context) => Promise<T>, poolSize = 2): Promise<T> {
  const config = { ...loadConfig(), logLevel: 'silent', poolSize, statementTimeout: 0 }
  const database = await openCommandDatabase(config)
  try {
    const house = await openHouse(config, database.url)
    try {
      if (database.own) {
        await migrateHouse(house)
        await openSealed(house)
      } else await refuseOldSchema(() => house.pool.query<{ name: string }>('select name from migration'))
      await house.pulse.look()
      return await work(contextOf(house, { actor: system('command line') }))
    } finally {
      await closeHouse(house)
    }
  } finally {
    await database.close()
  }
}

async function refuseOldSchema(applied: () => Promise<{ rows: { name: string }[] }>): Promise<void> {
  const known = await applied().catch((error: NodeJS.ErrnoException) => {
    if (error.code === '42P01') return { rows: [] }
    throw databaseRefusal(error)
  })
  const names = new Set(known.rows.map((row) => row.name))
  if ((await readMigrations()).some(({ name }) => !names.has(name)))
    throw new StartRefusal('The database is not up to date: run "npx sublet migrate" first.')
}

/** For options and arguments that name something by its UUID. */
export function readUuid(text: string): string {
  if (!/^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i.test(text)) throw new InvalidArgumentError('It is not a UUID.')
  return text.toLowerCase()
}

export function print(output: Output, value: unknown, text: string): void {
  console.log(output.json ? JSON.stringify(value, null, 2) : text)
}

/** Columns wide enough for their longest cell; numbers to the right. */
export function table(head: readonly string[], rows: ReadonlyArray<ReadonlyArray<string | number | null>>): string {
  if (rows.length === 0) return '(none)'
  const cells = [head, ...rows.map((row) => row.map((cell) => (cell === null ? '–' : String(cell))))]
  const widths = head.map((_title, i) => Math.max(...cells.map((row) => row[i]?.length ?? 0)))
  const numeric = head.map((_title, i) => rows.every((row) => typeof row[i] === 'number'))
  const line = (row: readonly string[]) =>
    row
      .map((cell, i) => (numeric[i] ? cell.padStart(widths[i] ?? 0) : cell.padEnd(widths[i] ?? 0)))
      .join('  ')
      .trimEnd()
  return cells.map(line).join('\n')
}
