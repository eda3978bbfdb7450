import type { Customer } from '../shop.ts'
import { Graph } from './graph.ts'

/**
 * Buys as a storefront does it for somebody who is signed in, as ours are: a guest would have to say with every order who
 * they are, one request more. Of each answer it wants the least there is, because what is not asked for is not loaded.
 */

const outcome = '__typename ... on Order { state totalWithTax } ... on ErrorResult { errorCode message }'
const reason = '... on OrderStateTransitionError { transitionError }'

const add = `mutation ($variant: ID!) { done: addItemToOrder(productVariantId: $variant, quantity: 1) { ${outcome} } }`
const address = `mutation ($input: CreateAddressInput!) { done: setOrderShippingAddress(input: $input) { ${outcome} } }`
const methods = 'query { done: eligibleShippingMethods { id priceWithTax } }'
const ship = `mutation ($id: [ID!]!) { done: setOrderShippingMethod(shippingMethodId: $id) { ${outcome} } }`
const arrange = `mutation { done: transitionOrderToState(state: "ArrangingPayment") { ${outcome} ${reason} } }`
const pay = `mutation { done: addPaymentToOrder(input: { method: "dummy", metadata: {} }) { ${outcome} ${reason} } }`
const empty = `mutation { done: removeAllOrderLines { ${outcome} } }`

const home = {
  fullName: 'Ada Buyer',
  streetLine1: '1 Some Street',
  city: 'Berlin',
  postalCode: '10115',
  countryCode: 'DE',
}

interface Ordered {
  readonly __typename: string
  readonly state?: string
  readonly transitionError?: string
}

export class Buyer implements Customer {
  readonly #graph: Graph
  readonly #plenty: string

  constructor(url: string, plenty: string) {
    this.#graph = new Graph(`${url}/shop-api`)
    this.#plenty = plenty
  }

  async signIn({ email, password }: { readonly email: string; readonly password: string }): Promise<this> {
    await this.#graph.signIn(email, password)
    return this
  }

  async buy(product = this.#plenty): Promise<boolean> {
    const added = await this.#graph.ask<Ordered>(add, { variant: product })
    if (added.__typename === 'InsufficientStockError') return false
    if (added.__typename !== 'Order') throw new Error(`not added: ${JSON.stringify(added)}`)
    await this.#graph.ask(address, { input: home }, 'Order')
    const [method] = await this.#graph.ask<readonly { readonly id: string }[]>(methods, {})
    if (!method) throw new Error('Vendure would not ship it')
    await this.#graph.ask(ship, { id: [method.id] }, 'Order')
    const arranged = await this.#graph.ask<Ordered>(arrange, {})
    if (arranged.transitionError?.includes('insufficient stock')) return this.#giveUp()
    if (arranged.state !== 'ArrangingPayment') throw new Error(`not to be paid: ${JSON.stringify(arranged)}`)
    const paid = await this.#graph.ask<Ordered>(pay, {})
    if (paid.state !== 'PaymentSettled') throw new Error(`not paid: ${JSON.stringify(paid)}`)
    return true
  }

  /** So that the next purchase begins with an empty cart. */
  async #giveUp(): Promise<false> {
    await this.#graph.ask(empty, {}, 'Order')
    return false
  }
}
