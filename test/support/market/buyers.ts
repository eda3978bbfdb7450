import { randomUUID } from 'node:crypto'
import { Agent } from 'node:http'
import { setTimeout as pause } from 'node:timers/promises'
import { formatPrefix, knownPrefix, nthChild } from '../../../src/kernel/ip/index.ts'
import { call, type Answer } from '../http-call.ts'
import { letterItem } from './letters.ts'
import type { MadeOffer } from './market.ts'
import { reserveBody, type Company } from './reservations.ts'

/** Companies that buy block after block over the wire, and letters for those they have, from whatever server answers. */

export interface Buyer extends Company {
  readonly address: string
}

interface Bought {
  readonly cart: string
  readonly order: string
  readonly blocks: readonly string[]
  /** What letters were bought for. */
  readonly subnets: readonly string[]
}

export class Buyers {
  readonly bought: Bought[] = []
  readonly declined: string[] = []
  readonly waiting: string[] = []
  readonly troubles: string[] = []
  /** Requests without an answer, because their server was killed; each was sent again under its key, and answered. */
  cut = 0
  readonly #offer: MadeOffer
  readonly #url: string
  readonly #agent = new Agent({ keepAlive: true, maxSockets: 32 })
  /** By company: what it leases and has no letter for. */
  readonly #bare = new Map<string, readonly string[]>()
  #next = 0

  constructor(offer: MadeOffer, url: string) {
    this.#offer = offer
    this.#url = url
  }

  /** So many carts, shared out among the buyers, who shop at once. */
  async run(buyers: readonly Buyer[], carts: number): Promise<void> {
    let left = carts
    await Promise.all(
      buyers.map(async (buyer) => {
        while (left > 0) {
          left--
          await this.shop(buyer)
        }
      }),
    )
    this.#agent.destroy()
  }

  /** Begins with another block of the offer. */
  skip(blocks: number): void {
    this.#next = blocks
  }

  /** Has leased this block before. */
  leases({ tenant }: Buyer, block: string): void {
    this.#bare.set(tenant, [...(this.#bare.get(tenant) ?? []), block])
  }

  get carts(): number {
    return this.bought.length + this.declined.length + this.waiting.length
  }

  /** From one or two reservations, and letters for what was bought before, to whatever the checkout says. */
  async shop(buyer: Buyer): Promise<void> {
    const blocks = await this.#reserve(buyer)
    const subnets = await this.#wantLetters(buyer)
    await this.#checkOut(buyer, await this.#readyCart(buyer), { blocks, subnets })
  }

  /** The same up to the checkout; returns the cart. */
  async fill(buyer: Buyer): Promise<string> {
    await this.#reserve(buyer)
    return this.#readyCart(buyer)
  }

  async #reserve(buyer: Buyer): Promise<readonly string[]> {
    const blocks = this.#next % 3 === 0 ? [this.#block(), this.#block()] : [this.#block()]
    for (const block of blocks)
      await this.#expect(
        200,
        'POST',
        `/billing/v1/${buyer.tenant}/market/ipv4/services/reserve`,
        buyer,
        reserveBody(this.#offer, block),
      )
    return blocks
  }

  async #readyCart(buyer: Buyer): Promise<string> {
    const cart = String((await this.#expect(200, 'GET', `${shopOf(buyer)}/cart`, buyer)).data.uuid)
    await this.#expect(200, 'POST', `${shopOf(buyer)}/cart/${cart}/addresses/${buyer.address}`, buyer)
    return cart
  }

  async #wantLetters(buyer: Buyer): Promise<readonly string[]> {
    const subnets = this.#bare.get(buyer.tenant) ?? []
    this.#bare.delete(buyer.tenant)
    if (subnets.length === 0) return subnets
    const { status, text } = await this.#send(
      'POST',
      `/billing/v1/${buyer.tenant}/cart/items`,
      buyer,
      letterItem({ subnets }),
    )
    if (status !== 204) this.troubles.push(`letters: ${status} ${text.slice(0, 200)}`)
    return subnets
  }

  async #checkOut(buyer: Buyer, cart: string, wanted: Pick<Bought, 'blocks' | 'subnets'>): Promise<void> {
    const answer = await this.#send('POST', `${shopOf(buyer)}/cart/${cart}/checkout`, buyer)
    const body = JSON.parse(answer.text) as { code?: string; data?: { order: { uuid: string; status: string } } }
    if (answer.status === 200 && body.data) this.#note(buyer, { cart, ...wanted }, body.data.order)
    else if (body.code === 'payment_declined') {
      this.declined.push(cart)
      for (const subnet of wanted.subnets) this.leases(buyer, subnet)
      await this.#emptyCart(buyer, cart)
    } else this.troubles.push(`checkout: ${answer.status} ${answer.text.slice(0, 200)}`)
  }

  #note(buyer: Buyer, wanted: Omit<Bought, 'order'>, order: { readonly uuid: string; readonly status: string }): void {
    if (order.status !== 'completed') return void this.waiting.push(order.uuid)
    this.bought.push({ ...wanted, order: order.uuid })
    for (const block of wanted.blocks) this.leases(buyer, block)
  }

  async #emptyCart(buyer: Buyer, cart: string): Promise<void> {
    const { data } = await this.#expect(200, 'GET', `${shopOf(buyer)}/cart/${cart}/lines`, buyer)
    for (const { uuid } of data) await this.#send('DELETE', `${shopOf(buyer)}/cart/${cart}/lines/${uuid}`, buyer)
  }

  #block(): string {
    return formatPrefix(nthChild(knownPrefix(this.#offer.block), 24, this.#next++))
  }

  // oxlint-disable-next-line typescript/no-explicit-any -- answers are checked against OpenAPI elsewhere
  async #expect(status: number, method: string, path: string, buyer: Buyer, body?: unknown): Promise<any> {
    const answer = await this.#send(method, path, buyer, body)
    if (answer.status !== status) this.troubles.push(`${method} ${path}: ${answer.status} ${answer.text.slice(0, 200)}`)
    return JSON.parse(answer.text)
  }

  /** Sent again under its key when the connection is cut, and as long as the answer is "not yet" or "not now". */
  async #send(method: string, path: string, { bearer }: Buyer, body?: unknown): Promise<Answer> {
    const headers = { ...bearer, ...(method === 'GET' ? {} : { 'idempotency-key': randomUUID() }) }
    for (;;) {
      const answer = await call(method, `${this.#url}${path}`, { headers, body, agent: this.#agent }).catch(
        (error: NodeJS.ErrnoException) => error,
      )
      if (!(answer instanceof Error)) {
        if (answer.status !== 503 && !answer.text.includes('"idempotency_in_progress"')) return answer
        await pause(20)
      } else if (answer.code === 'ECONNREFUSED') await pause(20)
      else if (answer.code === 'ECONNRESET' || answer.message.includes('cut off') || answer.code === 'EPIPE') this.cut++
      else throw answer
    }
  }
}

const shopOf = ({ tenant }: Buyer) => `/ecommerce/public/${tenant}`
