import { afterAll, beforeAll, expect, it } from 'vitest'
import { makeOffer, type MadeOffer } from '../../support/market/market.ts'
import { know, recheck, recordOf, type Client } from '../../support/market/offers.ts'
import { reserveIn, type Company } from '../../support/market/reservations.ts'
import { openWorld, type World } from '../../support/world.ts'

/** Whoever looks for a block, or is about to pay for it, is told what of it was not checked. */

let world: World
let holder: Client
let lessee: Company
let offer: MadeOffer
beforeAll(async () => {
  world = await openWorld()
  holder = await world.client()
  lessee = await world.client()
  offer = await makeOffer(world, holder.tenant, { block: '45.8.0.0/23' })
})
afterAll(() => world.close())

const get = async (path: string) =>
  (await world.call('GET', path.replace('{tenant}', lessee.tenant), { headers: lessee.bearer })).body.data

interface Marked {
  readonly skipped_checks: readonly string[]
}

/** On the page of results, on that of the block, and in the cart. */
const told = async () => [
  ...(await get('/billing/v1/{tenant}/market/search?prefix_length=24')).map((row: Marked) => row.skipped_checks),
  (await get('/billing/v1/{tenant}/market/blocks/45.8.0.0/24')).skipped_checks,
  ...(await get('/ecommerce/public/{tenant}/cart')).items.map((item: Marked) => item.skipped_checks),
]

it('says what was skipped for want of data, until there is some', async () => {
  await reserveIn(world)(lessee, offer, '45.8.0.0/24')
  expect(await told()).toEqual([[], [], []])
  await recheck(world, holder, offer.uuid)
  const skipped = ['bgp', 'iprep', 'roa', 'whois']
  expect(await told()).toEqual([skipped, skipped, skipped])
  await know(world, 'registry', [recordOf('45.8.0.0/16')])
  await know(world, 'origins', [])
  await recheck(world, holder, offer.uuid)
  expect(await told()).toEqual([
    ['iprep', 'roa'],
    ['iprep', 'roa'],
    ['iprep', 'roa'],
  ])
  await know(world, 'vrps', [])
  await know(world, 'blocklists', [])
  await recheck(world, holder, offer.uuid)
  expect(await told()).toEqual([[], [], []])
})
