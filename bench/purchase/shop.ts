import { randomUUID } from 'node:crypto'
import pg from 'pg'
import { closeHouse, migrateHouse, openHouse } from '../../src/app/build.ts'
import { createAppKey, createTenant } from '../../src/identity/index.ts'
import { readConfig } from '../../src/app/config.ts'
import { contextOf, inTransaction, system, type Context } from '../../src/kernel/context.ts'
import { newUuid } from '../../src/kernel/uuid.ts'

/** A market to buy from: for each buyer an offer of its own, a card and an address, so that nobody waits for a block. */

export interface Buyer {
  readonly tenant: string
  readonly clientId: string
  readonly clientSecret: string
  readonly address: string
  readonly method: string
  readonly offer: string
  readonly pricing: string
  /** The block's first two octets; its /24s are what is sold. */
  readonly market: number
  readonly octet: number
}

export interface Shop {
  readonly databaseUrl: string
  readonly holder: string
  readonly buyers: readonly Buyer[]
}

/** Of each /12 that is on offer. */
const blocksPerOffer = 4_096
export const price = 10_000

export const blockOf = ({ market, octet }: Buyer, n: number): string =>
  `${market}.${octet + Math.floor(n / 256)}.${n % 256}.0`

/** A database of that name with as many buyers; `split` keeps the free space as single /24s. */
export async function openShop(
  postgresUrl: string,
  dataDir: string,
  name: string,
  buyers: number,
  split: boolean,
): Promise<Shop> {
  const databaseUrl = postgresUrl.replace(/\/sublet\?/, `/${name}?`)
  await withClient(postgresUrl, (db) => db.query(`create database ${name}`))
  return inNewHouse(databaseUrl, dataDir, (ctx) => moveIn(ctx, databaseUrl, buyers, split))
}

/** In an empty database, migrated. */
export async function inNewHouse<T>(
  databaseUrl: string,
  dataDir: string,
  work: (ctx: Context) => Promise<T>,
): Promise<T> {
  const config = readConfig({ SUBLET_DATA_DIR: dataDir, DATABASE_URL: databaseUrl, SUBLET_LOG_LEVEL: 'silent' })
  const house = await openHouse(config, databaseUrl)
  try {
    await migrateHouse(house)
    return await work(contextOf(house, { actor: system('bench') }))
  } finally {
    await closeHouse(house)
  }
}

/** Buyers and what they buy, in a database that is migrated and has nothing in the /8 of that octet. */
export async function moveIn(
  ctx: Context,
  databaseUrl: string,
  buyers: number,
  split: boolean,
  market = 45,
): Promise<Shop> {
  const shop = await inTransaction(ctx, async (tx) => {
    const { uuid: holder } = await createTenant(tx, { title: 'Holder', role: 'holder' })
    const made: Buyer[] = []
    for (let n = 0; n < buyers; n++) {
      const { uuid: tenant } = await createTenant(tx, { title: `Buyer ${n}` })
      const { key, clientSecret } = await createAppKey(tx, tenant, { name: 'bench', scopes: ['billing', 'ecommerce'] })
      made.push({ tenant, clientId: key.client_id, clientSecret, ...newParts(), market, octet: n * 16 })
    }
    return { databaseUrl, holder, buyers: made }
  })
  await withClient(databaseUrl, (db) => furnish(db, shop, split))
  return shop
}

const newParts = () => ({ address: newUuid(), method: newUuid(), offer: newUuid(), pricing: newUuid() })

async function furnish(db: pg.Client, { holder, buyers }: Shop, split: boolean): Promise<void> {
  await db.query(`update tenant set status = 'active' where status <> 'active'`)
  for (const { tenant, address, method, offer, pricing, market, octet } of buyers) {
    const block = `${market}.${octet}.0.0/12`
    await db.query(
      `insert into customer_address (uuid, tenant_uuid, company_name, line_one, city, country_code, postcode, created_at)
       values ($1, $2, 'Buyer', 'Main Street 1', 'New York', 'US', '10001', now())`,
      [address, tenant],
    )
    await db.query(
      `insert into payment_method (uuid, tenant_uuid, type, provider, provider_method, is_default, card_brand, card_last_four,
         card_expiry_month, card_expiry_year, created_at)
       values ($1, $2, 'card', 'sandbox', '4242424242424242', true, 'visa', '4242', 12, 2040, now())`,
      [method, tenant],
    )
    await db.query(
      `insert into offer (uuid, tenant_uuid, block, registry, status, hidden, reservation_token, minimum_split, maximum_split,
         authorisation, created_at)
       values ($1, $2, $3, 'ripencc', 'validity_active', false, $4, 12, 24, 'signed', now())`,
      [offer, holder, block, `rsv_${randomUUID()}`],
    )
    await db.query(
      `insert into pricing (uuid, tenant_uuid, offer_uuid, registry, length, price_minor, wants_to_negotiate,
         commitment_periods, on_shelf, created_at)
       values ($1, $2, $3, 'ripencc', 24, $4, false, '{}', true, now())`,
      [pricing, holder, offer, price],
    )
    await db.query(
      split
        ? `insert into free_block (block, offer_uuid, tenant_uuid, hidden)
           select set_masklen(network($1::cidr)::inet + n * 256, 24)::cidr, $2, $3, false from generate_series(0, ${blocksPerOffer - 1}) n`
        : `insert into free_block (block, offer_uuid, tenant_uuid, hidden) values ($1, $2, $3, false)`,
      [block, offer, holder],
    )
  }
  await db.query('analyze')
}

export async function withClient<T>(url: string, work: (db: pg.Client) => Promise<T>): Promise<T> {
  const db = new pg.Client({ connectionString: url })
  await db.connect()
  try {
    return await work(db)
  } finally {
    await db.end()
  }
}
