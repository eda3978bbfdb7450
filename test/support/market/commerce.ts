import { addAddress as add } from '../../../src/commerce/address/address.actions.ts'
import type { AddressWish } from '../../../src/commerce/address/address.rules.ts'
import type { CustomerAddress } from '../../../src/commerce/address/address.store.ts'
import { addMethod } from '../../../src/invoicing/index.ts'
import type { PaymentMethod } from '../../../src/invoicing/index.ts'
import type { World } from '../world.ts'

/** What a company needs before it can buy, made by the actions behind the wire. */

/** The card that succeeds; GET /sandbox/cards lists the others. */
export const goodCard = '4242424242424242'

/** A test card that is good for the next decades, as the company's default. */
export function addCard(world: World, tenant: string, number: string = goodCard): Promise<PaymentMethod> {
  const { ctx } = world
  const card = { number, expiryMonth: 12, expiryYear: ctx.now.getUTCFullYear() + 30 }
  return addMethod(ctx, tenant, { type: 'card', card, token: null, makeDefault: true })
}

/** In the Netherlands, the seller's own country, unless said otherwise. */
export function addAddress(world: World, tenant: string, wish: AddressWish = {}): Promise<CustomerAddress> {
  return world.change((ctx) =>
    add(ctx, tenant, {
      company_name: 'Example Networks B.V.',
      line_one: 'Herengracht 1',
      city: 'Amsterdam',
      postcode: '1015 BA',
      country_code: 'NL',
      contact_email: 'billing@example.net',
      ...wish,
    }),
  )
}

/** A company with so many methods, oldest first; the last one is the default. */
export const companyIn = (world: World) => async (cards: number) => {
  const { tenant, bearer } = await world.client()
  const path = `/ecommerce/public/${tenant}/payment-methods`
  const methods: string[] = []
  for (let i = 0; i < cards; i++) methods.push((await addCard(world, tenant)).uuid)
  const call = (method: string, rest = '', payload?: object) =>
    world.call(method, `${path}${rest}`, { headers: bearer, ...(payload ? { payload } : {}) })
  const theDefault = async () =>
    (await call('GET', '?per_page=1000')).body.data.find((method: { is_default: boolean }) => method.is_default)?.uuid
  return { tenant, bearer, methods, call, theDefault }
}

/** A company with so many addresses, oldest first, and how it speaks of them. */
export const addressesIn = (world: World) => async (count: number) => {
  const { tenant, bearer } = await world.client()
  const made: CustomerAddress[] = []
  for (let i = 0; i < count; i++) made.push(await addAddress(world, tenant, { line_two: `Door ${i + 1}` }))
  const call = (method: string, rest = '', payload?: object) =>
    world.call(method, `/ecommerce/public/${tenant}/addresses${rest}`, {
      headers: bearer,
      ...(payload ? { payload } : {}),
    })
  return { tenant, made, call }
}
