import { inTransaction, type Context } from '../../kernel/context.ts'
import { formatPrefix, knownPrefix } from '../../kernel/ip/index.ts'
import { money, toAmountString } from '../../kernel/money.ts'
import { emitAll } from '../../kernel/work/events.ts'
import { marketEvents } from '../market.events.ts'
import { takeArrivals } from './arrival.store.ts'
import { findFor, type Offered } from './find.actions.ts'
import type { Arrival } from './match.rules.ts'
import { countriesOf, keepMatches, onShelfOf, searchesWanting, takeToTell, type ToTell } from './match.store.ts'
import type { SavedSearch } from './saved-search.store.ts'

/** Compares saved searches with what has come to the market, and tells them of it. */

/** As many searches are read at a time. */
const page = 10_000

/** As many are written to in one statement, which is some ten thousand rows. */
const together = 200

/** Takes some arrivals and finds whom they concern; returns how many they were. One transaction: found and gone together. */
export const compareArrivals = (ctx: Context, most: number): Promise<number> =>
  inTransaction(ctx, async (tx) => {
    const arrivals = await takeArrivals(tx, most)
    const offered = await offeredBy(tx, arrivals)
    const lengths = [...new Set(offered.flatMap(({ shelf }) => shelf.map(({ length }) => length)))]
    const countries = [...new Set(offered.flatMap((one) => one.countries))]
    for (let after: string | null = null; lengths.length > 0;) {
      const searches: SavedSearch[] = await searchesWanting(tx, { lengths, countries }, { after, most: page })
      const found = await findFor(tx, searches, offered)
      for (let i = 0; i < found.length; i += together) await keepMatches(tx, found.slice(i, i + together))
      if (searches.length < page) break
      after = searches.at(-1)?.uuid ?? null
    }
    return arrivals.length
  })

async function offeredBy(ctx: Context, arrivals: readonly Arrival[]): Promise<Offered[]> {
  const byOffer = Map.groupBy(arrivals, ({ offer }) => offer)
  const offers = [...byOffer.keys()]
  if (offers.length === 0) return []
  const [shelves, countries] = await Promise.all([onShelfOf(ctx, offers), countriesOf(ctx, offers)])
  const shelfOf = Map.groupBy(shelves, ({ offer }) => offer)
  return offers.flatMap((offer) => {
    const shelf = shelfOf.get(offer)
    return shelf ? { arrivals: byOffer.get(offer) ?? [], shelf, countries: ['', ...(countries.get(offer) ?? [])] } : []
  })
}

/** One message for each search that has found something; returns how many there were. */
export const tellSearches = (ctx: Context, most: number): Promise<number> =>
  inTransaction(ctx, async (tx) => {
    const due = await takeToTell(tx, most)
    await emitAll(
      tx,
      due.map((one) => matchedNews(one, tx.house.config.currency)),
    )
    return due.length
  })

const matchedNews = ({ search, first }: ToTell, currency: string) =>
  marketEvents('saved_search.matched', search.tenant_uuid, {
    uuid: search.uuid,
    name: search.name,
    person_uuid: search.person_uuid,
    count: search.untold,
    currency,
    first: first.map(({ block, price_minor }) => ({
      block: formatPrefix(knownPrefix(block)),
      price: toAmountString(money(price_minor, currency)),
    })),
  })
