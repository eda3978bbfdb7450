import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import {
  breachesIn,
  buyerIn,
  chargesOf,
  giveCode,
  giveCredits,
  leaveInCheckout,
  openShop,
  readyCart,
  type Shop,
} from '../../support/market/carts.ts'
import { addCard } from '../../support/market/commerce.ts'
import { outcomeOf } from '../../support/portal.ts'
import { anonymous } from '../../support/refusals.ts'
import { statementsIn } from '../../support/statements.ts'
import { openWorld, type World } from '../../support/world.ts'

let world: World
let shop: Shop
beforeAll(async () => {
  world = await openWorld({ env: { SUBLET_SANDBOX: '1' } })
  shop = await openShop(world)
})
afterAll(() => world.close())

const count = async (query: string, tenant: string): Promise<number> =>
  (await world.house.pool.query<{ n: number }>(query, [tenant])).rows[0]?.n ?? 0

const declines = '4000000000000002'
const needsStep = '4000002500003155'

describe('POST /ecommerce/public/{user_id}/cart/{cart_uuid}/checkout', () => {
  it('buys what is in the cart: order, leases, subscriptions, invoice and entries', async () => {
    const { buyer, cart, offers } = await readyCart(shop, { blocks: 2, country: 'NL' })
    const committed = await shop.offer()
    await buyer.reserve(committed, { contract_length: 12 })
    const { status, body } = await buyer.checkout(cart)
    const usd = (amount: string) => ({ currency: 'USD', amount, amount_minor: Math.round(Number(amount) * 100) })
    expect([status, body.data.order]).toEqual([
      200,
      {
        uuid: expect.any(String),
        number: expect.stringMatching(/^\d{6}-[0-9A-HJKMNP-TV-Z]{6}$/),
        status: 'completed',
        kind: 'purchase',
        name: offers[0]?.block,
        items_count: 3,
        placed_at: expect.stringMatching(/\+00:00$/),
        expires_at: null,
        completed_at: expect.stringMatching(/\+00:00$/),
        cart_uuid: cart,
        subscription_uuid: null,
        sub_total: usd('300.00'),
        discount_total: usd('0.00'),
        tax_total: usd('63.00'),
        credits_total: usd('0.00'),
        total: usd('363.00'),
        remaining_total: usd('0.00'),
        payment_reference: null,
        removed_items: [],
        payment: { status: 'succeeded', action_url: null, hosted_page: false },
      },
    ])
    expect(await chargesOf(world, buyer.tenant)).toEqual([{ amount_minor: 36_300, outcome: 'succeeded' }])
    const { body: services } = await world.call('GET', `/billing/v1/${buyer.tenant}/market/ipv4/services`, {
      headers: buyer.bearer,
    })
    expect(services.data.map((row: { billing_service: { address: string } }) => row.billing_service.address)).toEqual(
      [...offers, committed].map(({ block }) => block.replace('/24', '')),
    )
    const { body: invoices } = await world.call('GET', `/billing/v1/${buyer.tenant}/invoices`, {
      headers: buyer.bearer,
    })
    expect(invoices.data).toMatchObject([{ status: 'paid', total: 363, total_left_to_pay: 0 }])
    expect(await count(`select count(*) as n from subscription where tenant_uuid = $1`, buyer.tenant)).toBe(3)
    const running = `select count(*) as n from commitment where tenant_uuid = $1 and status = 'active'`
    expect(await count(running, buyer.tenant)).toBe(1)
  })

  it('costs as many statements for ten blocks as for one', async () => {
    const costs: number[] = []
    for (const blocks of [1, 10]) {
      const { buyer, cart } = await readyCart(shop, { blocks })
      await world.hear()
      costs.push(await statementsIn(() => buyer.checkout(cart)))
    }
    expect(costs[1]).toBe(costs[0])
    expect(costs[0]).toBeLessThanOrEqual(45)
  })

  it('uses credits first, and charges nothing where they cover all', async () => {
    const { buyer, cart } = await readyCart(shop)
    await giveCredits(world, buyer.tenant, 130)
    await buyer.send('POST', `/cart/${cart}/credits/apply`, { amount: 30 })
    const part = (await buyer.checkout(cart)).body.data.order
    expect(part).toMatchObject({ status: 'completed', credits_total: { amount: '30.00' } })
    expect(await chargesOf(world, buyer.tenant)).toMatchObject([{ amount_minor: 7_000 }])
    const whole = await readyCart(shop, { buyer, card: null })
    await buyer.send('POST', `/cart/${whole.cart}/credits/apply`, { amount: 100 })
    const { order } = (await buyer.checkout(whole.cart)).body.data
    expect(order).toMatchObject({ status: 'completed', credits_total: { amount: '100.00' }, payment: null })
    expect(await chargesOf(world, buyer.tenant)).toHaveLength(1)
    const left = await count(
      'select total_minor + held_minor as n from credit_account where tenant_uuid = $1',
      buyer.tenant,
    )
    expect(left).toBe(0)
  })

  it('waits for its payment without a method, or with one that is paid by hand, and keeps its blocks', async () => {
    const { buyer, cart, offers } = await readyCart(shop, { card: null })
    const { order } = (await buyer.checkout(cart)).body.data
    expect(order).toMatchObject({ status: 'pending_payment', remaining_total: { amount: '100.00' }, payment: null })
    const days = (Date.parse(order.expires_at) - Date.parse(order.placed_at)) / 86_400_000
    expect(days).toBe(7)
    const byHand = await readyCart(shop, { card: null })
    await byHand.buyer.send('POST', '/payment-methods', { type: 'bank_transfer' })
    expect((await byHand.buyer.checkout(byHand.cart)).body.data.order.status).toBe('pending_payment')
    const other = await buyerIn(world)
    expect(outcomeOf(await other.reserve(offers[0] ?? (await shop.offer())))).toBe('400 subnet_taken')
  })

  it('leaves everything as it was when the card declines; another card then buys', async () => {
    const { buyer, cart } = await readyCart(shop, { card: declines })
    const { code } = await giveCode(world, { most_uses: 1 })
    await giveCredits(world, buyer.tenant, 10)
    await buyer.send('POST', `/cart/${cart}/discount-code/${code}`)
    await buyer.send('POST', `/cart/${cart}/credits/apply`, { amount: 10 })
    const before = await buyer.cart()
    const answer = await buyer.checkout(cart)
    expect([outcomeOf(answer), answer.body.errors]).toEqual([
      '422 payment_declined',
      { payment_method: ['card_declined'] },
    ])
    expect(await buyer.cart()).toMatchObject({
      uuid: cart,
      status: 'open',
      items: [{ uuid: before.items[0].uuid }],
      total: before.total,
      credits_total: before.credits_total,
      discount_total: before.discount_total,
    })
    expect(await breachesIn(world)).toEqual([])
    await addCard(world, buyer.tenant)
    expect((await buyer.checkout(cart)).body.data.order).toMatchObject({
      status: 'completed',
      total: { amount: '90.00' },
    })
    expect(await chargesOf(world, buyer.tenant)).toEqual([
      { amount_minor: 8_000, outcome: 'declined' },
      { amount_minor: 8_000, outcome: 'succeeded' },
    ])
  })

  it('says where the second step is taken, and waits for it', async () => {
    const { buyer, cart } = await readyCart(shop, { card: needsStep })
    const { order } = (await buyer.checkout(cart)).body.data
    expect(order).toMatchObject({
      status: 'pending_payment',
      payment: { status: 'needs_action', action_url: expect.stringContaining('/sandbox/payments/') },
    })
    expect((await buyer.cart()).uuid).not.toBe(cart)
  })

  it('refuses a cart without address, without lines, with lapsed lines, and of somebody else', async () => {
    const buyer = await buyerIn(world)
    const { uuid: cart } = await buyer.cart()
    expect(outcomeOf(await buyer.checkout(cart))).toBe('422 address_required')
    await buyer.address(cart)
    expect(outcomeOf(await buyer.checkout(cart))).toBe('422 cart_empty')
    await buyer.reserve(await shop.offer())
    const other = await buyerIn(world)
    const foreign = await other.checkout(cart)
    expect(anonymous(foreign)).toBe(anonymous(await other.checkout('019a8c1e-7b2f-7c3d-9e4f-5a6b7c8d9e0f')))
    expect(outcomeOf(foreign)).toBe('404 not_found')
    await world.travel('21 minutes')
    expect(outcomeOf(await buyer.checkout(cart))).toBe('409 cart_expired')
    await world.runJobs()
    expect(outcomeOf(await buyer.checkout(cart))).toBe('409 cart_expired')
    await buyer.address(cart)
    expect(outcomeOf(await buyer.checkout(cart))).toBe('422 cart_empty')
    expect(await chargesOf(world, buyer.tenant)).toEqual([])
  })

  it('is empty, not expired, after its lines were taken out', async () => {
    const { buyer, cart } = await readyCart(shop)
    const [line] = (await buyer.cart()).items
    await buyer.send('DELETE', `/cart/${cart}/lines/${line.uuid}`)
    expect(outcomeOf(await buyer.checkout(cart))).toBe('422 cart_empty')
  })

  it('refuses a company that is not active, credits that are gone and a code that others have used up', async () => {
    const { buyer, cart } = await readyCart(shop)
    await giveCredits(world, buyer.tenant, 100)
    await buyer.send('POST', `/cart/${cart}/credits/apply`, { amount: 100 })
    const { uuid } = await giveCode(world, { most_uses: 1 })
    await world.house.pool.query('update cart set discount_code_uuid = $1 where uuid = $2', [uuid, cart])
    await world.house.pool.query('update discount_code set uses = 1 where uuid = $1', [uuid])
    expect(outcomeOf(await buyer.checkout(cart))).toBe('422 discount_code_used_up')
    await world.house.pool.query('update discount_code set uses = 0 where uuid = $1', [uuid])
    await world.house.pool.query('update credit_account set total_minor = 0 where tenant_uuid = $1', [buyer.tenant])
    expect(outcomeOf(await buyer.checkout(cart))).toBe('422 credits_insufficient')
    await world.house.pool.query('update credit_account set total_minor = 10000 where tenant_uuid = $1', [buyer.tenant])
    await world.house.pool.query(`update tenant set status = 'pending' where uuid = $1`, [buyer.tenant])
    expect(outcomeOf(await buyer.checkout(cart))).toBe('403 company_not_active')
    await world.house.pool.query(`update tenant set status = 'active' where uuid = $1`, [buyer.tenant])
    expect(await chargesOf(world, buyer.tenant)).toEqual([])
    expect((await buyer.checkout(cart)).status).toBe(200)
  })

  it('answers a repeated request as it answered first', async () => {
    const { buyer, cart } = await readyCart(shop)
    const first = await buyer.checkout(cart, 'once')
    const again = await buyer.checkout(cart, 'once')
    expect([again.status, again.body]).toEqual([200, first.body])
    expect(again.headers['idempotency-replayed']).toBe('true')
    expect(await chargesOf(world, buyer.tenant)).toHaveLength(1)
    const other = await readyCart(shop, { buyer, card: null })
    expect(outcomeOf(await buyer.checkout(other.cart, 'once'))).toBe('422 idempotency_mismatch')
  })

  it('says so while a payment is under way', async () => {
    const ready = await readyCart(shop)
    const { order } = await leaveInCheckout(ready, world)
    const answer = await ready.buyer.checkout(ready.cart)
    expect(outcomeOf(answer)).toBe('409 cart_in_checkout')
    expect(answer.body.message).toContain(order.uuid)
    expect(answer.body.errors).toEqual({ order_uuid: [order.uuid] })
  })

  it('names the order to whoever orders the same cart again', async () => {
    const { buyer, cart } = await readyCart(shop)
    const { order } = (await buyer.checkout(cart)).body.data
    const again = await buyer.checkout(cart)
    expect(outcomeOf(again)).toBe('409 cart_ordered')
    expect(again.body.message).toContain(order.uuid)
    expect(again.body.errors).toEqual({ order_uuid: [order.uuid] })
  })
})

