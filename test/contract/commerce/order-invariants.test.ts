import { query, raw } from '../../../src/kernel/db/query.ts'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { orderInvariants } from '../../../src/commerce/index.ts'
import { addCard } from '../../support/market/commerce.ts'
import { giveCode, giveCredits, leaveInCheckout, openShop, readyCart } from '../../support/market/carts.ts'
import { letterItem, openLetters } from '../../support/market/letters.ts'
import { openWorld, type World } from '../../support/world.ts'

/** What `npx sublet audit` says about orders: nothing while they live, and each breach by its name. */

let world: World
beforeAll(async () => {
  world = await openWorld({ env: { SUBLET_SANDBOX: '1', SUBLET_LETTER_PRICE: '1' } })
  const shop = await openShop(world)
  await leaveInCheckout(await readyCart(shop), world)
  for (const card of [null, undefined]) {
    const { buyer, cart } = await readyCart(shop, card === null ? { card } : {})
    await giveCredits(world, buyer.tenant, 5)
    await buyer.send('POST', `/cart/${cart}/credits/apply`, { amount: 5 })
    await buyer.send('POST', `/cart/${cart}/discount-code/${(await giveCode(world)).code}`)
    await buyer.checkout(cart)
  }
  await readyCart(shop)
  const office = await openLetters(world)
  for (const card of [false, true]) {
    const lessee = await office.lessee()
    await lessee.add(letterItem({ subnets: [(await lessee.lease()).block, (await lessee.lease()).block] }))
    const { uuid: cart } = await lessee.cart()
    await lessee.address(cart)
    if (card) await addCard(world, lessee.tenant)
    await lessee.checkout(cart)
  }
})
afterAll(() => world.close())

async function broken(ctx = world.ctx): Promise<string[]> {
  const found: string[] = []
  for (const promise of orderInvariants) if ((await promise.check(ctx)).breaches.length > 0) found.push(promise.name)
  return found
}

const rollback = new Error('only tried')

/** Which promises are broken once the data has been changed behind everybody's back; then it is as before. */
async function brokenBy(change: string): Promise<string[]> {
  let found: string[] = []
  await world
    .change(async (ctx) => {
      await query`set local session_replication_role = replica`.planned(ctx)
      await raw(change).planned(ctx)
      found = await broken(ctx)
      throw rollback
    })
    .catch((error: unknown) => {
      if (error !== rollback) throw error
    })
  return found
}

const linesClaimed = 'every line of an order that awaits its money has its block claimed, and is in no cart'
const claimsOrdered = 'every claim is a line of an order that awaits its money'
const delivered =
  'every purchase that is completed has a lease, a subscription and a billed period for each block, and one invoice with its entries'
const lettersClaimed = 'letters are claimed exactly where they are a line of an order that awaits its money'
const lettersDelivered = 'every purchase that is completed has a letter for each subnet it names'
const paid = 'a purchase is completed exactly when it has been paid in full'
const credits = 'the credits that are held are those of orders that await their money'
const uses = 'a discount code counts the orders that use it'
const carts = 'a cart is in checkout exactly while its order is a draft, and ordered once it has another'

describe('what orders promise', () => {
  it('is kept, and looked at', async () => {
    expect(await broken()).toEqual([])
    for (const promise of orderInvariants)
      expect([promise.name, (await promise.check(world.ctx)).checked > 0]).toEqual([promise.name, true])
  })

  it.each([
    [`update reservation set claimed_by = null where claimed_by is not null`, [linesClaimed, claimsOrdered]],
    [`update allocation set status = 'released' where status = 'claimed'`, [linesClaimed]],
    [
      `update sales_order set lines = jsonb_set(lines, '{0,reservation}', 'null') where status = 'draft'`,
      [linesClaimed, claimsOrdered],
    ],
    [`delete from letter_line`, [lettersClaimed]],
    [`update letter_line set claimed_by = gen_random_uuid()`, [lettersClaimed]],
    [`delete from letter where uuid = (select uuid from letter limit 1)`, [lettersDelivered]],
    [`delete from letter`, [lettersDelivered]],
    [`delete from subscription`, [delivered]],
    [`delete from billed_period`, [delivered]],
    [`delete from ledger_entry where kind = 'invoice'`, [delivered]],
    [`delete from invoice`, [delivered]],
    [`update invoice set status = 'unpaid'`, [delivered]],
    [`update payment set status = 'declined' where status = 'succeeded'`, [paid]],
    [`update payment set status = 'succeeded' where status = 'started'`, [paid]],
    [`update credit_account set held_minor = 0 where held_minor > 0`, [credits]],
    [`update discount_code set uses = uses + 1`, [uses]],
    [`update cart set status = 'open' where status = 'checkout'`, [carts]],
    [`update cart set status = 'checkout' where status = 'open'`, [carts]],
    [`update cart set status = 'open' where status = 'ordered'`, [carts]],
  ])('is broken by %s', async (change, names) => {
    expect(await brokenBy(change)).toEqual(names)
  })
})
