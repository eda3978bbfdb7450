import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { revokeLoaa } from '../../support/market/authorisations.ts'
import { mailTo } from '../../support/server/mailbox.ts'
import { makeLease, makeOffer } from '../../support/market/market.ts'
import { deedsOn, offersPath, recheck, type Client } from '../../support/market/offers.ts'
import { outcomeOf } from '../../support/portal.ts'
import { anonymous } from '../../support/refusals.ts'
import { openWorld, type World } from '../../support/world.ts'

/** revokeAuthorisation: POST /billing/v1/{tenantUUID}/market/services/{ipmarketServiceUUID}/loa-a/revoke. */

let world: World
let holder: Client
beforeAll(async () => {
  world = await openWorld()
  holder = await world.client()
})
afterAll(() => world.close())

const make = (block: string, given: Partial<Parameters<typeof makeOffer>[2]> = {}) =>
  makeOffer(world, holder.tenant, { block, ...given })

const found = async (address: string) => {
  const query = `prefix_length=24&address=${encodeURIComponent(address)}`
  const { body } = await world.call('GET', `/billing/v1/${holder.tenant}/market/search?${query}`, {
    headers: holder.bearer,
  })
  return body.data.length
}

describe('revoking the authorisation of a block', () => {
  it('takes the block off the market by its check, and says so', async () => {
    const owner = await world.person(holder.tenant)
    const offer = await make('45.8.0.0/24')
    expect(await found('45.8.0.0/24')).toBe(1)
    const { status, body } = await revokeLoaa(world, holder, offer.uuid)
    expect([status, body.status, body['loa-a'], body.loaa.status]).toEqual([
      200,
      'validity_invalid',
      { email: 'holder@example.net', status: 'revoked', created_at: expect.any(Number) },
      'failed',
    ])
    expect(body.loaa.description).toMatch(/^Letters of authorisation may not be issued: .* was revoked on \d{4}-/)
    expect(await found('45.8.0.0/24')).toBe(0)
    expect(await deedsOn(world, offer.uuid)).toEqual(['offer.authorisation_revoked', 'offer.check_failed'])
    const { rows } = await world.house.pool.query(
      `select type from outbox_event where data ->> 'uuid' = $1 order by 1`,
      [offer.uuid],
    )
    expect(rows.map(({ type }) => type)).toEqual(['offer.authorisation_revoked', 'offer.invalidated'])
    expect((await mailTo(world, owner.email)).at(-1)?.subject).toBe('45.8.0.0/24 is off the market')
  })

  it('ends no lease, and no check brings the block back', async () => {
    const offer = await make('45.9.0.0/23')
    const lessee = await world.client()
    const lease = await makeLease(world, offer, lessee.tenant, '45.9.0.0/24')
    const { body } = await revokeLoaa(world, holder, offer.uuid)
    expect([body.status, body.ips.used]).toEqual(['validity_invalid', 256])
    const { rows } = await world.house.pool.query('select status from lease where uuid = $1', [lease.uuid])
    expect(rows).toEqual([{ status: 'active' }])
    expect((await recheck(world, holder, offer.uuid)).body.status).toBe('validity_invalid')
  })

  it('is possible before the block is on the market, and keeps it from getting there', async () => {
    const offer = await make('45.10.0.0/24', { status: 'validity_pending' })
    expect((await revokeLoaa(world, holder, offer.uuid)).body.status).toBe('validity_invalid')
    const unproven = await make('45.10.1.0/24', { status: 'auth_pending' })
    const { body } = await revokeLoaa(world, holder, unproven.uuid)
    expect([body.status, body['loa-a'].status]).toEqual(['auth_pending', 'revoked'])
  })

  it('is possible for a cancelled block that is still let', async () => {
    const offer = await make('45.11.0.0/24')
    await makeLease(world, offer, (await world.client()).tenant, '45.11.0.0/24')
    await world.call('DELETE', offersPath(holder.tenant, `/${offer.uuid}`), { headers: holder.bearer })
    const { body } = await revokeLoaa(world, holder, offer.uuid)
    expect([body.status, body['loa-a'].status]).toEqual(['validity_terminated', 'revoked'])
  })
})

describe('what is refused', () => {
  it('a second time', async () => {
    const offer = await make('45.12.0.0/24')
    await revokeLoaa(world, holder, offer.uuid)
    expect(outcomeOf(await revokeLoaa(world, holder, offer.uuid))).toBe('422 loaa_not_signed')
  })

  it('a block that has ended', async () => {
    const offer = await make('45.13.0.0/24')
    await world.call('DELETE', offersPath(holder.tenant, `/${offer.uuid}`), { headers: holder.bearer })
    expect(outcomeOf(await revokeLoaa(world, holder, offer.uuid))).toBe('422 offer_ended')
  })

  it("another company's block, like one that is not there", async () => {
    const offer = await make('45.14.0.0/24')
    const stranger = await world.client()
    const [foreign, unknown] = [
      await revokeLoaa(world, stranger, offer.uuid),
      await revokeLoaa(world, stranger, '019a8c1e-7b2f-7c3d-9e4f-5a6b7c8d9e0f'),
    ]
    expect([foreign.status, anonymous(foreign)]).toEqual([404, anonymous(unknown)])
  })
})
