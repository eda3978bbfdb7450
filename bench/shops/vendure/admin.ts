import { randomBytes, randomUUID } from 'node:crypto'
import { Graph } from './graph.ts'

interface Made {
  readonly id: string
}

/** Who puts things up for sale and lets customers in. */
export class Admin {
  readonly #graph: Graph

  constructor(url: string) {
    this.#graph = new Graph(`${url}/admin-api`)
  }

  async signIn(password: string): Promise<this> {
    await this.#graph.signIn('superadmin', password)
    return this
  }

  /** A product of one variant, whose inventory is tracked: the variant. */
  async product(left: number): Promise<string> {
    const slug = `product-${randomUUID()}`
    const { id } = await this.#graph.ask<Made>(
      'mutation ($input: CreateProductInput!) { done: createProduct(input: $input) { id } }',
      { input: { enabled: true, translations: [{ languageCode: 'en', name: slug, slug, description: '' }] } },
    )
    const variant = {
      productId: id,
      sku: slug,
      price: 10_000,
      stockOnHand: left,
      trackInventory: 'TRUE',
      translations: [{ languageCode: 'en', name: slug }],
    }
    const [made] = await this.#graph.ask<readonly Made[]>(
      'mutation ($input: [CreateProductVariantInput!]!) { done: createProductVariants(input: $input) { id } }',
      { input: [variant] },
    )
    if (!made) throw new Error('Vendure has made no variant')
    return made.id
  }

  /** An account that needs no mail to be confirmed. */
  async account(): Promise<{ readonly email: string; readonly password: string }> {
    const [email, password] = [`${randomUUID()}@example.com`, randomBytes(12).toString('hex')]
    await this.#graph.ask(
      `mutation ($input: CreateCustomerInput!, $password: String) {
        done: createCustomer(input: $input, password: $password) { __typename ... on ErrorResult { message } }
      }`,
      { input: { firstName: 'Ada', lastName: 'Buyer', emailAddress: email }, password },
      'Customer',
    )
    return { email, password }
  }
}