describe('sixteen at once', () => {
  it('make one order and one charge of one cart', async () => {
    const { buyer, cart } = await readyCart(shop)
    const outcomes = (await Promise.all(Array.from({ length: 16 }, () => buyer.checkout(cart)))).map(outcomeOf)
    expect(outcomes.filter((outcome) => outcome === 200)).toHaveLength(1)
    expect(new Set(outcomes)).toEqual(new Set([200, ...outcomes.filter((o) => String(o).startsWith('409 cart_'))]))
    expect(await chargesOf(world, buyer.tenant)).toHaveLength(1)
    expect(await count('select count(*) as n from sales_order where tenant_uuid = $1', buyer.tenant)).toBe(1)
  })

  it('with the same Idempotency-Key too', async () => {
    const { buyer, cart } = await readyCart(shop)
    const answers = await Promise.all(Array.from({ length: 16 }, () => buyer.checkout(cart, 'all')))
    expect(answers.filter(({ status }) => status === 200).length).toBeGreaterThan(0)
    expect(await chargesOf(world, buyer.tenant)).toHaveLength(1)
    expect((await buyer.checkout(cart, 'all')).status).toBe(200)
  })

  it('use a code as often as it may be used', async () => {
    const { code, uuid } = await giveCode(world, { most_uses: 3 })
    const carts = []
    for (let i = 0; i < 8; i++) {
      const ready = await readyCart(shop)
      await ready.buyer.send('POST', `/cart/${ready.cart}/discount-code/${code}`)
      carts.push(ready)
    }
    const outcomes = (await Promise.all(carts.map(({ buyer, cart }) => buyer.checkout(cart)))).map(outcomeOf)
    expect(outcomes.filter((outcome) => outcome === 200)).toHaveLength(3)
    expect(outcomes.filter((outcome) => outcome === '422 discount_code_used_up')).toHaveLength(5)
    const { rows } = await world.house.pool.query('select uses from discount_code where uuid = $1', [uuid])
    expect(rows).toEqual([{ uses: 3 }])
  })
})

describe('after all this', () => {
  it('the audit finds nothing', async () => {
    expect(await breachesIn(world)).toEqual([])
  })
})
