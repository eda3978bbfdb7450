import type { Customer } from '../shop.ts'

/** What a storefront knows of its shop, in the words of project/furnish.js. */
export interface Known {
  readonly key: string
  readonly region: string
  readonly country: string
  readonly shipping: string
  readonly plenty: readonly string[]
  readonly last: string[]
}

interface Completed {
  readonly type: string
  readonly order?: { readonly total: number; readonly summary: { readonly paid_total: number } }
}

class Refused extends Error {
  readonly status: number
  /** With the cart it is a code, with the order only a sentence. */
  readonly soldOut: boolean

  constructor(path: string, status: number, body: string) {
    super(`${path}: ${status} ${body}`)
    this.status = status
    this.soldOut = status === 400 && /"insufficient_inventory"|"Not enough stock available /.test(body)
  }
}

/** A guest, who is the same customer each time by the e-mail address, in the order of requests of Medusa's own storefront. */
export class Shopper implements Customer {
  readonly #url: string
  readonly #known: Known
  readonly #usual: string
  readonly #email: string

  constructor(url: string, known: Known, number: number) {
    const usual = known.plenty[number % known.plenty.length]
    if (usual === undefined) throw new Error('there is nothing to buy')
    this.#url = url
    this.#known = known
    this.#usual = usual
    this.#email = `shopper-${number}@example.com`
  }

  /** That there is none left is found out with the cart or only with the order. */
  async buy(product = this.#usual): Promise<boolean> {
    try {
      const cart = await this.#fill(product)
      await this.#chooseHow(cart)
      await this.#order(cart)
      return true
    } catch (error) {
      if (error instanceof Refused && error.soldOut) return false
      throw error
    }
  }

  async #fill(product: string): Promise<string> {
    const { cart } = await this.#ask<{ cart: { id: string } }>('carts', { region_id: this.#known.region })
    await this.#ask(`carts/${cart.id}/line-items`, { variant_id: product, quantity: 1 })
    return cart.id
  }

  async #chooseHow(cart: string): Promise<void> {
    const address = {
      first_name: 'Erika',
      last_name: 'Muster',
      address_1: 'Markt 1',
      city: 'Bremen',
      postal_code: '28195',
      country_code: this.#known.country,
    }
    await this.#ask(`carts/${cart}`, { email: this.#email, shipping_address: address, billing_address: address })
    await this.#ask(`carts/${cart}/shipping-methods`, { option_id: this.#known.shipping })
    type Collection = { payment_collection: { id: string } }
    const { payment_collection } = await this.#ask<Collection>('payment-collections', { cart_id: cart })
    await this.#ask(`payment-collections/${payment_collection.id}/payment-sessions`, { provider_id: 'pp_card_card' })
  }

  /**
   * Asked again after a failure of its own, as it may be: where many want the same thing, Medusa fails who has waited five
   * seconds for the lock of it. An order is not enough, it can also be one that a failed completion has left unpaid.
   */
  async #order(cart: string, attempts = 5): Promise<void> {
    const path = `carts/${cart}/complete`
    try {
      const { type, order } = await this.#ask<Completed>(path, {})
      if (type !== 'order' || order === undefined || order.summary.paid_total < order.total)
        throw new Error(`${path}: ${type}, of ${order?.total} paid ${order?.summary.paid_total}`)
    } catch (error) {
      if (attempts === 1 || !(error instanceof Refused) || error.status !== 500) throw error
      await this.#order(cart, attempts - 1)
    }
  }

  async #ask<Body>(path: string, body: object): Promise<Body> {
    const answer = await fetch(`${this.#url}/store/${path}`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', 'x-publishable-api-key': this.#known.key },
      body: JSON.stringify(body),
    })
    if (!answer.ok) throw new Refused(path, answer.status, await answer.text())
    return (await answer.json()) as Body
  }
}
