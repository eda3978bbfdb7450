import { afterAll, beforeAll, expect, it } from 'vitest'
import { breachesIn } from '../support/market/carts.ts'
import { makeOffer } from '../support/market/market.ts'
import { addAddress, addCard } from '../support/market/commerce.ts'
import { openWorld, type World } from '../support/world.ts'

/** A block is bought with the specification's own operations alone: reserve, cart, address, checkout. */

let world: World
beforeAll(async () => {
  world = await openWorld({ env: { SUBLET_SANDBOX: '1' } })
})
afterAll(() => world.close())

it('from a price on the market to a subscription and its invoice', async () => {
  const holder = await world.client()
  const offer = await makeOffer(world, holder.tenant, {
    block: '45.9.0.0/24',
    pricings: [{ length: 24, priceMinor: 9_999, periods: [12] }],
  })
  const lessee = await world.client(['billing', 'ecommerce'])
  const { tenant, bearer: headers } = lessee
  // Who buys has an address and a card; how they came there is another story.
  const { number } = await addAddress(world, tenant)
  await addCard(world, tenant)
  const commerce = `/ecommerce/public/${tenant}`

  const reserved = await world.call('POST', `/billing/v1/${tenant}/market/ipv4/services/reserve`, {
    headers,
    payload: {
      pricing_uuid: offer.pricingOf[24],
      address: '45.9.0.0',
      cidr: 24,
      ip_price: '0.390586',
      contract_length: 12,
    },
  })
  expect(reserved.body.data.status).toBe('accepted')

  const cart = (await world.call('GET', `${commerce}/cart`, { headers })).body.data
  expect(cart).toMatchObject({ sub_total: { amount: '99.99' }, items: [{ name: '45.9.0.0/24', contract_length: 12 }] })

  const address = await world.call('POST', `${commerce}/cart/${cart.uuid}/addresses/${number}`, { headers })
  expect(address.body.data.country_code).toBe('NL')
  const taxed = (await world.call('GET', `${commerce}/cart/${cart.uuid}`, { headers })).body.data
  expect(taxed).toMatchObject({ tax_total: { amount: '21.00' }, total: { amount: '120.99' } })

  const checkout = await world.call('POST', `${commerce}/cart/${cart.uuid}/checkout`, { headers })
  expect(checkout.body.data.order).toMatchObject({ status: 'completed', total: { amount: '120.99' } })

  const services = await world.call('GET', `/billing/v1/${tenant}/market/ipv4/services`, { headers })
  expect(services.body.data).toMatchObject([
    {
      billing_service: { address: '45.9.0.0', cidr: 24, status: 'active', recurring_amount: 99.99 },
      ecommerce_subscription_uuid: expect.any(String),
    },
  ])
  const { uuid: service } = services.body.data[0].billing_service

  const invoices = await world.call('GET', `/billing/v1/${tenant}/invoices`, { headers })
  const invoice = await world.call('GET', `/billing/v1/${tenant}/invoices/${invoices.body.data[0].uuid}`, { headers })
  expect(invoice.body).toMatchObject({
    status: 'paid',
    subtotal: 99.99,
    total: 120.99,
    items: [{ service_uuid: service, amount: 99.99 }],
  })

  const { rows } = await world.house.pool.query(
    'select uuid, status, name, price_minor, period_number from subscription where tenant_uuid = $1',
    [tenant],
  )
  expect(rows).toEqual([
    {
      uuid: services.body.data[0].ecommerce_subscription_uuid,
      status: 'active',
      name: '45.9.0.0/24',
      price_minor: 9_999,
      period_number: 1,
    },
  ])
  expect(await breachesIn(world)).toEqual([])
})
