import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { formatPrefix, knownPrefix, nthChild } from '../../../src/kernel/ip/index.ts'
import { releaseLapsedHolds } from '../../../src/market/index.ts'
import { updateOffer } from '../../../src/market/offer/offer.store.ts'
import { restock } from '../../../src/market/inventory/inventory.store.ts'
import { makeLease, makeOffer, makeReservation, type MadeOffer } from '../../support/market/market.ts'
import { actIn, reserveIn, type Company } from '../../support/market/reservations.ts'
import { blocksOf, searchIn, toggle } from '../../support/market/search.ts'
import { openWorld, type World } from '../../support/world.ts'

/** searchMarket: what is hidden, held and leased, and what a token opens. */

let world: World
let holder: Company
let lessee: Company
let search: ReturnType<typeof searchIn>
let offer: MadeOffer
let area: string
let offers = 0
beforeAll(async () => {
  world = await openWorld({ env: { SUBLET_SANDBOX: '1' } })
  holder = await world.client()
  lessee = await world.client()
  search = searchIn(world)
})
afterAll(() => world.close())

/** A /21 that only this test knows; searches are about it alone. */
beforeEach(async () => {
  area = formatPrefix(nthChild(knownPrefix('45.0.0.0/8'), 21, offers++))
  offer = await makeOffer(world, holder.tenant, {
    block: area,
    pricings: [
      { length: 22, priceMinor: 40_000 },
      { length: 24, priceMinor: 10_000 },
    ],
  })
})

const child = (n: number, length = 24) => formatPrefix(nthChild(knownPrefix(area), length, n))
const children = (...numbers: number[]) => numbers.map((n) => child(n))
const found = async (query = '', by = lessee) =>
  blocksOf(await search(by, `prefix_length=24&sort=address&address=${area}${query}`))
const change = (values: Parameters<typeof updateOffer>[2]) =>
  world.change(async (ctx) => {
    await updateOffer(ctx, offer.uuid, values)
    await restock(ctx, offer.uuid)
  })

describe('claims', () => {
  it('take a block out of every search at once, and put it back', async () => {
    const reserved = await reserveIn(world)(lessee, offer, child(2))
    expect(reserved.status).toBe(200)
    for (const by of [lessee, holder]) expect(await found('', by)).toEqual(children(0, 1, 3, 4, 5, 6, 7))
    expect((await actIn(world)(lessee, 'withdraw', reserved.body.data.uuid)).status).toBe(200)
    expect(await found()).toEqual(children(0, 1, 2, 3, 4, 5, 6, 7))
  })

  it('that lapse are found again once they are released', async () => {
    await reserveIn(world)(lessee, offer, child(0, 22))
    expect(await found()).toEqual(children(4, 5, 6, 7))
    await world.travel('1h')
    await releaseLapsedHolds.run(world.ctx, {})
    expect(await found()).toEqual(children(0, 1, 2, 3, 4, 5, 6, 7))
  })

  it('leave nothing of an offer that is let', async () => {
    await makeLease(world, offer, lessee.tenant, child(0, 22))
    await makeLease(world, offer, lessee.tenant, child(1, 22))
    expect(await found()).toEqual([])
  })

  it('are never in a search that begins after them, and no answer has a block twice', async () => {
    const racers = Array.from({ length: 8 }, async (_, n) => {
      const wanted = child(n)
      const others = search(lessee, `prefix_length=24&limit=1000&address=${area}`)
      const { status } = await reserveIn(world)(lessee, offer, wanted)
      const after = await found()
      const blocks = blocksOf(await others)
      return { status, still: after.includes(wanted), twice: blocks.length - new Set(blocks).size }
    })
    expect(await Promise.all(racers)).toEqual(racers.map(() => ({ status: 200, still: false, twice: 0 })))
    expect(await found()).toEqual([])
  })
})

