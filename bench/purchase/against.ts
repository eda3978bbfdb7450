import { existsSync } from 'node:fs'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import type * as Postgres from '../../src/kernel/postgres/index.ts'
import { median, play, ratioOf, type Results } from '../contest.ts'
import type * as Servers from '../sublet.ts'
import { Client } from './client.ts'
import type * as Shops from './shop.ts'
import { sellBefore, shopping } from './shopping.ts'

/**
 * Full purchases per second beside those of another tree of this project, such as an older commit that is checked out and
 * installed somewhere: each with its own PostgreSQL, server and buyers, asked for the same six requests in turns.
 */

const root = join(import.meta.dirname, '../..')
const crowd = 16

interface House {
  readonly clients: readonly Client[]
  stop(): Promise<void>
}

/** What a tree has of its own, wherever it was kept at the time. */
async function partsOf(tree: string) {
  const place = ['src/kernel/postgres/index.ts', 'src/kernel/postgres.ts'].find((path) => existsSync(join(tree, path)))
  if (place === undefined) throw new Error(`${tree} is no tree of Sublet that can be measured`)
  const [{ startPostgres }, { openShop }, { startServer }] = (await Promise.all(
    [place, 'bench/purchase/shop.ts', 'bench/sublet.ts'].map((path) => import(join(tree, path))),
  )) as [typeof Postgres, typeof Shops, typeof Servers]
  return { startPostgres, openShop, startServer }
}

async function open(tree: string): Promise<House> {
  const { startPostgres, openShop, startServer } = await partsOf(tree)
  const dataDir = await mkdtemp(join(tmpdir(), 'sublet-purchase-'))
  const postgres = await startPostgres({ dataDir })
  const shop = await openShop(postgres.url, dataDir, 'shop', crowd, false)
  const server = await startServer({ SUBLET_DATA_DIR: dataDir, DATABASE_URL: shop.databaseUrl, SUBLET_SANDBOX: '1' })
  // Older ones sell in one /8 only, and do not say so.
  const clients = shop.buyers.map((buyer) => new Client(server.url, { ...buyer, market: buyer.market ?? 45 }))
  await Promise.all(clients.map((client) => client.signIn()))
  await sellBefore(shop, clients, (client) => client.buy())
  return {
    clients,
    stop: async () => {
      for (const client of clients) client.close()
      await server.stop()
      await postgres.stop()
      await rm(dataDir, { recursive: true, force: true })
    },
  }
}

async function measure(tree: string, say: (line: string) => void): Promise<Results> {
  const houses: [string, House][] = []
  try {
    for (const [name, path] of [
      ['theirs', tree],
      ['ours', root],
    ] as const)
      houses.push([name, await open(path)])
    const contestants = [1, crowd].flatMap((many) =>
      houses.map(([name, { clients }]) =>
        shopping(`${name}, ${many}`, clients.slice(0, many), (client) => client.buy()),
      ),
    )
    return await play(contestants, { rounds: 10, seconds: 3, warmUp: 2 }, say)
  } finally {
    for (const [, house] of houses) await house.stop()
  }
}

interface Beside {
  readonly clients: number
  readonly theirs: number
  readonly ours: number
  readonly ratio: number
}

/** `tree`: the folder it is in. */
export async function measureAgainst(tree: string, say: (line: string) => void): Promise<Beside[]> {
  const results = await measure(resolve(tree), say)
  return [1, crowd].map((clients) => ({
    clients,
    theirs: Math.round(median(results.get(`theirs, ${clients}`) ?? [])),
    ours: Math.round(median(results.get(`ours, ${clients}`) ?? [])),
    ratio: Math.round(ratioOf(results, `ours, ${clients}`, `theirs, ${clients}`) * 100) / 100,
  }))
}
