import { Client } from '../purchase/client.ts'
import { inNewHouse, moveIn, type Buyer } from '../purchase/shop.ts'
import { startServer } from '../sublet.ts'
import type { Customer, ShopKind } from './shop.ts'

/** Ours, bought from as the bench of a purchase does: a /24, reserved, ordered and paid by card. */

/** Each /8 has sixteen buyers, each with blocks of their own. */
const markets = [45, 46, 47, 48]

/** What is left of an offer: its first block. */
const lastOf = ({ offer, pricing, market, octet }: Buyer) => ({ offer, pricing, market, octet })

class OurCustomer implements Customer {
  readonly #url: string
  readonly #buyer: Buyer
  readonly #own: Client

  constructor(url: string, buyer: Buyer) {
    this.#url = url
    this.#buyer = buyer
    this.#own = new Client(url, buyer)
  }

  async enter(): Promise<this> {
    await this.#own.signIn()
    return this
  }

  async buy(product?: string): Promise<boolean> {
    if (product === undefined) return this.#own.buy().then(() => true)
    const hunter = new Client(this.#url, { ...this.#buyer, ...(JSON.parse(product) as ReturnType<typeof lastOf>) })
    try {
      await hunter.signIn()
      await hunter.buy()
      return true
    } catch (error) {
      if (String(error).includes('subnet_taken')) return false
      throw error
    } finally {
      hunter.close()
    }
  }

  close(): void {
    this.#own.close()
  }
}

export const sublet: ShopKind = {
  name: 'Sublet',
  packages: {},
  open: async (folder, { url }) => {
    const buyers = await inNewHouse(url, folder, async (ctx) => {
      const all: Buyer[] = []
      for (const market of markets) all.push(...(await moveIn(ctx, url, 16, false, market)).buyers)
      return all
    })
    const server = await startServer({ SUBLET_DATA_DIR: folder, DATABASE_URL: url, SUBLET_SANDBOX: '1' })
    const customers: OurCustomer[] = []
    const next = () => {
      const buyer = buyers.pop()
      if (!buyer) throw new Error('nobody is left who could buy')
      return buyer
    }
    return {
      customer: async () => {
        const customer = await new OurCustomer(server.url, next()).enter()
        customers.push(customer)
        return customer
      },
      lastOne: async () => JSON.stringify(lastOf(next())),
      stop: async () => {
        for (const customer of customers) customer.close()
        await server.stop()
      },
    }
  },
}
