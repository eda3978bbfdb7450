import pg from 'pg'
import { closeHouse, migrateHouse, openHouse } from '../../src/app/build.ts'
import { createAppKey, createTenant } from '../../src/identity/index.ts'
import { scopes } from '../../src/identity/scope.rules.ts'
import { readConfig } from '../../src/app/config.ts'
import { checkInvariants, type InvariantResult } from '../../src/app/invariants.ts'
import { contextOf, inTransaction, system, type Context } from '../../src/kernel/context.ts'
import { query } from '../../src/kernel/db/query.ts'
import { foldMap } from '../../src/market/index.ts'
import { tokenFor } from '../contest.ts'
import { moveIn, type Shop } from '../purchase/shop.ts'
import { startServer, type RunningServer } from '../sublet.ts'
import { keyOf } from './keys.ts'
import { load } from './load.ts'
import { locate } from './locations.ts'
import { buyersOctet, drawUp, type Plan, type Size } from './plan.ts'

/** Markets of different size, each a database of the same PostgreSQL. */

/** Who buys in each of them. */
export const crowd = 16

export interface MarketSize extends Size {
  readonly name: 'small' | 'large'
  /** How many of the leases one company has. */
  readonly mine: number
  readonly holders: number
  readonly lessees: number
}

export interface Market {
  readonly name: string
  readonly dataDir: string
  readonly databaseUrl: string
  readonly keys: Readonly<Record<'lessee' | 'holder', Key>>
  readonly shop: Shop
  readonly landmarks: Landmarks
}

interface Landmarks {
  /** An offer of the holder's. */
  readonly offer: string
  /** A /16 on the market with more free /24s than a page has. */
  readonly area: string
  /** A /8 with thousands of leases, where there is one. */
  readonly giant: string | null
}

/** A market with a server of its own. */
export interface OpenMarket extends Market {
  readonly server: RunningServer
  /** The company with many leases, and one that holds some of the offers. */
  readonly lessee: Party
  readonly holder: Party
}

/** What a request of that company begins with. */
export interface Party {
  readonly url: string
  readonly headers: Record<string, string>
}

interface Key {
  readonly tenant: string
  readonly clientId: string
  readonly clientSecret: string
}

export async function writeMarket(postgresUrl: string, dataDir: string, size: MarketSize): Promise<Market> {
  const { name } = size
  const databaseUrl = postgresUrl.replace(/\/sublet\?/, `/${name}?`)
  await asClient(postgresUrl, (db) => db.query(`create database ${name}`))
  const plan = drawUp(size)
  const furnished = await furnish(databaseUrl, dataDir, size, plan)
  const landmarks = await asClient(databaseUrl, (db) => findLandmarks(db, plan))
  return { name, dataDir, databaseUrl, ...furnished, landmarks }
}

/** Works with a server that nobody has asked anything yet. */
export async function withServer<T>(market: Market, work: (open: OpenMarket) => Promise<T>): Promise<T> {
  const { dataDir, databaseUrl } = market
  const server = await startServer({ SUBLET_DATA_DIR: dataDir, DATABASE_URL: databaseUrl, SUBLET_SANDBOX: '1' })
  try {
    const party = async ({ tenant, clientId, clientSecret }: Key): Promise<Party> => ({
      url: `${server.url}/billing/v1/${tenant}`,
      headers: { authorization: `Bearer ${await tokenFor(server.url, clientId, clientSecret)}` },
    })
    const { lessee, holder } = market.keys
    return await work({ ...market, server, lessee: await party(lessee), holder: await party(holder) })
  } finally {
    await server.stop()
  }
}

async function furnish(databaseUrl: string, dataDir: string, size: MarketSize, plan: Plan) {
  const house = await openHouse(configOf(databaseUrl, dataDir), databaseUrl)
  try {
    await migrateHouse(house)
    const ctx = contextOf(house, { actor: system('bench') })
    const { uuid: lessee } = await inTransaction(ctx, (tx) => createTenant(tx, { title: 'Many leases' }))
    await asClient(databaseUrl, (db) => load(db, plan, { ...size, lessee }))
    const shop = await moveIn(ctx, databaseUrl, crowd, false, buyersOctet)
    await locate(ctx)
    // As the job of the minute does: a market grows in years, and its map with it.
    await foldMap.run(ctx, {})
    await query`vacuum analyze free_place, shelf_place, place_key, free_block, map_cell, map_own_cell`.changed(ctx)
    const keyFor = (tenant: string): Promise<Key> =>
      inTransaction(ctx, async (tx) => {
        const { key, clientSecret } = await createAppKey(tx, tenant, { name: 'bench', scopes: [...scopes] })
        return { tenant, clientId: key.client_id, clientSecret }
      })
    return { keys: { lessee: await keyFor(lessee), holder: await keyFor(keyOf('holder', 0)) }, shop }
  } finally {
    await closeHouse(house)
  }
}

/** Works in a market without a server. */
export async function within<T>({ databaseUrl, dataDir }: Market, work: (ctx: Context) => Promise<T>): Promise<T> {
  const house = await openHouse(configOf(databaseUrl, dataDir), databaseUrl)
  try {
    return await work(contextOf(house, { actor: system('bench') }))
  } finally {
    await closeHouse(house)
  }
}

/** How long each promise took to check; one that is broken ends the bench. */
export const auditMarket = (market: Market): Promise<InvariantResult[]> =>
  within(market, async (ctx) => {
    const results = await checkInvariants(ctx)
    for (const { ok, name, breaches } of results)
      if (!ok) throw new Error(`not so in the market: ${name}; ${breaches[0]}`)
    return results
  })

const configOf = (databaseUrl: string, dataDir: string) =>
  readConfig({
    SUBLET_DATA_DIR: dataDir,
    DATABASE_URL: databaseUrl,
    SUBLET_LOG_LEVEL: 'silent',
    SUBLET_SANDBOX: '1',
    SUBLET_STATEMENT_TIMEOUT_MS: '600000',
  })

/** The same kind of places in both markets. */
async function findLandmarks(db: pg.Client, { giant }: Plan): Promise<Landmarks> {
  const one = async (query: string): Promise<string> => (await db.query<{ found: string }>(query)).rows[0]?.found ?? ''
  const block = (offer: string) => one(`select block::text as found from offer where uuid = '${offer}'`)
  return {
    offer:
      await one(`select uuid as found from offer where tenant_uuid = '${keyOf('holder', 0)}' and masklen(block) = 20
      and live_leases > 0 order by uuid limit 1`),
    area: await one(`select o.block::text as found from offer o join pricing p on p.offer_uuid = o.uuid
      where masklen(o.block) = 16 and p.length = 24 and p.on_shelf and used_addresses < 100 * 256 order by o.uuid limit 1`),
    giant: giant === null ? null : await block(keyOf('offer', giant)),
  }
}

async function asClient<T>(url: string, work: (db: pg.Client) => Promise<T>): Promise<T> {
  const db = new pg.Client({ connectionString: url })
  await db.connect()
  try {
    return await work(db)
  } finally {
    await db.end()
  }
}
