import { beforeEach, describe, expect, it } from 'vitest'
import { breachesIn } from '../../support/market/carts.ts'
import type { MadeOffer } from '../../support/market/market.ts'
import { mailTo } from '../../support/server/mailbox.ts'
import { outcomeOf } from '../../support/portal.ts'
import { anonymous } from '../../support/refusals.ts'
import { actIn, counterIn, freeOf, makeNegotiable, wishIn } from '../../support/market/reservations.ts'
import { stageSides } from '../../support/stages.ts'

/** counterReservation: a third price, and what the lessee makes of it. */

let offer: MadeOffer
let blocks = 0
const { world, holder, lessee } = await stageSides({ env: { SUBLET_SANDBOX: '1' } })
const act = actIn(world)
const counter = counterIn(world)
beforeEach(async () => {
  offer = await makeNegotiable(world, holder, ++blocks)
})

/** 76.80 offered for what is asked 100.00 for. */
const wish = (ip_price = '0.3', contract_length = 1) => wishIn(world)(lessee, offer, ip_price, contract_length)

const stored = async (uuid: string) =>
  (
    await world.house.pool.query(
      `select r.status, r.price_minor, r.counter_minor, c.price_minor as committed, c.status as commitment
       from reservation r left join commitment c on c.reservation_uuid = r.uuid where r.uuid = $1`,
      [uuid],
    )
  ).rows[0]

const secondsLeft = ({ body }: { body: { data: { expires_at: number } } }) =>
  body.data.expires_at - Math.floor(world.ctx.now.getTime() / 1_000)

describe('POST /billing/v1/{tenantUUID}/market/reservations/{reservationUUID}/counter', () => {
  it('names a price that the lessee is to answer, and keeps the block as long as the holder had', async () => {
    const uuid = await wish()
    await world.travel('71 hours')
    const answer = await counter(holder, uuid, '0.35')
    expect(answer.status).toBe(200)
    expect(answer.body.data).toMatchObject({ uuid, status: 'countered', ip_price: '0.3', counter_ip_price: '0.35' })
    expect(secondsLeft(answer)).toBeGreaterThan(71 * 3_600)
    expect(await freeOf(world, offer)).toEqual([])
    const list = await world.call('GET', `/billing/v1/${lessee.tenant}/market/reservations?filter[status]=countered`, {
      headers: lessee.bearer,
    })
    expect(list.body.data[0]).toMatchObject({ uuid, price: 76.8, counter_price: 89.6, list_price: 100, tenant: null })
    expect(await breachesIn(world)).toEqual([])
  })

  it('accepted by the lessee is the price of reservation, commitment and cart', async () => {
    const uuid = await wish('0.3', 12)
    await counter(holder, uuid, '0.331640625')
    expect(await stored(uuid)).toMatchObject({ status: 'countered', price_minor: 7_680, committed: 7_680 })
    const { email } = await world.person(holder.tenant)
    const accepted = await act(lessee, 'accept', uuid)
    expect(accepted.body.data).toMatchObject({ status: 'accepted', ip_price: '0.331640625' })
    expect(secondsLeft(accepted)).toBeGreaterThan(71 * 3_600)
    expect(await stored(uuid)).toEqual({
      status: 'accepted',
      price_minor: 8_490,
      counter_minor: 8_490,
      committed: 8_490,
      commitment: 'pending',
    })
    expect((await mailTo(world, email)).at(-1)).toMatchObject({
      subject: `Your counter-offer for ${offer.block} was accepted`,
      body: expect.stringContaining('USD 84.90'),
    })
  })

  it('leaves the lessee at least the usual minutes to buy', async () => {
    const uuid = await wish()
    await counter(holder, uuid, '0.35')
    await world.travel('4319 minutes')
    expect(secondsLeft(await act(lessee, 'accept', uuid))).toBeGreaterThan(19 * 60)
  })

  it('declined or withdrawn by the lessee frees the block', async () => {
    const { email } = await world.person(holder.tenant)
    const uuid = await wish('0.3', 12)
    await counter(holder, uuid, '0.35')
    expect((await act(lessee, 'decline', uuid)).body.data.status).toBe('declined')
    expect(await freeOf(world, offer)).toEqual([offer.block])
    expect(await stored(uuid)).toMatchObject({ commitment: 'terminated' })
    expect((await mailTo(world, email)).at(-1)).toMatchObject({
      subject: `Your counter-offer for ${offer.block} was declined`,
    })
    const other = await wish()
    await counter(holder, other, '0.35')
    expect((await act(lessee, 'withdraw', other)).body.data.status).toBe('expired')
    expect(await freeOf(world, offer)).toEqual([offer.block])
    expect(await breachesIn(world)).toEqual([])
  })

  it('tells the owners of the lessee by mail', async () => {
    const { email } = await world.person(lessee.tenant)
    await counter(holder, await wish(), '0.35')
    expect((await mailTo(world, email)).at(-1)).toMatchObject({
      subject: `Counter-offer for ${offer.block}`,
      body: expect.stringMatching(/USD 76\.80.*USD 89\.60.*USD 100\.00/s),
    })
  })

  it('is the last word of the holder: nothing else is answered, until the lessee has', async () => {
    const uuid = await wish()
    await counter(holder, uuid, '0.35')
    for (const deed of ['accept', 'decline'] as const)
      expect(outcomeOf(await act(holder, deed, uuid))).toBe('422 reservation_decided')
    expect(outcomeOf(await counter(holder, uuid, '0.36'))).toBe('422 reservation_decided')
    expect(outcomeOf(await act(lessee, 'accept', uuid))).toBe(200)
    expect(outcomeOf(await act(lessee, 'accept', uuid))).toBe('422 reservation_decided')
    expect(outcomeOf(await counter(holder, uuid, '0.36'))).toBe('422 reservation_decided')
  })

  it.each(['0.3', '0.2', '0.390625', '0.5'])('refuses %s, which is no third price', async (ip_price) => {
    const { status, body } = await counter(holder, await wish(), ip_price)
    expect([status, body.code]).toEqual([422, 'counter_out_of_range'])
    expect(body.errors.ip_price[0]).toContain('76.80')
  })

  it.each(['', 'x', '-1', '0', '1e3', '0.1234567890123'])('refuses %j as no price at all', async (ip_price) => {
    const { status, body } = await counter(holder, await wish(), ip_price)
    expect([status, body.code, Object.keys(body.errors)]).toEqual([422, 'invalid_fields', ['ip_price']])
  })

  it('is for the holder alone, and for what is open', async () => {
    const uuid = await wish()
    const nothing = await counter(holder, '019a8c1e-7b2f-7c3d-9e4f-5a6b7c8d9e0f', '0.35')
    expect(outcomeOf(nothing)).toBe('404 not_found')
    for (const company of [lessee, await world.client()])
      expect(anonymous(await counter(company, uuid, '0.35'))).toBe(anonymous(nothing))
    await world.travel('73 hours')
    expect(outcomeOf(await counter(holder, uuid, '0.35'))).toBe('422 reservation_decided')
    expect(outcomeOf(await counter(holder, await wish('1'), '0.35'))).toBe('422 reservation_decided')
  })

  it('lapses, though no job has released it', async () => {
    const uuid = await wish()
    await counter(holder, uuid, '0.35')
    await world.travel('73 hours')
    expect(outcomeOf(await act(lessee, 'accept', uuid))).toBe('422 reservation_decided')
  })
})
