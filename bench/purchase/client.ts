import { tokenFor } from '../contest.ts'
import { blockOf, type Buyer } from './shop.ts'
import { Wire } from './wire.ts'

/** A buyer over the wire, with the specification's own operations: reserve, cart, address, checkout. */
export class Client {
  readonly #url: string
  readonly #buyer: Buyer
  readonly #wire: Wire
  #authorization = ''
  #next = 0

  constructor(url: string, buyer: Buyer) {
    this.#url = url
    this.#wire = new Wire(url)
    this.#buyer = buyer
  }

  async signIn(): Promise<void> {
    this.#authorization = `Bearer ${await tokenFor(this.#url, this.#buyer.clientId, this.#buyer.clientSecret)}`
  }

  async buy(): Promise<void> {
    const { tenant, pricing, address } = this.#buyer
    const shop = `/ecommerce/public/${tenant}`
    await this.#ask('POST', `/billing/v1/${tenant}/market/ipv4/services/reserve`, {
      pricing_uuid: pricing,
      address: blockOf(this.#buyer, this.#next++),
      cidr: 24,
      ip_price: '0.390625',
      contract_length: 1,
    })
    const { uuid } = (await this.#ask('GET', `${shop}/cart`)) as { uuid: string }
    await this.#ask('POST', `${shop}/cart/${uuid}/addresses/${address}`)
    const { order } = (await this.#ask('POST', `${shop}/cart/${uuid}/checkout`)) as { order: { status: string } }
    if (order.status !== 'completed') throw new Error(`the order is ${order.status}`)
  }

  async #ask(method: string, path: string, body?: unknown): Promise<unknown> {
    const payload = body === undefined ? '' : JSON.stringify(body)
    const { status, text } = await this.#wire.ask(method, path, this.#authorization, payload)
    if (status !== 200) throw new Error(`${method} ${path}: ${status} ${text}`)
    return (JSON.parse(text) as { data: unknown }).data
  }

  close(): void {
    this.#wire.close()
  }
}
