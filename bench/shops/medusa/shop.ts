import { execFile, spawn, type ChildProcess } from 'node:child_process'
import { randomUUID } from 'node:crypto'
import { cp, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { freePort, stopNode, untilAnswered } from '../../sublet.ts'
import type { Database, ShopKind } from '../shop.ts'
import { Shopper, type Known } from './shopper.ts'

/** Medusa's own command line makes the tables, furnishes the shop and serves it, in one process. */

const commandLine = 'node_modules/@medusajs/cli/cli.js'
const version = '2.21.2'

/** One of the libraries that read the address of the database takes the socket's folder only where a host stands. */
const urlOf = ({ user, host, port, name }: Database): string =>
  `postgresql://${user}@${encodeURIComponent(host)}:${port}/${name}`

const settings = (database: Database) => ({
  ...process.env,
  NODE_ENV: 'production',
  // Otherwise each request is a line.
  LOG_LEVEL: 'warn',
  MEDUSA_DISABLE_TELEMETRY: 'true',
  DATABASE_URL: urlOf(database),
  SHOP_SECRET: randomUUID(),
})

type Settings = ReturnType<typeof settings>

/** Its command line takes the folder that it is called in for the shop. */
async function say(folder: string, env: Settings, ...args: string[]): Promise<void> {
  const options = { cwd: folder, env, maxBuffer: 64 * 1024 * 1024 }
  await promisify(execFile)(process.execPath, [commandLine, ...args], options)
}

function serve(folder: string, env: Settings, port: number): ChildProcess {
  const args = [commandLine, 'start', '--host', '127.0.0.1', '--port', String(port)]
  return spawn(process.execPath, args, { cwd: folder, env, stdio: ['ignore', 'ignore', 'inherit'] })
}

async function furnish(folder: string, env: Settings): Promise<Known> {
  const file = join(folder, 'known.json')
  await cp(join(import.meta.dirname, 'project'), folder, { recursive: true })
  await say(folder, env, 'db:migrate')
  await say(folder, env, 'exec', 'furnish.js', file)
  return JSON.parse(await readFile(file, 'utf8')) as Known
}

export const medusa: ShopKind = {
  name: 'Medusa',
  packages: {
    '@medusajs/medusa': version,
    '@medusajs/framework': version,
    '@medusajs/cli': version,
    // The newest one wants a client of S3 that is not published; nothing here uses either.
    '@aws-sdk/lib-storage': '3.1166.0',
  },
  open: async (folder, database) => {
    const env = settings(database)
    const known = await furnish(folder, env)
    const port = await freePort()
    const url = `http://127.0.0.1:${port}`
    const server = serve(folder, env, port)
    await untilAnswered(`${url}/health`)
    let customers = 0
    return {
      customer: async () => new Shopper(url, known, customers++),
      lastOne: async () => {
        const last = known.last.pop()
        if (last === undefined) throw new Error('nothing is left of which one is left')
        return last
      },
      stop: () => stopNode(server),
    }
  },
}
