import pg from 'pg'
import * as least from './least.ts'
import { blockOf, type Buyer, type Shop } from './shop.ts'

/** The limit: the least that a purchase must leave, one statement after the other. No token, no HTTP. */
export class BareShop {
  readonly #pool: pg.Pool
  readonly #shop: Shop
  readonly #next = new Map<Buyer, number>()

  constructor(shop: Shop, connections: number) {
    this.#shop = shop
    this.#pool = new pg.Pool({ connectionString: shop.databaseUrl, max: connections })
    // PostgreSQL is stopped after us, and may be faster.
    this.#pool.on('error', () => undefined)
  }

  async buy(buyer: Buyer): Promise<void> {
    const n = this.#next.get(buyer) ?? 0
    this.#next.set(buyer, n + 1)
    const purchase = least.newPurchase(buyer, this.#shop.holder, `${blockOf(buyer, n)}/24`)
    const db = await this.#pool.connect()
    try {
      await inTransaction(db, least.reserve(purchase))
      await inTransaction(db, [least.openCart(purchase, 'ordered'), ...least.claim(purchase)])
      await db.query(least.charge(purchase))
      await inTransaction(db, least.settle(purchase))
    } finally {
      db.release()
    }
  }

  close(): Promise<void> {
    return this.#pool.end()
  }
}

async function inTransaction(db: pg.PoolClient, statements: readonly least.Statement[]): Promise<void> {
  await db.query(end('begin'))
  for (const statement of statements) await db.query(statement)
  await db.query(end('commit'))
}

const end = (text: 'begin' | 'commit') => ({ name: text, text })
