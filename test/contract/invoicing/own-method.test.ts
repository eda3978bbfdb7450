import { afterAll, beforeAll, expect, it } from 'vitest'
import { startPayments } from '../../../src/invoicing/index.ts'
import { newUuid } from '../../../src/kernel/uuid.ts'
import { makeCard } from '../../support/market/subscriptions.ts'
import { openWorld, type World } from '../../support/world.ts'

/** The database itself keeps a company from paying by another's card. */

let world: World
beforeAll(async () => {
  world = await openWorld()
})
afterAll(() => world.close())

it('a company pays by a method of its own, and by nobody else’s', async () => {
  const [own, other] = [await world.tenant('Own'), await world.tenant('Other')]
  const method = await makeCard(world, own)
  const pay = (tenant: string) =>
    world.change((ctx) => startPayments(ctx, [{ tenant, order: newUuid(), method, amount: 100, capture: true }]))
  await expect(pay(other)).rejects.toThrow('payment_by_own_method')
  expect(await pay(own)).toHaveLength(1)
})
