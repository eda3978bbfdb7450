import { fork } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { startPostgres } from '../../src/kernel/postgres/index.ts'
import { absent, realFile } from '../../test/support/market/network.ts'
import { median, tokenFor } from '../contest.ts'
import { Client } from '../purchase/client.ts'
import { openShop, withClient, type Shop } from '../purchase/shop.ts'
import { sellBefore } from '../purchase/shopping.ts'
import { startServer } from '../sublet.ts'
import { importing } from './importing.ts'
import { routesFile } from './reading.ts'

/**
 * How long a read of one row takes, and a purchase of one of sixteen clients, while the server imports a whole table and
 * draws its conclusions, beside the same at rest. This process only asks and measures: one that served the file as well
 * would measure itself.
 */

const json = process.argv.includes('--json')
const say = (line: string): void => (json ? undefined : console.error(line))
const atMost = 3
const pairs = 5
const crowd = 16
const everyMs = 4
/** As many at rest as during an import, at least. */
const reads = 400
const purchases = 600
/** Whoever buys without a pause leaves an import so little that it would not end. */
const longestMs = 30_000

/** The 99th percentile of what is asked while it is to go on, in milliseconds; of enough to have one. */
type Asking = (goOn: () => boolean) => Promise<number>

interface Seen {
  readonly rest: number
  readonly busy: number
}

if (absent(routesFile))
  console.log(`skipped: there is no ${routesFile}; SUBLET_TEST_DATA names the folder with the files.`)
else report(await measureAside())

async function measureAside(): Promise<Map<string, Seen[]>> {
  const dataDir = await mkdtemp(join(tmpdir(), 'sublet-busy-'))
  const files = fork(new URL('./serving.ts', import.meta.url), [realFile(routesFile)])
  try {
    const [port] = (await once(files, 'message')) as [number]
    return await measure(dataDir, `http://127.0.0.1:${port}/`)
  } finally {
    files.disconnect()
    await rm(dataDir, { recursive: true, force: true })
  }
}

async function measure(dataDir: string, file: string): Promise<Map<string, Seen[]>> {
  const postgres = await startPostgres({ dataDir })
  const shop = await openShop(postgres.url, dataDir, 'shop', crowd, false)
  const settings = { SUBLET_SANDBOX: '1', SUBLET_IMPORT_PRIVATE_HOSTS: '127.0.0.1' }
  const server = await startServer({ SUBLET_DATA_DIR: dataDir, DATABASE_URL: shop.databaseUrl, ...settings })
  const clients = shop.buyers.map((buyer) => new Client(server.url, buyer))
  try {
    await Promise.all(clients.map((client) => client.signIn()))
    await sellBefore(shop, clients, (client) => client.buy())
    const read = await reader(server.url, shop)
    return await withClient(shop.databaseUrl, async (database) => {
      const seen = new Map<string, Seen[]>()
      for (const [name, asking] of [
        ['read', reading(read)],
        ['purchase', buying(clients)],
      ] as const)
        seen.set(name, await compare(name, asking, () => importing(database, file)))
      return seen
    })
  } finally {
    for (const client of clients) client.close()
    await server.stop()
    await postgres.stop()
  }
}

async function compare(name: string, asking: Asking, begin: () => ReturnType<typeof importing>): Promise<Seen[]> {
  const seen: Seen[] = []
  await asking(() => false)
  for (let pair = 0; pair < pairs; pair++) {
    const rest = await asking(() => false)
    const imported = begin()
    const until = performance.now() + longestMs
    const busy = await asking(() => imported.running && performance.now() < until)
    await imported.done
    say(`${name}: p99 at rest ${rest.toFixed(1)} ms, during an import ${busy.toFixed(1)} ms`)
    seen.push({ rest, busy })
  }
  return seen
}

function report(seen: ReadonlyMap<string, readonly Seen[]>): void {
  const rows = [...seen].map(([name, pairs]) => ({
    name,
    rest_ms: median(pairs.map(({ rest }) => rest)),
    busy_ms: median(pairs.map(({ busy }) => busy)),
    ratio: median(pairs.map(({ rest, busy }) => busy / rest)),
    at_most: atMost,
  }))
  if (json) console.log(JSON.stringify({ rows }, null, 2))
  else
    for (const { name, ratio } of rows)
      console.log(
        `${name}: median ratio ${ratio.toFixed(2)}, at most ${atMost}: ${ratio <= atMost ? 'holds' : 'DOES NOT HOLD'}`,
      )
  process.exitCode = rows.every(({ ratio }) => ratio <= atMost) ? 0 : 1
}

async function reader(url: string, { buyers: [buyer] }: Shop): Promise<() => Promise<void>> {
  if (!buyer) throw new Error('nobody buys')
  const headers = { authorization: `Bearer ${await tokenFor(url, buyer.clientId, buyer.clientSecret)}` }
  return async () => {
    const answer = await fetch(`${url}/billing/v1/${buyer.tenant}`, { headers })
    await answer.arrayBuffer()
    if (answer.status !== 200) throw new Error(`answered ${answer.status}`)
  }
}

/** Requests sent at a steady pace: who waits for one must not be spared the next. */
function reading(read: () => Promise<void>): Asking {
  return async (goOn) => {
    const times: number[] = []
    const under: Promise<void>[] = []
    for (let sent = 0; sent < reads || goOn(); sent++) {
      under.push(timed(read, times))
      await new Promise((resolve) => setTimeout(resolve, everyMs))
    }
    await Promise.all(under)
    return percentile99(times)
  }
}

/** Each client one purchase after the other. */
function buying(clients: readonly Client[]): Asking {
  return async (goOn) => {
    const times: number[] = []
    await Promise.all(
      clients.map(async (client) => {
        while (times.length < purchases || goOn()) await timed(() => client.buy(), times)
      }),
    )
    return percentile99(times)
  }
}

async function timed(ask: () => Promise<void>, times: number[]): Promise<void> {
  const begun = performance.now()
  await ask()
  times.push(performance.now() - begun)
}

function percentile99(times: readonly number[]): number {
  return times.toSorted((a, b) => a - b)[Math.floor(times.length * 0.99)] ?? 0
}
