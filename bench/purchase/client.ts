import { tokenFor } from '../contest.ts'
import { blockOf, type Buyer } from './shop.ts'
import { Wire } from './wire.ts'

/** The requests of a purchase, in their order. */
export const steps = ['reserve', 'cart', 'address', 'method', 'checkout', 'order'] as const
export type Step = (typeof steps)[number]

interface Ordered {
  readonly uuid: string
  readonly status: string
}

/** A buyer over the wire, with the specification's own operations. */
export class Client {
  readonly #url: string
  readonly #buyer: Buyer
  readonly #wire: Wire
  #authorization = ''
  #next = 0
  #cart = ''
  #order = ''

  constructor(url: string, buyer: Buyer) {
    this.#url = url
    this.#wire = new Wire(url)
    this.#buyer = buyer
  }

  async signIn(): Promise<void> {
    this.#authorization = `Bearer ${await tokenFor(this.#url, this.#buyer.clientId, this.#buyer.clientSecret)}`
  }

  /** All the steps, one after the other. */
  async buy(): Promise<void> {
    for (const step of steps) await this.take(step)
  }

  take(step: Step): Promise<void> {
    return this.#steps[step]()
  }

  readonly #steps: Readonly<Record<Step, () => Promise<void>>> = {
    reserve: async () => {
      const { tenant, pricing } = this.#buyer
      await this.#ask('POST', `/billing/v1/${tenant}/market/ipv4/services/reserve`, {
        pricing_uuid: pricing,
        address: blockOf(this.#buyer, this.#next++),
        cidr: 24,
        ip_price: '0.390625',
        contract_length: 1,
      })
    },
    cart: async () => {
      this.#cart = ((await this.#ask('GET', this.#path('cart'))) as { uuid: string }).uuid
    },
    address: async () =>
      void (await this.#ask('POST', this.#path(`cart/${this.#cart}/addresses/${this.#buyer.address}`))),
    method: async () =>
      void (await this.#ask('PATCH', this.#path(`cart/${this.#cart}/payment-method/${this.#buyer.method}`))),
    checkout: async () => {
      const { order } = (await this.#ask('POST', this.#path(`cart/${this.#cart}/checkout`))) as { order: Ordered }
      if (order.status !== 'completed') throw new Error(`the order is ${order.status}`)
      this.#order = order.uuid
    },
    order: async () => void (await this.#ask('GET', this.#path(`orders/${this.#order}`))),
  }

  #path(rest: string): string {
    return `/ecommerce/public/${this.#buyer.tenant}/${rest}`
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
