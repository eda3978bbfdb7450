import { afterAll, beforeAll, expect, it } from 'vitest'
import {
  cancelOffer,
  claimLocked,
  dropClaims,
  endLease,
  endRests,
  keepHolds,
  lockReservationsToBuy,
  marketInvariants,
  releaseLapsedHolds,
  reservationsToBuy,
  returnClaims,
} from '../../../src/market/index.ts'
import { reservationsClaimedBy } from '../../../src/market/inventory/claim.store.ts'
import { newUuid } from '../../../src/kernel/uuid.ts'
import { leaseReserved, makeLease, makeOffer, makeReservation, type MadeOffer } from '../../support/market/market.ts'
import { openWorld, type World } from '../../support/world.ts'

/** What an order does to reservations: they lapse no more, and come to a lease, back to the cart, or to nothing. */

let world: World
let holder: string
let lessee: string
let n = 0
beforeAll(async () => {
  world = await openWorld({ env: { SUBLET_SANDBOX: '1', SUBLET_QUARANTINE_DAYS: '0' } })
  holder = await world.tenant('Holder', 'holder')
})
afterAll(() => world.close())

/** Two blocks of two offers, held by a company of its own. */
async function shop(): Promise<{ offers: MadeOffer[]; order: string }> {
  lessee = await world.tenant(`Lessee ${n}`)
  const offers = [
    await makeOffer(world, holder, { block: `45.9.${n++}.0/24` }),
    await makeOffer(world, holder, { block: `45.9.${n++}.0/24` }),
  ]
  for (const offer of offers) await makeReservation(world, offer, lessee, offer.block)
  return { offers, order: newUuid() }
}

/** All that can be bought, as a cart does that is checked out; returns how many that were. */
const claim = (order: string) =>
  world.change(async (ctx) => {
    const wanted = await lockReservationsToBuy(ctx, lessee)
    await claimLocked(ctx, order, wanted)
    return wanted.length
  })

const blocks = async (found: Promise<{ block: string }[]>) => (await found).map(({ block }) => block).sort()

it('takes them out of the cart, and they lapse no more', async () => {
  const { offers, order } = await shop()
  await claim(order)
  expect(await reservationsToBuy(world.ctx, lessee)).toEqual([])
  await world.travel('2 days')
  await releaseLapsedHolds.run(world.ctx, {})
  expect(await blocks(reservationsClaimedBy(world.ctx, order))).toEqual(offers.map(({ block }) => block).sort())
})

it('gives them to one of two orders that want them at once', async () => {
  const { order } = await shop()
  const claimed = await Promise.all([order, newUuid(), newUuid(), newUuid()].map(claim))
  expect(claimed.toSorted((a, b) => a - b)).toEqual([0, 0, 0, 2])
})

it('leaves what has lapsed', async () => {
  const { order } = await shop()
  await world.travel('21 minutes')
  expect(await claim(order)).toBe(0)
  expect(await reservationsClaimedBy(world.ctx, order)).toEqual([])
})

it('puts them back into the cart for the full time', async () => {
  const { offers, order } = await shop()
  await world.travel('15 minutes')
  await claim(order)
  await world.change((ctx) => returnClaims(ctx, order))
  await world.travel('19 minutes')
  expect(await blocks(reservationsToBuy(world.ctx, lessee))).toEqual(offers.map(({ block }) => block).sort())
  expect(await reservationsClaimedBy(world.ctx, order)).toEqual([])
})

it('frees them when the order is over', async () => {
  const { offers, order } = await shop()
  await claim(order)
  await world.change((ctx) => dropClaims(ctx, order))
  await world.change((ctx) => dropClaims(ctx, order))
  const { rows } = await world.house.pool.query<{ block: string }>(
    'select block from free_block where offer_uuid = any($1) order by block',
    [offers.map(({ uuid }) => uuid)],
  )
  expect(rows.map(({ block }) => block)).toEqual(offers.map(({ block }) => block).sort())
})

