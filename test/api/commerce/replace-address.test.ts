import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { partyOf } from '../../../src/commerce/address/address.actions.ts'
import type { CustomerAddress } from '../../../src/commerce/address/address.store.ts'
import { insertOrders, type Order } from '../../../src/commerce/order/order.store.ts'
import { openSubscriptions } from '../../../src/commerce/subscription/subscription.actions.ts'
import type { Party } from '../../../src/invoicing/index.ts'
import { newUuid } from '../../../src/kernel/uuid.ts'
import { addressesIn } from '../../support/market/commerce.ts'
import { makeLease, makeOffer } from '../../support/market/market.ts'
import { outcomeOf } from '../../support/portal.ts'
import { openWorld, type World } from '../../support/world.ts'

let world: World
let companyWith: ReturnType<typeof addressesIn>
beforeAll(async () => {
  world = await openWorld()
  companyWith = addressesIn(world)
})
afterAll(() => world.close())

const changed = { line_one: 'Unter den Linden 1', city: 'Berlin', postcode: '10117', country_code: 'DE' }

/** A lease that is billed to an address. */
async function subscribe(tenant: string, address: CustomerAddress | undefined, block: string): Promise<string> {
  if (!address) throw new Error('no address')
  const holder = await world.tenant('Holder', 'holder')
  const { uuid: lease } = await makeLease(world, await makeOffer(world, holder, { block }), tenant, block)
  const order = orderOf(tenant, partyOf(address), world.ctx.now)
  const subscription = newUuid()
  await world.change(async (ctx) => {
    await insertOrders(ctx, [order])
    await openSubscriptions(ctx, order, [
      { subscription, lease, holder, name: block, price: 10_000, commission: 500, expiresAt: null },
    ])
  })
  return subscription
}

const orderOf = (tenant: string, buyer: Party, placedAt: Date): Order => ({
  uuid: newUuid(),
  tenant_uuid: tenant,
  kind: 'purchase',
  status: 'completed',
  cart_uuid: null,
  subscription_uuid: null,
  period_start: null,
  period_end: null,
  buyer,
  lines: [],
  discounts: [],
  taxes: [],
  removed_items: [],
  discount_code_uuid: null,
  sub_total_minor: 0,
  discount_minor: 0,
  tax_minor: 0,
  credits_minor: 0,
  total_minor: 0,
  payment_method_uuid: null,
  placed_at: placedAt,
  expires_at: null,
  completed_at: placedAt,
})

describe('PUT /ecommerce/public/{user_id}/addresses/{address_id}', () => {
  it('replaces the whole address', async () => {
    const { made, call } = await companyWith(1)
    const { status, body } = await call('PUT', `/${made[0]?.number}`, changed)
    expect([status, body.data]).toMatchObject([
      200,
      { uuid: made[0]?.uuid, id: made[0]?.number, ...changed, company_name: null, line_two: null, contact_email: null },
    ])
    expect((await call('GET', `/${made[0]?.uuid}`)).body).toEqual(body)
  })

  it('bills live subscriptions to the new one, and no others', async () => {
    const { tenant, made, call } = await companyWith(2)
    const live = await subscribe(tenant, made[0], '45.8.0.0/24')
    const ended = await subscribe(tenant, made[0], '45.8.1.0/24')
    const elsewhere = await subscribe(tenant, made[1], '45.8.2.0/24')
    await world.house.pool.query(
      `update subscription set status = 'terminated', terminated_at = now() where uuid = $1`,
      [ended],
    )
    await call('PUT', `/${made[0]?.uuid}`, changed)
    const { rows } = await world.house.pool.query('select uuid, buyer from subscription where tenant_uuid = $1', [
      tenant,
    ])
    const cities = Object.fromEntries(rows.map(({ uuid, buyer }) => [uuid, buyer.city]))
    expect(cities).toEqual({ [live]: 'Berlin', [ended]: 'Amsterdam', [elsewhere]: 'Amsterdam' })
  })

  it('refuses what no address can be, and changes nothing', async () => {
    const { made, call } = await companyWith(1)
    const before = (await call('GET', `/${made[0]?.uuid}`)).body
    const { status, body } = await call('PUT', `/${made[0]?.uuid}`, { ...changed, country_code: 'ZZ' })
    expect([status, Object.keys(body.errors)]).toEqual([422, ['country_code']])
    expect((await call('PUT', `/${made[0]?.uuid}`, { city: 'Berlin' })).status).toBe(422)
    expect((await call('GET', `/${made[0]?.uuid}`)).body).toEqual(before)
  })

  it('does not know what is foreign or removed', async () => {
    const { made, call } = await companyWith(1)
    const [foreign] = (await companyWith(1)).made
    await call('DELETE', `/${made[0]?.uuid}`)
    for (const id of [foreign?.uuid, foreign?.number, made[0]?.uuid])
      expect(outcomeOf(await call('PUT', `/${id}`, changed))).toBe('404 not_found')
  })
})
