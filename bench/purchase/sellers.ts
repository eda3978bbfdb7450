import { existsSync } from 'node:fs'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import type * as Postgres from '../../src/kernel/postgres/index.ts'
import type * as Servers from '../sublet.ts'
import { freePort, startNode, stopNode, untilAnswered } from '../sublet.ts'
import { BareShop } from './bare.ts'
import { Client } from './client.ts'
import * as shops from './shop.ts'
import { sellBefore } from './shopping.ts'

/** Who sells in a contest: this tree, its bare SQL, and maybe another tree, each with shops and buyers of its own. */

const root = join(import.meta.dirname, '../..')

interface Seller {
  readonly name: string
  /** A purchase of each of the buyers. */
  readonly buyers: readonly (() => Promise<void>)[]
  stop(): Promise<void>
}

/** What a tree has of its own, wherever it was kept at the time. */
async function partsOf(tree: string) {
  const place = ['src/kernel/postgres/index.ts', 'src/kernel/postgres.ts'].find((path) => existsSync(join(tree, path)))
  if (place === undefined) throw new Error(`${tree} is no tree of Sublet that can be measured`)
  const [{ startPostgres }, { openShop }, { startServer }] = (await Promise.all(
    [place, 'bench/purchase/shop.ts', 'bench/sublet.ts'].map((path) => import(join(tree, path))),
  )) as [typeof Postgres, typeof shops, typeof Servers]
  return { startPostgres, openShop, startServer }
}

async function selling(
  name: string,
  shop: shops.Shop,
  buyers: Seller['buyers'],
  stop: Seller['stop'],
): Promise<Seller> {
  await sellBefore(shop, buyers, (buy) => buy())
  return { name, buyers, stop }
}

/** `tree`: the folder it is in. Its bare SQL is said to its own PostgreSQL, in a second database. */
async function openTree(tree: string, name: string, crowd: number, bare: boolean): Promise<Seller[]> {
  const { startPostgres, openShop, startServer } = await partsOf(tree)
  const dataDir = await mkdtemp(join(tmpdir(), 'sublet-purchase-'))
  const postgres = await startPostgres({ dataDir })
  const shop = await openShop(postgres.url, dataDir, 'shop', crowd, false)
  const server = await startServer({ SUBLET_DATA_DIR: dataDir, DATABASE_URL: shop.databaseUrl, SUBLET_SANDBOX: '1' })
  // Older ones sell in one /8 only, and do not say so.
  const clients = shop.buyers.map((buyer) => new Client(server.url, { ...buyer, market: buyer.market ?? 45 }))
  await Promise.all(clients.map((client) => client.signIn()))
  const sellers = [
    await selling(
      name,
      shop,
      clients.map((client) => () => client.buy()),
      async () => {
        for (const client of clients) client.close()
        await server.stop()
        await postgres.stop()
        await rm(dataDir, { recursive: true, force: true })
      },
    ),
  ]
  if (!bare) return sellers
  return [...sellers, await openBare(postgres.url, dataDir, crowd), await openFloor(postgres.url, dataDir, crowd)]
}

async function openBare(postgresUrl: string, dataDir: string, crowd: number): Promise<Seller> {
  const shop = await shops.openShop(postgresUrl, dataDir, 'bare', crowd, true)
  const bare = new BareShop(shop, crowd)
  const buyers = shop.buyers.map((buyer) => () => bare.buy(buyer))
  return selling('bare SQL', shop, buyers, () => bare.close())
}

async function openFloor(postgresUrl: string, dataDir: string, crowd: number): Promise<Seller> {
  const shop = await shops.openShop(postgresUrl, dataDir, 'floor', crowd, true)
  const file = join(dataDir, 'floor.json')
  await writeFile(file, JSON.stringify(shop))
  const port = await freePort()
  const url = `http://127.0.0.1:${port}`
  const child = startNode(['bench/purchase/floor.ts', String(port), file])
  await untilAnswered(url)
  const clients = shop.buyers.map((buyer) => new Client(url, buyer))
  const buyers = clients.map((client) => () => client.buy())
  return selling('floor', shop, buyers, async () => {
    for (const client of clients) client.close()
    await stopNode(child)
  })
}

/** To be stopped last first. */
export async function openSellers(crowd: number, against: string | null): Promise<Seller[]> {
  const ours = await openTree(root, 'purchase', crowd, true)
  return against === null ? ours : [...ours, ...(await openTree(resolve(against), 'elsewhere', crowd, false))]
}
