import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { addDays } from '../../../src/kernel/time.ts'
import { giveCode, openShop, readyCart, type Shop } from '../../support/market/carts.ts'
import { outcomeOf } from '../../support/portal.ts'
import { openWorld, type World } from '../../support/world.ts'

let world: World
let shop: Shop
beforeAll(async () => {
  world = await openWorld({ env: { SUBLET_SANDBOX: '1' } })
  shop = await openShop(world)
})
afterAll(() => world.close())

describe('POST /ecommerce/public/{user_id}/cart/{cart_uuid}/discount-code/{code}', () => {
  it('takes a percentage or an amount off before tax, in any case of letters', async () => {
    const { buyer, cart } = await readyCart(shop, { country: 'NL' })
    const tenth = await giveCode(world)
    const use = async (code: string) => (await buyer.send('POST', `/cart/${cart}/discount-code/${code}`)).body.data
    expect(await use(tenth.code.toLowerCase())).toMatchObject({
      discount_code: tenth.code,
      discount_total: { amount: '10.00' },
      total_before_tax: { amount: '90.00' },
      tax_total: { amount: '18.90' },
      total: { amount: '108.90' },
      discount_breakdown: [
        {
          amount: { amount: '10.00' },
          code: tenth.code,
          name: 'A tenth',
          rate: 10,
          calculator_type: 'percentage',
          notice: null,
        },
      ],
    })
    const { code } = await giveCode(world, { kind: 'amount', value: 50_000 })
    expect(await use(code)).toMatchObject({
      total: { amount: '0.00' },
      discount_breakdown: [{ amount: { amount: '100.00' }, rate: null, calculator_type: 'fixed_amount' }],
    })
  })

  it('refuses what is unknown, early, over, ended or used up, and leaves the cart', async () => {
    const { buyer, cart } = await readyCart(shop)
    const { now } = world.ctx
    const early = await giveCode(world, { valid_from: addDays(now, 1) })
    const over = await giveCode(world, { valid_until: now })
    const usedUp = await giveCode(world, { most_uses: 1 })
    await world.house.pool.query('update discount_code set uses = 1 where uuid = $1', [usedUp.uuid])
    const outcomes: (number | string)[] = []
    for (const code of ['NOSUCH', early.code, over.code, usedUp.code])
      outcomes.push(outcomeOf(await buyer.send('POST', `/cart/${cart}/discount-code/${code}`)))
    expect(outcomes).toEqual([
      '422 discount_code_unknown',
      '422 discount_code_early',
      '422 discount_code_ended',
      '422 discount_code_used_up',
    ])
    expect((await buyer.cart()).discount_code).toBeNull()
    await world.house.pool.query('update discount_code set uses = 0 where uuid = $1', [usedUp.uuid])
  })

  it('takes nothing off once its time is over, and the cart cannot be ordered with it', async () => {
    const { buyer, cart } = await readyCart(shop)
    const code = await giveCode(world)
    await buyer.send('POST', `/cart/${cart}/discount-code/${code.code}`)
    await world.house.pool.query('update discount_code set ended_at = now() where uuid = $1', [code.uuid])
    expect(await buyer.cart()).toMatchObject({ discount_code: code.code, discount_total: { amount: '0.00' } })
    expect(outcomeOf(await buyer.checkout(cart))).toBe('422 discount_code_ended')
  })
})

describe('DELETE /ecommerce/public/{user_id}/cart/{cart_uuid}/discount-code/{code}', () => {
  it('takes the code out, and knows no other', async () => {
    const { buyer, cart } = await readyCart(shop)
    const { code } = await giveCode(world)
    await buyer.send('POST', `/cart/${cart}/discount-code/${code}`)
    expect(outcomeOf(await buyer.send('DELETE', `/cart/${cart}/discount-code/OTHER`))).toBe('404 not_found')
    const { body } = await buyer.send('DELETE', `/cart/${cart}/discount-code/${code.toLowerCase()}`)
    expect(body.data).toMatchObject({ discount_code: null, discount_breakdown: [], total: { amount: '100.00' } })
    expect(outcomeOf(await buyer.send('DELETE', `/cart/${cart}/discount-code/${code}`))).toBe('404 not_found')
  })
})
