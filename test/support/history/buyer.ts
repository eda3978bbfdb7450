import type { Body, Caller } from './caller.ts'
import type { Client } from './clients.ts'
import type { Shopper } from './cast.ts'
import { reserveBody } from '../market/reservations.ts'
import { below, type Random } from './random.ts'

/** Reserves, lets go, buys, looks at what it has bought, and wants some of it to end. */

interface Held {
  readonly uuid: string
  readonly block: string
}

interface Bought {
  readonly subscription: string
  /** The request for its end, while there is one. */
  readonly ending: string | null
}

const heldAtMost = 3

export class Buyer implements Client {
  readonly #caller: Caller
  readonly #random: Random
  readonly #who: Shopper
  #held: Held[] = []
  readonly #bought: Bought[] = []

  constructor(caller: Caller, random: Random, who: Shopper) {
    this.#caller = caller
    this.#random = random
    this.#who = who
  }

  async step(): Promise<void> {
    const chance = this.#random()
    if (this.#held.length < heldAtMost && chance < 0.4) return this.#reserve()
    if (this.#held.length > 0 && chance < 0.5) return this.#withdraw()
    if (this.#held.length > 0 && chance < 0.7) return this.#buy()
    if (chance < 0.8) return this.#readOrders()
    if (chance < 0.88) return this.#readInvoices()
    return this.#endOrGoOn()
  }

  get #shop(): string {
    return `/ecommerce/public/${this.#who.tenant}`
  }

  async #reserve(): Promise<void> {
    const { tenant, bearer, nextBlock } = this.#who
    const { offer, block } = nextBlock()
    const body = await this.#caller.perform({
      kind: 'reserve',
      method: 'POST',
      path: `/billing/v1/${tenant}/market/ipv4/services/reserve`,
      headers: bearer,
      body: reserveBody(offer, block),
      effects: [`reservation ${tenant} ${block}`],
    })
    if (body) this.#held.push({ uuid: body.data.uuid, block })
  }

  async #withdraw(): Promise<void> {
    const { tenant, bearer } = this.#who
    const [{ uuid } = { uuid: '' }] = this.#held.splice(below(this.#random, this.#held.length), 1)
    await this.#caller.perform({
      kind: 'withdraw',
      method: 'DELETE',
      path: `/billing/v1/${tenant}/market/reservations/${uuid}`,
      headers: bearer,
      effects: [`withdrawn ${uuid}`],
    })
  }

  async #buy(): Promise<void> {
    const { bearer: headers, address, declines } = this.#who
    const read = await this.#caller.perform({ kind: 'cart.read', method: 'GET', path: `${this.#shop}/cart`, headers })
    if (!read) return
    const cart = String(read.data.uuid)
    const path = `${this.#shop}/cart/${cart}`
    await this.#caller.perform({
      kind: 'cart.address',
      method: 'POST',
      path: `${path}/addresses/${address}`,
      headers,
    })
    const blocks = this.#held.map(({ block }) => block)
    const body = await this.#caller.perform({
      kind: 'checkout',
      method: 'POST',
      path: `${path}/checkout`,
      headers,
      ...(declines && { mayBe: ['payment_declined'] }),
      effects: [
        ...['order', 'charge', 'invoice'].map((what) => `${what} ${cart}`),
        ...blocks.map((block) => `lease ${block}`),
      ],
      adds: (answer) => [
        { list: `orders ${this.#who.tenant}`, member: cart },
        ...(answer ? [{ list: `invoices ${this.#who.tenant}`, member: answer.data.order.uuid }] : []),
      ],
    })
    if (!body && declines) return
    this.#held = []
    if (body) await this.#findSubscription(blocks)
  }

  /** Of what it has just bought there is a subscription. */
  async #findSubscription(blocks: readonly string[]): Promise<void> {
    const { tenant, bearer } = this.#who
    const list = `subscriptions of ${blocks.join()}`
    const body: Body = await this.#caller.perform({
      kind: 'subscriptions.read',
      method: 'GET',
      path: `${this.#shop}/subscriptions?per_page=1000&sort=-started_at&filter[name]=${blocks[0]}`,
      headers: bearer,
    })
    const own = body?.data.find(({ name }: { name: string }) => name === blocks[0])
    if (own) this.#bought.push({ subscription: own.uuid, ending: null })
    else if (body) this.#caller.complain(`${list}: ${tenant} has bought them and sees none`)
  }

  async #readOrders(): Promise<void> {
    const list = `orders ${this.#who.tenant}`
    await this.#caller.perform({
      kind: 'orders.read',
      method: 'GET',
      path: `${this.#shop}/orders?per_page=1000`,
      headers: this.#who.bearer,
      shows: (body, status) => (status === 200 ? { sees: { list, members: completedIn(body) } } : null),
    })
  }

  async #readInvoices(): Promise<void> {
    const list = `invoices ${this.#who.tenant}`
    await this.#caller.perform({
      kind: 'invoices.read',
      method: 'GET',
      path: `${this.#shop}/invoices?per_page=1000`,
      headers: this.#who.bearer,
      shows: (body, status) => (status === 200 ? { sees: { list, members: ordersIn(body) } } : null),
    })
  }

  async #endOrGoOn(): Promise<void> {
    const place = below(this.#random, this.#bought.length)
    const one = this.#bought[place]
    if (!one) return this.#readOrders()
    const { subscription, ending } = one
    const body = await this.#caller.perform({
      kind: ending ? 'termination.cancel' : 'terminate',
      method: 'POST',
      path: ending
        ? `${this.#shop}/subscriptions/termination-requests/${ending}/cancel`
        : `${this.#shop}/subscriptions/${subscription}/terminate`,
      headers: this.#who.bearer,
      ...(!ending && { body: { type: 'end_of_period', reason: 'We are moving.' } }),
      effects: [ending ? `cancelled ${ending}` : `termination ${subscription}`],
    })
    if (body) this.#bought[place] = { subscription, ending: ending ? null : body.data.uuid }
    else this.#bought.splice(place, 1)
  }
}

const completedIn = ({ data }: Body): string[] =>
  data.flatMap(({ status, cart_uuid }: { status: string; cart_uuid: string }) =>
    status === 'completed' ? [cart_uuid] : [],
  )

const ordersIn = ({ data }: Body): string[] => data.map(({ order_uuid }: { order_uuid: string }) => order_uuid)
