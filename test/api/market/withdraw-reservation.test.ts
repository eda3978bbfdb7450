import { beforeEach, describe, expect, it } from 'vitest'
import { leaseReserved, type MadeOffer } from '../../support/market/market.ts'
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

const wish = (ip_price = '1', contract_length = 1) => wishIn(world)(lessee, offer, ip_price, contract_length)

describe('DELETE /billing/v1/{tenantUUID}/market/reservations/{reservationUUID}', () => {
  it.each([
    ['agreed to at once', '1'],
    ['waiting for the holder', '0.3'],
  ])('lets go of a block, %s', async (_what, ip_price) => {
    const uuid = await wish(ip_price, 12)
    const { status, body } = await act(lessee, 'withdraw', uuid)
    expect([status, body.data.uuid, body.data.status]).toEqual([200, uuid, 'expired'])
    expect(await freeOf(world, offer)).toEqual([offer.block])
    const { rows } = await world.house.pool.query('select status from commitment where reservation_uuid = $1', [uuid])
    expect(rows).toEqual([{ status: 'terminated' }])
    const log = await world.house.pool.query(
      `select actor_kind, tenant_uuid, data from audit_entry where subject_uuid = $1 and action = 'reservation.withdraw'`,
      [uuid],
    )
    expect(log.rows).toMatchObject([{ actor_kind: 'key', tenant_uuid: lessee.tenant, data: { to: 'expired' } }])
  })

  it('is for the lessee alone: to all others there is no such reservation', async () => {
    const uuid = await wish()
    const nothing = await act(lessee, 'withdraw', '019a8c1e-7b2f-7c3d-9e4f-5a6b7c8d9e0f')
    expect(outcomeOf(nothing)).toBe('404 not_found')
    for (const company of [holder, await world.client()])
      expect(anonymous(await act(company, 'withdraw', uuid))).toBe(anonymous(nothing))
    expect(await freeOf(world, offer)).toEqual([])
  })

  it('refuses what was withdrawn, declined or bought', async () => {
    const withdrawn = await wish()
    await act(lessee, 'withdraw', withdrawn)
    expect(outcomeOf(await act(lessee, 'withdraw', withdrawn))).toBe('422 reservation_decided')
    const declined = await wish('0.3')
    await act(holder, 'decline', declined)
    expect(outcomeOf(await act(lessee, 'withdraw', declined))).toBe('422 reservation_decided')
    const bought = await wish()
    await world.change((ctx) => leaseReserved(ctx, bought))
    expect(outcomeOf(await act(lessee, 'withdraw', bought))).toBe('422 reservation_decided')
  })

  it('refuses what has lapsed, though no job has released it', async () => {
    const uuid = await wish()
    await world.travel('20 minutes')
    expect(outcomeOf(await act(lessee, 'withdraw', uuid))).toBe('422 reservation_decided')
  })
})
