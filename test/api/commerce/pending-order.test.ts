import { expect, it } from 'vitest'
import { runRenewals } from '../../../src/commerce/renewal/renewal.actions.ts'
import { addSeconds } from '../../../src/kernel/time.ts'
import { buyerIn } from '../../support/market/carts.ts'
import { at } from '../../support/market/renewals.ts'
import { goodCard, makeSubscription, type MadeSubscription } from '../../support/market/subscriptions.ts'
import { stageWorld } from '../../support/stages.ts'
import { statementsIn } from '../../support/statements.ts'

/** `ecommerce_pending_order`: the order for the next period, in the list of services as in the single one. */

const world = await stageWorld({ env: { SUBLET_SANDBOX: '1' } })
let blocks = 0

async function lesseeWith(leases: number) {
  const { tenant, bearer } = await buyerIn(world)
  const made: MadeSubscription[] = []
  for (let i = 0; i < leases; i++)
    made.push(await makeSubscription(world, { lessee: tenant, block: `45.11.${blocks++}.0/24`, card: goodCard }))
  const get = (rest: string) =>
    world.call('GET', `/billing/v1/${tenant}/market/ipv4/services${rest}`, { headers: bearer })
  return { made, get }
}

/** An order is made two days before a period ends. */
const order = ({ period_end }: MadeSubscription) => runRenewals(at(world, addSeconds(period_end, -48 * 3_600)))

const pendingIn = (item: { ecommerce_pending_order: unknown }) => item.ecommerce_pending_order

it('is the order that the single service shows', async () => {
  const { made, get } = await lesseeWith(2)
  const [, last] = made as [MadeSubscription, MadeSubscription]
  expect((await get('')).body.data.map(pendingIn)).toEqual([null, null])
  await order(last)
  const waiting = { uuid: expect.any(String), status: 'pending_payment', expires_at: expect.any(Number) }
  const listed = (await get('?sort=address')).body.data
  expect(listed.map(pendingIn)).toEqual([waiting, waiting])
  for (const item of listed) {
    const { body } = await get(`/${item.billing_service.uuid}`)
    expect(pendingIn(body.data)).toEqual(pendingIn(item))
  }
  expect(listed[0].ecommerce_pending_order.uuid).not.toBe(listed[1].ecommerce_pending_order.uuid)
})

it('is gone when the period it was for has begun', async () => {
  const { made, get } = await lesseeWith(1)
  const [lease] = made as [MadeSubscription]
  await order(lease)
  expect(pendingIn((await get('')).body.data[0])).not.toBeNull()
  await runRenewals(at(world, addSeconds(lease.period_end, -12 * 3_600)))
  expect(pendingIn((await get('')).body.data[0])).toBeNull()
})

it('costs one statement, however many services there are', async () => {
  const few = await lesseeWith(1)
  const many = await lesseeWith(4)
  await order(many.made[3] as MadeSubscription)
  const cost = async (of: typeof few) => {
    // Its key is read once, and remembered.
    await of.get('')
    return statementsIn(() => of.get(''))
  }
  expect([await cost(few), await cost(many)]).toEqual([3, 3])
})