describe('what is hidden', () => {
  it('is not found, and the rest is', async () => {
    await toggle(world, offer, child(1), child(4))
    expect(await found()).toEqual(children(0, 2, 3, 5, 6, 7))
    await toggle(world, offer, child(1))
    expect(await found()).toEqual(children(0, 1, 2, 3, 5, 6, 7))
    await change({ hidden: true })
    expect(await found()).toEqual([])
    expect(await found('', holder)).toEqual([])
  })

  it("is found by who knows the offer's token, and only there", async () => {
    await toggle(world, offer, child(1), child(4))
    const other = formatPrefix(nthChild(knownPrefix('45.0.0.0/8'), 21, offers++))
    const hidden = await makeOffer(world, holder.tenant, { block: other, hidden: true })
    const token = `&reservation_id=${offer.reservation_token}`
    expect(await found(token)).toEqual(children(0, 1, 2, 3, 4, 5, 6, 7))
    const byPrice = await search(lessee, `prefix_length=24&sort=price&address=${area}${token}`)
    expect(blocksOf(byPrice)).toEqual(children(0, 1, 2, 3, 4, 5, 6, 7))
    expect(await found(`&reservation_id=${hidden.reservation_token}`)).toEqual(children(0, 2, 3, 5, 6, 7))
    const elsewhere = `prefix_length=24&limit=2&address=${other}&reservation_id=`
    expect(blocksOf(await search(lessee, `${elsewhere}${hidden.reservation_token}`))).toHaveLength(2)
    expect(blocksOf(await search(lessee, `${elsewhere}${offer.reservation_token}`))).toEqual([])
  })

  it('is found by its token though the whole offer is hidden, and grows together with what is shown', async () => {
    await change({ hidden: true })
    await toggle(world, offer, child(1))
    const by = (token: string) =>
      search(lessee, `prefix_length=22&address=${area}&reservation_id=${token}`).then(blocksOf)
    expect(await by(offer.reservation_token)).toEqual([child(0, 22), child(1, 22)])
    expect(await by('rsv_nobody')).toEqual([])
  })

  it('takes its place in the order of the others, once', async () => {
    await toggle(world, offer, child(6))
    const query = `prefix_length=24&limit=3&address=${area}&reservation_id=${offer.reservation_token}`
    expect(blocksOf(await search(lessee, query))).toEqual(children(0, 1, 2))
    expect(blocksOf(await search(lessee, `${query}&sort=-address`))).toEqual(children(7, 6, 5))
    expect(blocksOf(await search(lessee, `prefix_length=24&limit=1&address=${area}`))).toEqual([child(7)])
  })

  it('is held to the other wishes all the same', async () => {
    await change({ hidden: true })
    const token = `&reservation_id=${offer.reservation_token}`
    expect(await found(`${token}&price_max=99`)).toEqual([])
    expect(await found(`${token}&registrars=arin`)).toEqual([])
    expect(await found(`${token}&price_max=100&registrars=ripencc&price_negotiable=false&limit=1`)).toEqual([child(0)])
  })

  it('stays so when the offer may not be let, token or not', async () => {
    await world.house.pool.query(`update offer set status = 'validity_invalid' where uuid = $1`, [offer.uuid])
    await world.change((ctx) => restock(ctx, offer.uuid))
    expect(await found(`&reservation_id=${offer.reservation_token}`)).toEqual([])
  })
})

describe("a reservation's token", () => {
  const held = async (): Promise<{ uuid: string; token: string }> => {
    const { uuid } = await makeReservation(world, offer, lessee.tenant, child(3))
    const { rows } = await world.house.pool.query<{ token: string }>('select token from reservation where uuid = $1', [
      uuid,
    ])
    return { uuid, token: rows[0]?.token ?? '' }
  }

  it('also shows the block it holds, and nothing else that is not shown', async () => {
    await toggle(world, offer, child(7))
    const { token } = await held()
    expect(await found()).toEqual(children(0, 1, 2, 4, 5, 6))
    expect(await found(`&reservation_id=${token}`)).toEqual(children(0, 1, 2, 3, 4, 5, 6))
    const { body } = await search(lessee, `prefix_length=24&address=${child(3)}&reservation_id=${token}`)
    expect(body.data).toMatchObject([{ uuid: offer.uuid, pricing_uuid: offer.pricingOf[24], price: 100 }])
    expect(blocksOf(await search(lessee, `prefix_length=22&address=${area}&reservation_id=${token}`))).toEqual([])
  })

  it('shows it no longer when the reservation has ended', async () => {
    const { uuid, token } = await held()
    await actIn(world)(lessee, 'withdraw', uuid)
    const taken = await makeReservation(world, offer, holder.tenant, child(3))
    expect(taken.uuid).not.toBe(uuid)
    expect(await found(`&reservation_id=${token}`)).toEqual(children(0, 1, 2, 4, 5, 6, 7))
  })

  it('shows it no longer when the hold has lapsed', async () => {
    const { token } = await held()
    await world.travel('1h')
    expect(await found(`&reservation_id=${token}`)).toEqual(children(0, 1, 2, 4, 5, 6, 7))
  })
})
