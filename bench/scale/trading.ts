import { runRenewals } from '../../src/commerce/renewal/renewal.actions.ts'
import { addDays } from '../../src/kernel/time.ts'
import { median, play, ratioOf, type Length } from '../contest.ts'
import { Client } from '../purchase/client.ts'
import { sellBefore, shopping } from '../purchase/shopping.ts'
import type { Finding } from './findings.ts'
import { crowd, within, type Market, type OpenMarket } from './markets.ts'

/** What a purchase and a renewal cost in the large market, for one in the small. */

type Say = (line: string) => void

const atMost = 1.3

export async function measurePurchases(markets: readonly OpenMarket[], length: Length, say: Say): Promise<Finding[]> {
  const crowds: { name: string; clients: Client[] }[] = []
  try {
    for (const { name, server, shop } of markets) {
      const clients = shop.buyers.map((buyer) => new Client(server.url, buyer))
      crowds.push({ name, clients })
      await Promise.all(clients.map((client) => client.signIn()))
      await sellBefore(shop, clients, (client) => client.buy())
    }
    const contestants = [1, crowd].flatMap((many) =>
      crowds.map(({ name, clients }) =>
        shopping(`purchase, ${many}, ${name}`, clients.slice(0, many), (client) => client.buy()),
      ),
    )
    const results = await play(contestants, length, say)
    return [1, crowd].map((many) => growth(`purchase, ${many}`, results))
  } finally {
    for (const { clients } of crowds) for (const client of clients) client.close()
  }
}

/** The months that follow, one after the other: everything that the buyers have bought is renewed each time. */
export async function measureRenewals(small: Market, large: Market, months: number, say: Say): Promise<Finding[]> {
  const results = new Map<string, number[]>()
  for (let month = 0; month <= months; month++)
    for (const market of [small, large]) {
      const perSecond = await within(market, async (ctx) => {
        const begun = performance.now()
        const steps = await runRenewals(ctx, { until: addDays(ctx.now, 31 * (month + 1)) })
        if (steps === 0) throw new Error(`nothing was due in month ${month + 1}`)
        return (steps * 1_000) / (performance.now() - begun)
      })
      const name = `renewal, ${market.name}`
      say(`${name}: ${Math.round(perSecond)}/s`)
      // The first one warms both up.
      if (month > 0) results.set(name, [...(results.get(name) ?? []), perSecond])
    }
  return [growth('renewal', results)]
}

function growth(name: string, results: ReadonlyMap<string, readonly number[]>): Finding {
  const perSecond = (size: string) => Math.round(median(results.get(`${name}, ${size}`) ?? []))
  const note = `${perSecond('small')}/s small, ${perSecond('large')}/s large`
  return { name, value: ratioOf(results, `${name}, small`, `${name}, large`), atMost, note }
}
