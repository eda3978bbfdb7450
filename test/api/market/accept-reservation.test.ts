import { beforeEach, describe, expect, it } from 'vitest'
import type { MadeOffer } from '../../support/market/market.ts'
import { mailTo } from '../../support/server/mailbox.ts'
import { outcomeOf } from '../../support/portal.ts'
import { anonymous } from '../../support/refusals.ts'
import { actIn, freeOf, makeNegotiable, wishIn } from '../../support/market/reservations.ts'
import { stageSides } from '../../support/stages.ts'

let offer: MadeOffer
let blocks = 0
const { world, holder, lessee } = await stageSides({ env: { SUBLET_SANDBOX: '1' } })
const act = actIn(world)
beforeEach(async () => {
  offer = await makeNegotiable(world, holder, ++blocks)
})

/** A lower offer for the whole of the block. */
const wish = (ip_price = '0.3', contract_length = 1) => wishIn(world)(lessee, offer, ip_price, contract_length)

const unknown = '019a8c1e-7b2f-7c3d-9e4f-5a6b7c8d9e0f'

describe('POST /billing/v1/{tenantUUID}/market/reservations/{reservationUUID}/accept', () => {
  it('keeps the block for the lessee to buy, as long as the holder had to answer', async () => {
    const uuid = await wish()
    await world.travel('71 hours')
    const { status, body } = await act(holder, 'accept', uuid)
    expect(status).toBe(200)
    expect(body.data).toMatchObject({ uuid, status: 'accepted', ip_price: '0.3', cidr: 24 })
    expect(body.data.expires_at - Math.floor(world.ctx.now.getTime() / 1_000)).toBeGreaterThan(71 * 3_600)
    expect(await freeOf(world, offer)).toEqual([])
  })

  it('tells the owners of the lessee by mail, and does not name the holder in their log', async () => {
    const { email } = await world.person(lessee.tenant)
    const uuid = await wish()
    await act(holder, 'accept', uuid)
    expect((await mailTo(world, email)).at(-1)).toMatchObject({
      subject: `Your offer for ${offer.block} was accepted`,
      body: expect.stringContaining('USD 76.80'),
    })
    const { rows } = await world.house.pool.query(
      `select tenant_uuid from audit_entry where subject_uuid = $1 and action = 'reservation.accept'`,
      [uuid],
    )
    expect(rows).toEqual([{ tenant_uuid: holder.tenant }])
  })

  it('is for the holder alone: to all others there is no such reservation', async () => {
    const uuid = await wish()
    const stranger = await world.client()
    const nothing = await act(holder, 'accept', unknown)
    expect(outcomeOf(nothing)).toBe('404 not_found')
    for (const company of [lessee, stranger])
      expect(anonymous(await act(company, 'accept', uuid))).toBe(anonymous(nothing))
  })

  it('refuses what was answered, withdrawn or agreed to at once', async () => {
    const uuid = await wish()
    expect(outcomeOf(await act(holder, 'accept', uuid))).toBe(200)
    expect(outcomeOf(await act(holder, 'accept', uuid))).toBe('422 reservation_decided')
    await act(lessee, 'withdraw', uuid)
    expect(outcomeOf(await act(holder, 'accept', uuid))).toBe('422 reservation_decided')
    expect(outcomeOf(await act(holder, 'accept', await wish('1')))).toBe('422 reservation_decided')
  })

  it('refuses what has lapsed, though no job has released it', async () => {
    const uuid = await wish()
    await world.travel('73 hours')
    expect(outcomeOf(await act(holder, 'accept', uuid))).toBe('422 reservation_decided')
  })
})
