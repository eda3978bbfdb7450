import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { knownPrefix } from '../../../src/kernel/ip/index.ts'
import { suspendLease } from '../../../src/market/index.ts'
import { hold, putBack } from '../../../src/market/inventory/inventory.actions.ts'
import { findAllocation } from '../../../src/market/inventory/inventory.store.ts'
import { lockOffer } from '../../../src/market/offer/offer.store.ts'
import { makeLease, makeOffer, type MadeOffer } from '../../support/market/market.ts'
import { openWorld, type World } from '../../support/world.ts'

/** Claims and the free space they leave, in the database. */

let world: World
let holder: string
let lessee: string
beforeAll(async () => {
  world = await openWorld()
  holder = await world.tenant('Holder', 'holder')
  lessee = await world.tenant('Lessee')
})
afterAll(() => world.close())

const freeOf = async ({ uuid }: MadeOffer) =>
  (
    await world.house.pool.query<{ block: string }>(
      'select block from free_block where offer_uuid = $1 order by block',
      [uuid],
    )
  ).rows.map(({ block }) => block)

const claim = (offer: MadeOffer, block: string) =>
  world.change(async (ctx) => {
    const locked = await lockOffer(ctx, offer.uuid)
    if (!locked) throw new Error('no offer')
    const until = new Date(ctx.now.getTime() + 60_000)
    return hold(ctx, locked, { tenant: lessee, block: knownPrefix(block), until, privately: false })
  })

const release = (offer: MadeOffer, allocation: string) =>
  world.change(async (ctx) => {
    const locked = await lockOffer(ctx, offer.uuid)
    const held = await findAllocation(ctx, allocation)
    if (!locked || !held) throw new Error('nothing to release')
    await putBack(ctx, locked, held)
  })

const shelf = async (offer: MadeOffer) =>
  (
    await world.house.pool.query<{ length: number; on_shelf: boolean }>(
      'select length, on_shelf from pricing where offer_uuid = $1 order by length',
      [offer.uuid],
    )
  ).rows.map(({ length, on_shelf }) => `/${length} ${on_shelf ? 'on' : 'off'}`)

describe('claims', () => {
  it('take a block out of the free space and put it back whole', async () => {
    const offer = await makeOffer(world, holder, { block: '45.8.0.0/20' })
    expect(await freeOf(offer)).toEqual(['45.8.0.0/20'])
    const first = await claim(offer, '45.8.5.0/24')
    expect(await freeOf(offer)).toEqual(['45.8.0.0/22', '45.8.4.0/24', '45.8.6.0/23', '45.8.8.0/21'])
    const second = await claim(offer, '45.8.4.0/24')
    await release(offer, first.uuid)
    expect(await freeOf(offer)).toEqual(['45.8.0.0/22', '45.8.5.0/24', '45.8.6.0/23', '45.8.8.0/21'])
    await release(offer, second.uuid)
    expect(await freeOf(offer)).toEqual(['45.8.0.0/20'])
  })

  it('refuse what is taken, in part or in whole, and name what is free nearby', async () => {
    const offer = await makeOffer(world, holder, { block: '45.9.0.0/22' })
    await claim(offer, '45.9.1.0/24')
    for (const block of ['45.9.1.0/24', '45.9.0.0/23', '45.9.0.0/22'])
      await expect(claim(offer, block)).rejects.toMatchObject({ row: { code: 'subnet_taken' } })
    await expect(claim(offer, '45.9.1.0/24')).rejects.toMatchObject({
      fields: { address: ['45.9.0.0/24 is free', '45.9.2.0/24 is free', '45.9.3.0/24 is free'] },
    })
    await expect(claim(offer, '45.9.0.0/22')).rejects.toMatchObject({
      fields: { address: ['no block of that size is free'] },
    })
  })

  it('take sizes off the shelf that no longer fit, and put them back', async () => {
    const pricings = [
      { length: 22, priceMinor: 40_000 },
      { length: 24, priceMinor: 10_000 },
    ]
    const offer = await makeOffer(world, holder, { block: '45.11.0.0/22', pricings })
    expect(await shelf(offer)).toEqual(['/22 on', '/24 on'])
    const { uuid } = await claim(offer, '45.11.3.0/24')
    expect(await shelf(offer)).toEqual(['/22 off', '/24 on'])
    await release(offer, uuid)
    expect(await shelf(offer)).toEqual(['/22 on', '/24 on'])
  })

  it('keep a tally of leases that equals their number, their price and the commission', async () => {
    const offer = await makeOffer(world, holder, { block: '45.12.0.0/22' })
    await makeLease(world, offer, lessee, '45.12.0.0/24')
    const { uuid } = await makeLease(world, offer, lessee, '45.12.1.0/24')
    await world.change((ctx) => suspendLease(ctx, uuid))
    const { rows } = await world.house.pool.query(
      `select status, length, registry, leases, rate_minor, fee_minor from lease_tally where tenant_uuid = $1 and leases > 0 order by status`,
      [lessee],
    )
    const fee_minor = world.house.config.commission
    expect(rows).toEqual([
      { status: 'active', length: 24, registry: 'ripencc', leases: 1, rate_minor: 10_000, fee_minor },
      { status: 'suspended', length: 24, registry: 'ripencc', leases: 1, rate_minor: 10_000, fee_minor },
    ])
  })
})
