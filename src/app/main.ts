import { createServer } from 'node:net'
import { fillDemoWorld, readDemoCredentials } from '../../db/demo.ts'
import { loadConfig, type Config } from '../kernel/config.ts'
import { contextOf, system } from '../kernel/context.ts'
import { openLog } from '../kernel/log.ts'
import { StartRefusal } from '../kernel/refusal.ts'
import { banner } from './banner.ts'
import { migrateHouse, openHouse, startApp, stopApp } from './build.ts'
import { openServerDatabase } from './database.ts'

/** Starts the server and stops it: the order of things, and a sentence for each way it can fail. */

const longestStop = 9_500

export async function main(output: { json?: boolean } = {}): Promise<void> {
  const config = await withPort(loadConfig())
  const log = openLog(config)
  const database = await openServerDatabase(config, (line) => log.warn({}, line))
  try {
    const house = await openHouse(config, database.url, log)
    await migrateHouse(house).catch(explainDatabase)
    const ctx = contextOf(house, { actor: system('start') })
    if (config.demo) await fillDemoWorld(ctx)
    const app = await startApp(house).catch((error: unknown) => explainPort(error, config))
    if (output.json) log.info({ url: config.publicUrl }, 'ready')
    else console.log(banner(config, config.demo ? await readDemoCredentials(ctx) : null))
    await untilAsked()
    const late = setTimeout(() => process.exit(1), longestStop)
    await stopApp(house, app)
    await database.close()
    clearTimeout(late)
  } catch (error) {
    await database.close()
    throw error
  }
}

/** Port 0 means any: it is chosen before anything needs to know our address. */
async function withPort(config: Config): Promise<Config> {
  if (config.port !== 0) return config
  const port = await new Promise<number>((resolve, reject) => {
    const probe = createServer().once('error', reject)
    probe.listen(0, config.host, () => {
      const address = probe.address()
      probe.close(() => resolve(typeof address === 'object' && address ? address.port : 0))
    })
  })
  return { ...config, port, publicUrl: config.publicUrl.replace(/:0$/, `:${port}`) }
}

/** The first signal asks us to drain; a second one ends us at once. */
function untilAsked(): Promise<void> {
  return new Promise((resolve) => {
    const asked = (): void => {
      process.once('SIGINT', () => process.exit(130))
      process.once('SIGTERM', () => process.exit(143))
      resolve()
    }
    process.once('SIGINT', asked)
    process.once('SIGTERM', asked)
  })
}

function explainPort(error: unknown, { host, port }: Config): never {
  const { code } = error as NodeJS.ErrnoException
  if (code === 'EADDRINUSE')
    throw new StartRefusal(`Port ${port} on ${host} is in use: stop the other program, or set another SUBLET_PORT.`)
  if (code === 'EACCES')
    throw new StartRefusal(`Port ${port} needs a permission this user lacks: set SUBLET_PORT to one above 1023.`)
  if (code === 'EADDRNOTAVAIL' || code === 'ENOTFOUND')
    throw new StartRefusal(`${host} is not an address of this machine: correct SUBLET_HOST.`)
  throw error
}

function explainDatabase(error: unknown): never {
  if (error instanceof StartRefusal) throw error
  const { code, message } = error as NodeJS.ErrnoException
  throw new StartRefusal(`The database of DATABASE_URL cannot be used${code ? ` (${code})` : ''}: ${message}`)
}
