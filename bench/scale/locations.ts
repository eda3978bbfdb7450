import type { Context } from '../../src/kernel/context.ts'
import { inTransaction } from '../../src/kernel/context.ts'
import { query } from '../../src/kernel/db/query.ts'
import { knownPrefix, nthChild, type Prefix } from '../../src/kernel/ip/index.ts'
import { placeMarket } from '../../src/market/index.ts'
import { keepFacts } from '../../src/network/index.ts'

/**
 * Where two providers see the offers of a market, and what is listed of them. A tenth of the market is in the Netherlands.
 * Iceland is where one provider alone sees a twentieth; Switzerland where nothing is cheap. So many are listed that the
 * small market has a page of them, too: a longer answer would pass for a dearer search.
 */

interface Offered {
  readonly block: string
  readonly dearest: boolean
}

const countries = ['DE', 'DE', 'NL', 'FR', 'US', 'US', 'US', 'GB', 'SG', 'BR']

const seen = (prefix: Prefix, countryCode: string, n: number) => ({
  prefix,
  provider: '',
  countryCode,
  countryName: countryCode,
  cityName: `City ${n % 500}`,
  state: null,
  date: '2026-11-01',
})

function countryOf({ dearest }: Offered, n: number, provider: string): string {
  if (n % 20 === 7) return provider === 'atlas' ? 'IS' : 'DK'
  return dearest ? 'CH' : (countries[n % 10] ?? 'DE')
}

export async function locate(ctx: Context): Promise<void> {
  const offers = await query<Offered>`
    select o.block, bool_or(p.length = 24 and p.price_minor = 12800) as dearest
    from offer o join pricing p on p.offer_uuid = o.uuid group by o.uuid, o.block order by o.block`.rows(ctx)
  await inTransaction(ctx, async (tx) => {
    for (const name of ['atlas', 'meridian'])
      await keepFacts(
        tx,
        'geofeed',
        offers.flatMap((offer, n) => {
          const block = knownPrefix(offer.block)
          const whole = seen(block, countryOf(offer, n, name), n)
          // A part of every fifth is elsewhere.
          return n % 5 === 0 && block.length < 24 ? [whole, seen(nthChild(block, 24, 1), 'PL', n)] : [whole]
        }),
        { name },
      )
    const listed = offers.filter((_, n) => n % 5 === 3)
    await keepFacts(
      tx,
      'drop',
      listed.map(({ block }) => ({ prefix: nthChild(knownPrefix(block), 24, 0), list: 'drop', reason: '' })),
    )
  })
  await placeMarket.run(ctx, {})
}
