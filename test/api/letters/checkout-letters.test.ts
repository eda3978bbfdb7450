import { describe, expect, it } from 'vitest'
import { recoverCheckouts } from '../../../src/commerce/index.ts'
import { endOrder, noteRefund } from '../../../src/commerce/order/order.actions.ts'
import { endLease } from '../../../src/market/index.ts'
import { keepFacts } from '../../../src/network/index.ts'
import { breachesIn, chargesOf, leaveInCheckout } from '../../support/market/carts.ts'
import { addCard } from '../../support/market/commerce.ts'
import { banAsnIn, fitAsn, letterItem, lettersOf, originsOf, otherAsn } from '../../support/market/letters.ts'
import { outcomeOf } from '../../support/portal.ts'
import { statementsIn } from '../../support/statements.ts'
import { stageLetters } from '../../support/stages.ts'

/** What the checkout (checkoutCart) makes of letters in the cart, and what becomes of such an order. */

const { world, office, dear, payer } = await stageLetters()

const price = (amount: string) => ({ currency: 'USD', amount, amount_minor: Math.round(Number(amount) * 100) })

describe('a checkout of letters', () => {
  it('that cost nothing completes at once without a payment method, one pending letter for each subnet', async () => {
    const lessee = await office.lessee()
    const lease = await lessee.lease(22)
    const halves = [lease.block.replace('/22', '/23'), lease.block.replace('.0/22', '.0/24')]
    await lessee.add(letterItem({ subnets: halves }))
    await lessee.add(letterItem({ subnets: [lease.block], asn: otherAsn, roa: 'no' }))
    const { uuid: cart } = await lessee.cart()
    await lessee.address(cart)
    const { order } = (await lessee.checkout(cart)).body.data
    expect(order).toMatchObject({ status: 'completed', total: price('0.00'), payment: null })
    expect(await lettersOf(world, order.uuid)).toMatchObject(
      [
        { block: lease.block, asn: otherAsn },
        { block: halves[0], asn: fitAsn },
        { block: halves[1], asn: fitAsn },
      ].map((letter) => ({ ...letter, status: 'pending' })),
    )
    expect(await originsOf(world, lease.uuid)).toEqual([otherAsn, fitAsn])
    const { body } = await lessee.get(`/orders/${order.uuid}/lines`)
    expect(body.data).toMatchObject([
      { type: 'letter', service_uuid: null, product_fields: { asn: fitAsn, subnets: halves }, period_start: null },
      { type: 'letter', product_options: { selection: { roa: 'no' } }, total: price('0.00') },
    ])
    expect((await lessee.get(`/cart/${cart}`)).body.data.items).toMatchObject([{ product_type: 'loa' }, {}])
    expect(await breachesIn(world)).toEqual([])
  })

  it('together with a block charges both, and bills a letter once', async () => {
    const lessee = await payer()
    const { block } = await lessee.lease()
    await lessee.add(letterItem({ subnets: [block] }))
    const other = await lessee.add({
      product_type: 'ipv4',
      billing_cycle: 1,
      product_fields: { address: '45.67.0.0', cidr: 24 },
    })
    expect(other.status).toBe(204)
    const { uuid: cart, items } = await lessee.cart()
    expect(items.map((item: { product_type: string }) => item.product_type)).toEqual(['ipv4', 'loa'])
    await lessee.address(cart, { country_code: 'NL' })
    await addCard(world, lessee.tenant)
    const { order } = (await lessee.checkout(cart)).body.data
    expect(order).toMatchObject({ status: 'completed', sub_total: price('107.00'), total: price('129.47') })
    expect(await chargesOf(world, lessee.tenant)).toMatchObject([{ amount_minor: 12_947, outcome: 'succeeded' }])
    const invoices = await world.call('GET', `/billing/v1/${lessee.tenant}/invoices`, { headers: lessee.bearer })
    const invoice = await world.call('GET', `/billing/v1/${lessee.tenant}/invoices/${invoices.body.data[0].uuid}`, {
      headers: lessee.bearer,
    })
    expect(invoice.body.items.slice(0, 2)).toMatchObject([
      { type: 'lease', amount: 100 },
      { type: 'letter', amount: 7, description: `Letter for AS${fitAsn}: ${block}`, service_uuid: null },
    ])
    expect(await breachesIn(world)).toEqual([])
  })

  it('costs hardly more statements for sixteen letters than for one', async () => {
    const costs: number[] = []
    for (const count of [1, 16]) {
      const lessee = await office.lessee()
      const { block } = await lessee.lease(20)
      const [a, b, c] = block.split('.').map(Number)
      const subnets = Array.from({ length: count }, (_, i) => `${a}.${b}.${(c ?? 0) + i}.0/24`)
      await lessee.add(letterItem({ subnets }))
      const { uuid: cart } = await lessee.cart()
      await lessee.address(cart)
      await world.hear()
      costs.push(await statementsIn(() => lessee.checkout(cart)))
    }
    // Rows that are many leave by themselves (`insertLater`): of two tables, whatever the number of letters.
    expect((costs[1] ?? 0) - (costs[0] ?? 0)).toBeLessThanOrEqual(2)
    expect(costs[0]).toBeLessThanOrEqual(35)
  })

  it('is refused when what was true has changed, and leaves the cart as it was', async () => {
    const lessee = await office.lessee()
    const lease = await lessee.lease()
    await lessee.add(letterItem({ subnets: [lease.block] }))
    const { uuid: cart, items } = await lessee.cart()
    await lessee.address(cart)
    const path = `items.${items[0].uuid}`
    await banAsnIn(world, fitAsn)
    const banned = await lessee.checkout(cart)
    await world.house.pool.query('delete from asn_ban')
    expect([outcomeOf(banned), banned.body.errors]).toEqual([
      '422 asn_not_fit',
      { [`${path}.asn`]: [`AS${fitAsn} is banned here`] },
    ])
    const sanction = async (name: string) => {
      const list = [{ entry: name, program: 'SDGT', names: [name] }]
      await world.change((ctx) => keepFacts(ctx, 'ofac', list, { name: 'new' }))
      await world.hear()
    }
    await sanction('Example Networks B.V.')
    const listed = await lessee.checkout(cart)
    await sanction('Somebody Else Entirely')
    expect([outcomeOf(listed), listed.body.errors]).toEqual([
      '422 letter_company_sanctioned',
      { [`${path}.company_name`]: ['Example Networks B.V. is under sanctions as Example Networks B.V.'] },
    ])
    await world.house.pool.query(`update lease set status = 'suspended' where uuid = $1`, [lease.uuid])
    const rests = await lessee.checkout(cart)
    await world.house.pool.query(`update lease set status = 'active' where uuid = $1`, [lease.uuid])
    expect([outcomeOf(rests), Object.keys(rests.body.errors)]).toEqual([
      '422 letter_subnets_invalid',
      [`${path}.subnets.0`],
    ])
    const { rows } = await world.house.pool.query('select uuid from sales_order where cart_uuid = $1', [cart])
    expect(rows).toEqual([])
    const bought = await lessee.checkout(cart)
    expect(bought.body.data.order.status).toBe('completed')
  })

  it('takes out letters whose lease has ended, orders the rest and says so', async () => {
    const lessee = await payer()
    const [stays, ends, alone] = [await lessee.lease(), await lessee.lease(), await lessee.lease()]
    await lessee.add(letterItem({ subnets: [stays.block, ends.block] }))
    await lessee.add(letterItem({ subnets: [alone.block], asn: otherAsn }))
    const { uuid: cart, items } = await lessee.cart()
    await lessee.address(cart)
    await addCard(world, lessee.tenant)
    for (const { uuid } of [ends, alone]) await world.change((ctx) => endLease(ctx, uuid))
    expect((await lessee.cart()).items).toMatchObject([
      { uuid: items[0].uuid, name: `Letter for AS${fitAsn}: ${stays.block}`, price: price('7.00') },
    ])
    const { status, body } = await lessee.checkout(cart)
    expect([status, body.data.order]).toMatchObject([200, { status: 'completed', total: price('7.00') }])
    const removed = [
      { uuid: items[0].uuid, name: `Letter for AS${fitAsn}: ${ends.block}`, reason: 'lease_ended' },
      { uuid: items[1].uuid, name: `Letter for AS${otherAsn}: ${alone.block}`, reason: 'lease_ended' },
    ]
    expect(body.data.order.removed_items).toEqual(removed)
    const { uuid: order } = body.data.order
    expect((await lessee.get(`/orders/${order}`)).body.data.removed_items).toEqual(removed)
    expect(await lettersOf(world, order)).toMatchObject([{ block: stays.block, status: 'pending' }])
    const lines = await world.house.pool.query('select uuid from letter_line where tenant_uuid = $1', [lessee.tenant])
    expect(lines.rows).toEqual([])
    expect(await breachesIn(world)).toEqual([])
  })

  it('refuses where nothing is left, names what was taken out, and is empty afterwards', async () => {
    const lessee = await office.lessee()
    const lease = await lessee.lease()
    await lessee.add(letterItem({ subnets: [lease.block] }))
    const { uuid: cart, items } = await lessee.cart()
    await lessee.address(cart)
    await world.change((ctx) => endLease(ctx, lease.uuid))
    expect((await lessee.cart()).items).toEqual([])
    const answer = await lessee.checkout(cart)
    expect([outcomeOf(answer), answer.body.errors]).toEqual([
      '422 letters_removed',
      { [`items.${items[0].uuid}`]: [`${lease.block}: its lease has ended`] },
    ])
    expect(outcomeOf(await lessee.checkout(cart))).toBe('422 cart_empty')
  })

  it('refuses a letter that somebody put into force meanwhile', async () => {
    const lessee = await office.lessee()
    const lease = await lessee.lease()
    await lessee.buy({ subnets: [lease.block] })
    await world.house.pool.query(`update letter set status = 'expired', ended_at = created_at where lease_uuid = $1`, [
      lease.uuid,
    ])
    await lessee.add(letterItem({ subnets: [lease.block] }))
    await world.house.pool.query(`update letter set status = 'pending', ended_at = null where lease_uuid = $1`, [
      lease.uuid,
    ])
    const { uuid: cart } = await lessee.cart()
    await lessee.address(cart)
    expect(outcomeOf(await lessee.checkout(cart))).toBe('409 letter_exists')
  })
})

