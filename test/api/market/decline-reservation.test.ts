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

const wish = (ip_price = '0.3', contract_length = 1) => wishIn(world)(lessee, offer, ip_price, contract_length)

describe('POST /billing/v1/{tenantUUID}/market/reservations/{reservationUUID}/decline', () => {
  it('frees the block and calls the commitment off', async () => {
    const uuid = await wish('0.3', 12)
    expect(await freeOf(world, offer)).toEqual([])
    const { status, body } = await act(holder, 'decline', uuid)
    expect([status, body.data.status]).toEqual([200, 'declined'])
    expect(await freeOf(world, offer)).toEqual([offer.block])
    const { rows } = await world.house.pool.query('select status from commitment where reservation_uuid = $1', [uuid])
    expect(rows).toEqual([{ status: 'terminated' }])
  })

  it('tells the owners of the lessee by mail, whose log names the market and not the holder', async () => {
    const { email } = await world.person(lessee.tenant)
    const uuid = await wish()
    await act(holder, 'decline', uuid)
    expect((await mailTo(world, email)).at(-1)).toMatchObject({ subject: `Your offer for ${offer.block} was declined` })
    const { rows } = await world.house.pool.query(
      `select distinct actor_kind, actor_id from audit_entry where tenant_uuid = $1 and action = 'allocation.release'`,
      [lessee.tenant],
    )
    expect(rows).toEqual([{ actor_kind: 'system', actor_id: 'market' }])
  })

  it('is for the holder alone: to all others there is no such reservation', async () => {
    const uuid = await wish()
    const nothing = await act(holder, 'decline', '019a8c1e-7b2f-7c3d-9e4f-5a6b7c8d9e0f')
    expect(outcomeOf(nothing)).toBe('404 not_found')
    for (const company of [lessee, await world.client()])
      expect(anonymous(await act(company, 'decline', uuid))).toBe(anonymous(nothing))
  })

  it('refuses what was answered or has lapsed', async () => {
    const accepted = await wish()
    await act(holder, 'accept', accepted)
    expect(outcomeOf(await act(holder, 'decline', accepted))).toBe('422 reservation_decided')
    await act(lessee, 'withdraw', accepted)
    const lapsed = await wish()
    await world.travel('73 hours')
    expect(outcomeOf(await act(holder, 'decline', lapsed))).toBe('422 reservation_decided')
  })
})
