import type { Contestant } from '../contest.ts'
import { withClient, type Shop } from './shop.ts'

/** Purchases of each buyer before the first that is counted. */
const history = 30

/** As many as the buyers manage, each one purchase after the other. */
export function shopping<B>(name: string, buyers: readonly B[], buy: (buyer: B) => Promise<void>): Contestant {
  return {
    name,
    measure: async (seconds) => {
      const begun = performance.now()
      let count = 0
      await Promise.all(
        buyers.map(async (buyer) => {
          for (; performance.now() < begun + seconds * 1_000; count++) await buy(buyer)
        }),
      )
      return (count * 1_000) / (performance.now() - begun)
    },
  }
}

/**
 * A shop has sold before: the plans of statements are kept, and those for tables that had nothing in them are good until
 * PostgreSQL looks again, which takes it a minute.
 */
export async function sellBefore<B>(shop: Shop, buyers: readonly B[], buy: (buyer: B) => Promise<void>): Promise<void> {
  await Promise.all(
    buyers.map(async (buyer) => {
      for (let n = 0; n < history; n++) await buy(buyer)
    }),
  )
  await withClient(shop.databaseUrl, (db) => db.query('analyze'))
}
