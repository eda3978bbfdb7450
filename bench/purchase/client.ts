import { Agent, request } from 'node:http'
import { tokenFor } from '../contest.ts'
import { blockOf, type Buyer } from './shop.ts'

/** A buyer over the wire, with the specification's own operations: reserve, cart, address, checkout. */
export class Client {
  readonly #url: string
  readonly #buyer: Buyer
  readonly #agent = new Agent({ keepAlive: true, maxSockets: 1 })
  #authorization = ''
  #next = 0

  constructor(url: string, buyer: Buyer) {
    this.#url = url
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

  #ask(method: string, path: string, body?: unknown): Promise<unknown> {
    const payload = body === undefined ? undefined : JSON.stringify(body)
    return new Promise((resolve, reject) => {
      const sent = request(`${this.#url}${path}`, {
        method,
        agent: this.#agent,
        headers: {
          authorization: this.#authorization,
          ...(payload === undefined
            ? {}
            : { 'content-type': 'application/json', 'content-length': Buffer.byteLength(payload) }),
        },
      })
      sent.on('error', reject)
      sent.on('response', (response) => {
        let text = ''
        response.setEncoding('utf8').on('data', (part: string) => (text += part))
        response.on('end', () => {
          if (response.statusCode === 200) resolve((JSON.parse(text) as { data: unknown }).data)
          else reject(new Error(`${method} ${path}: ${response.statusCode} ${text}`))
        })
      })
      sent.end(payload)
    })
  }

  close(): void {
    this.#agent.destroy()
  }
}