describe('an order of letters', () => {
  const waiting = async () => {
    const lessee = await payer()
    const lease = await lessee.lease()
    await lessee.add(letterItem({ subnets: [lease.block] }))
    const { uuid: cart } = await lessee.cart()
    await lessee.address(cart)
    const { order } = (await lessee.checkout(cart)).body.data
    expect(order).toMatchObject({ status: 'pending_payment', total: price('7.00') })
    return { lessee, lease, order: order.uuid as string }
  }

  it('that waits has its letters once it is paid', async () => {
    const { lessee, lease, order } = await waiting()
    expect(await breachesIn(world)).toEqual([])
    expect((await lessee.cart()).items).toEqual([])
    await addCard(world, lessee.tenant)
    expect((await lessee.send('POST', `/orders/${order}/checkout`)).body.data.order.status).toBe('completed')
    expect(await lettersOf(world, order)).toMatchObject([{ block: lease.block, status: 'pending' }])
    expect(await breachesIn(world)).toEqual([])
  })

  it('that is cancelled, or expires, leaves nothing', async () => {
    const cancelled = await waiting()
    expect((await cancelled.lessee.send('POST', `/orders/${cancelled.order}/cancel`)).status).toBeLessThan(300)
    expect(await lettersOf(world, cancelled.order)).toEqual([])
    expect((await cancelled.lessee.add(letterItem({ subnets: [cancelled.lease.block] }))).status).toBe(204)
    const expired = await waiting()
    const { rows } = await world.house.pool.query('select * from sales_order where uuid = $1', [expired.order])
    await endOrder(world.ctx, rows[0], 'expire')
    expect((await expired.lessee.add(letterItem({ subnets: [expired.lease.block] }))).status).toBe(204)
    expect(await breachesIn(world)).toEqual([])
  })

  it('whose lease has ended when it is paid has letters that ended with it', async () => {
    const { lessee, lease, order } = await waiting()
    await world.change((ctx) => endLease(ctx, lease.uuid))
    await addCard(world, lessee.tenant)
    expect((await lessee.send('POST', `/orders/${order}/checkout`)).body.data.order.status).toBe('completed')
    expect(await lettersOf(world, order)).toMatchObject([{ status: 'expired', ended_at: expect.any(Date) }])
    expect(await originsOf(world, lease.uuid)).toEqual([])
  })

  it('that is declined gives the letters back to the cart; another card buys them', async () => {
    const lessee = await payer()
    const { block } = await lessee.lease()
    await lessee.add(letterItem({ subnets: [block] }))
    const { uuid: cart, items } = await lessee.cart()
    await lessee.address(cart)
    await addCard(world, lessee.tenant, '4000000000000002')
    expect(outcomeOf(await lessee.checkout(cart))).toBe('422 payment_declined')
    const after = await lessee.cart()
    expect(after).toMatchObject({ uuid: cart, status: 'open', items: [{ uuid: items[0].uuid, price: price('7.00') }] })
    await addCard(world, lessee.tenant)
    expect((await lessee.checkout(cart)).body.data.order.status).toBe('completed')
  })

  it('that is refunded has its letters revoked', async () => {
    const { lessee, lease, order } = await waiting()
    await addCard(world, lessee.tenant)
    await lessee.send('POST', `/orders/${order}/checkout`)
    expect(await originsOf(world, lease.uuid)).toEqual([fitAsn])
    const { rows } = await world.house.pool.query('select uuid from invoice where order_uuid = $1', [order])
    const { cookie: headers } = await world.person(await world.tenant('Operators', 'operator'))
    const foreseen = (query = '') =>
      world.call('GET', `/portal/operator/invoices/${rows[0].uuid}/refund${query}`, { headers })
    const revoked = { count: 1, first: [{ block: lease.block, asn: fitAsn, status: 'pending' }] }
    expect((await foreseen()).body.data).toMatchObject({ order_refunded: true, letters_revoked: revoked })
    expect((await foreseen('?amount=1')).body.data).toMatchObject({
      order_refunded: false,
      letters_revoked: { count: 0 },
    })
    await world.change((ctx) => noteRefund(ctx, order))
    expect(await lettersOf(world, order)).toMatchObject([
      { status: 'revoked', reason: 'The order it was bought with was refunded.' },
    ])
    expect(await originsOf(world, lease.uuid)).toEqual([])
  })

  it('that a dead process left is finished by the recovery', async () => {
    const lessee = await payer()
    const { block } = await lessee.lease()
    await lessee.add(letterItem({ subnets: [block] }))
    const { uuid: cart } = await lessee.cart()
    await lessee.address(cart)
    await addCard(world, lessee.tenant)
    const { order } = await leaveInCheckout({ buyer: lessee, cart }, dear)
    expect(await lettersOf(world, order.uuid)).toEqual([])
    expect(await breachesIn(world)).toEqual([])
    await world.house.pool.query(
      `update payment set started_at = started_at - interval '2 minutes' where order_uuid = $1`,
      [order.uuid],
    )
    await recoverCheckouts.run(world.ctx, {})
    expect(await lettersOf(world, order.uuid)).toMatchObject([{ block, status: 'pending' }])
    expect(await breachesIn(world)).toEqual([])
  })
})