it('leases what was claimed', async () => {
  const { order } = await shop()
  await claim(order)
  for (const { uuid } of await reservationsClaimedBy(world.ctx, order))
    await world.change((ctx) => leaseReserved(ctx, uuid))
  expect(await reservationsClaimedBy(world.ctx, order)).toEqual([])
})

it('outlives the cancellation of the offer, which then ends with the order', async () => {
  const { offers, order } = await shop()
  const [offer] = offers as [MadeOffer]
  await claim(order)
  expect((await world.change((ctx) => cancelOffer(ctx, holder, offer.uuid))).status).toBe('validity_terminated')
  await world.change((ctx) => dropClaims(ctx, order))
  const { rows } = await world.house.pool.query('select status from offer where uuid = $1', [offer.uuid])
  expect(rows).toEqual([{ status: 'object_terminated' }])
})

it('goes back to a hold that can no longer be bought when the offer is cancelled meanwhile', async () => {
  const { offers, order } = await shop()
  const [offer, other] = offers as [MadeOffer, MadeOffer]
  await claim(order)
  await world.change((ctx) => cancelOffer(ctx, holder, offer.uuid))
  await world.change((ctx) => returnClaims(ctx, order))
  expect(await blocks(reservationsToBuy(world.ctx, lessee))).toEqual([other.block])
  await world.travel('21 minutes')
  await releaseLapsedHolds.run(world.ctx, {})
  const { rows } = await world.house.pool.query('select status from offer where uuid = $1', [offer.uuid])
  expect(rows).toEqual([{ status: 'object_terminated' }])
})

it('keeps holds for the full time from a change of the cart, but for two hours at most', async () => {
  await shop()
  for (let minutes = 0; minutes < 110; minutes += 10) {
    await world.travel('10 minutes')
    await world.change((ctx) => keepHolds(ctx, lessee))
  }
  expect(await reservationsToBuy(world.ctx, lessee)).toHaveLength(2)
  await world.travel('10 minutes')
  await world.change((ctx) => keepHolds(ctx, lessee))
  expect(await reservationsToBuy(world.ctx, lessee)).toEqual([])
})

it('writes no hold again for less than a second', async () => {
  await shop()
  const written = async () =>
    (
      await world.house.pool.query('select uuid, xmin, until from allocation where tenant_uuid = $1 order by uuid', [
        lessee,
      ])
    ).rows
  await world.travel('1 minute')
  const { now } = world.ctx
  await world.change((ctx) => keepHolds({ ...ctx, now }, lessee))
  const before = await written()
  await world.change((ctx) => keepHolds({ ...ctx, now: new Date(now.getTime() + 900) }, lessee))
  expect(await written()).toEqual(before)
  await world.travel('2 seconds')
  await world.change((ctx) => keepHolds(ctx, lessee))
  expect(await written()).not.toEqual(before)
})

it('lets a block rest after its lease where the settings say so', async () => {
  const resting = await openWorld({ beside: world, env: { SUBLET_SANDBOX: '1', SUBLET_QUARANTINE_DAYS: '30' } })
  const offer = await makeOffer(world, holder, { block: `45.9.${n++}.0/24` })
  const { uuid } = await makeLease(world, offer, await world.tenant(), offer.block)
  await resting.hear()
  await resting.change((ctx) => endLease(ctx, uuid))
  const free = async () =>
    (await world.house.pool.query('select block from free_block where offer_uuid = $1', [offer.uuid])).rows
  await world.travel('29 days')
  await endRests.run(world.ctx, {})
  expect(await free()).toEqual([])
  await world.travel('1 day')
  await endRests.run(world.ctx, {})
  expect(await free()).toEqual([{ block: offer.block }])
  await resting.close()
})

it.each(marketInvariants)('leaves it so that $name', async (promise) => {
  expect((await promise.check(world.ctx)).breaches).toEqual([])
})
