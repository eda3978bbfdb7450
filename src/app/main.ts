import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { fillDemoWorld, readDemoCredentials } from '../../db/demo.ts'
import { stopwatch } from '../kernel/clock.ts'
import { contextOf, system, type Context } from '../kernel/context.ts'
import { health } from '../kernel/health.ts'
import type { House } from '../kernel/house.ts'
import { runJobsOnce } from '../kernel/work/jobs.ts'
import { offerFirstRun } from '../identity/index.ts'
import { openLog, openLogOf, type Log } from '../kernel/log.ts'
import type { Config } from '../kernel/config.ts'
import { banner } from './banner.ts'
import { closeHouse, migrateHouse, openHouse, openSealed, startApp, stopApp } from './build.ts'
import { loadConfig } from './config.ts'
import { databaseRefusal, openServerDatabase } from './database.ts'
import { explainPort, withFreePort } from './port.ts'
import { jobs } from './schedule.ts'
import { codeOf, endWithin } from './stop.ts'

/** Starts the server and stops it: the order of things, and a sentence for each way it can fail. */

/** A signal within this time of the first is its echo: npm and npx pass on what a terminal has sent to all. */
const echo = 1_000

export interface Output {
  readonly json?: boolean
}

export async function main(output: Output = {}): Promise<void> {
  const config = await withFreePort(loadConfig())
  const log = config.processes === 1 ? openLog(config) : openLogOf(config)
  const database = await openServerDatabase(config, (line) => log.warn({}, line))
  try {
    await (config.processes === 1 ? serveAlone : serveTogether)(config, database.url, log, output)
  } finally {
    await database.close()
  }
}

async function serveAlone(config: Config, databaseUrl: string, log: Log, output: Output): Promise<void> {
  const house = await openHouse(config, databaseUrl, log)
  try {
    await serve(house, output)
  } finally {
    await closeHouse(house)
  }
}

/** This process keeps the data folder and the port; others serve. */
async function serveTogether(config: Config, databaseUrl: string, log: Log, output: Output): Promise<void> {
  const house = await openHouse(config, databaseUrl, log)
  let said = ''
  try {
    const ctx = await furnish(house)
    if (!output.json) said = await bannerOf(ctx)
  } finally {
    await closeHouse(house)
  }
  const asked = untilAsked()
  const { FirstProcess } = await import('./processes/first-process.ts')
  const first = new FirstProcess(config, databaseUrl, log)
  await first.begin().catch((error: unknown) => explainPort(error, config))
  if (output.json) log.info({ url: config.publicUrl }, 'ready')
  else console.log(said)
  await Promise.race([asked, first.overtaken])
  process.exitCode = await first.stop()
}

/**
 * Makes a new data folder, database and demo world, does what that put off, and lets go of it again: work of a first start that the process
 * which then serves should not carry the memory of. What goes wrong here goes wrong there again, and is explained there.
 */
export async function furnishNewFolder(): Promise<void> {
  const config = { ...loadConfig(), logLevel: 'silent' }
  if (!config.embedded || existsSync(join(config.dataDir, 'postgres'))) return
  await withFreePort(config)
  const database = await openServerDatabase(config, () => undefined)
  try {
    const house = await openHouse(config, database.url)
    await furnish(house)
    await runJobsOnce(house, jobs)
    await closeHouse(house)
  } finally {
    await database.close()
  }
}

async function furnish(house: House): Promise<Context> {
  await migrateHouse(house).catch((error: unknown) => {
    throw databaseRefusal(error)
  })
  await openSealed(house)
  const ctx = contextOf(house, { actor: system('start') })
  if (house.config.demo) await fillDemoWorld(ctx)
  return ctx
}

async function bannerOf(ctx: Context): Promise<string> {
  const { config } = ctx.house
  return config.demo ? banner(config, await readDemoCredentials(ctx)) : banner(config, null, await offerFirstRun(ctx))
}

async function serve(house: House, output: Output): Promise<void> {
  const { config, log } = house
  const ctx = await furnish(house)
  // Listened for before anyone can know that we serve: who asks at once is heard, too.
  const asked = untilAsked()
  const app = await startApp(house).catch((error: unknown) => explainPort(error, config))
  if (output.json) log.info({ url: config.publicUrl }, 'ready')
  else console.log(await bannerOf(ctx))
  await Promise.race([asked, untilOvertaken(house)])
  endWithin(house)
  await stopApp(house, app)
  process.exitCode = codeOf(house)
}

/** Somebody has started a newer version: that one serves from now on, and our statements may fit no longer. */
async function untilOvertaken(house: House): Promise<void> {
  const migration = await health({ house }).overtaken
  house.log.warn({ migration }, 'The database was migrated by a newer Sublet: this node drains and ends.')
}

/** The first signal asks us to drain; a second one ends us at once. */
function untilAsked(): Promise<void> {
  return new Promise((resolve) => {
    let askedAt: number | null = null
    const asked = (code: number) => (): void => {
      if (askedAt === null) resolve()
      else if (stopwatch() - askedAt > echo) process.exit(code)
      askedAt ??= stopwatch()
    }
    process.on('SIGINT', asked(130))
    process.on('SIGTERM', asked(143))
  })
}
