import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { revokeLoaa, signLoaa } from '../../support/market/authorisations.ts'
import { makeOffer } from '../../support/market/market.ts'
import { deedsOn, know, offersPath, type Client } from '../../support/market/offers.ts'
import { outcomeOf } from '../../support/portal.ts'
import { anonymous } from '../../support/refusals.ts'
import { openWorld, type World } from '../../support/world.ts'

/** signAuthorisation: POST /billing/v1/{tenantUUID}/market/services/{ipmarketServiceUUID}/loa-a/sign. */

let world: World
let holder: Client
beforeAll(async () => {
  world = await openWorld()
  holder = await world.client()
})
afterAll(() => world.close())

async function revoked(block: string) {
  const offer = await makeOffer(world, holder.tenant, { block })
  await revokeLoaa(world, holder, offer.uuid)
  return offer.uuid
}

describe('signing again', () => {
  it('brings the block back to the market, in the name of the company', async () => {
    await world.person(holder.tenant, 'owner', 'owner@holder.example')
    const offer = await revoked('45.8.0.0/24')
    const { status, body } = await signLoaa(world, holder, offer)
    expect([status, body.status, body.loaa.status]).toEqual([200, 'validity_active', 'passed'])
    expect(body['loa-a']).toMatchObject({ email: 'owner@holder.example', status: 'signed' })
    expect(await deedsOn(world, offer)).toEqual([
      'offer.authorisation_revoked',
      'offer.check_failed',
      'offer.authorised',
      'offer.checks_passed',
    ])
    const { rows } = await world.house.pool.query(
      `select count(*)::int as told from outbox_event where type = 'offer.authorised' and data ->> 'uuid' = $1`,
      [offer],
    )
    expect(rows).toEqual([{ told: 1 }])
  })

  it('does not, as long as another check fails', async () => {
    await know(world, 'blocklists', [{ prefix: '45.9.0.0/25', list: 'DROP' }])
    const { body } = await signLoaa(world, holder, await revoked('45.9.0.0/24'))
    expect([body.status, body.loaa.status, body.iprep.status]).toEqual(['validity_invalid', 'passed', 'failed'])
  })
})

describe('what is refused', () => {
  it('what is signed', async () => {
    const { uuid } = await makeOffer(world, holder.tenant, { block: '45.10.0.0/24' })
    expect(outcomeOf(await signLoaa(world, holder, uuid))).toBe('422 loaa_signed')
  })

  it('a signature without consent', async () => {
    const offer = await revoked('45.11.0.0/24')
    const answer = await signLoaa(world, holder, offer, { subnet_actions_accepted: false })
    expect([outcomeOf(answer), answer.body.errors]).toEqual([
      '422 terms_not_accepted',
      { subnet_actions_accepted: ['must be true to sign'] },
    ])
    expect(outcomeOf(await signLoaa(world, holder, offer, {}))).toBe('422 invalid_fields')
  })

  it('a block that has ended', async () => {
    const offer = await revoked('45.12.0.0/24')
    await world.call('DELETE', offersPath(holder.tenant, `/${offer}`), { headers: holder.bearer })
    expect(outcomeOf(await signLoaa(world, holder, offer))).toBe('422 offer_ended')
  })

  it('a company that may not list', async () => {
    const other = await world.client()
    const { uuid } = await makeOffer(world, other.tenant, { block: '45.13.0.0/24' })
    await revokeLoaa(world, other, uuid)
    await world.house.pool.query(`update tenant set status = 'pending' where uuid = $1`, [other.tenant])
    expect(outcomeOf(await signLoaa(world, other, uuid))).toBe('403 company_not_active')
  })

  it("another company's block, like one that is not there", async () => {
    const offer = await revoked('45.14.0.0/24')
    const stranger = await world.client()
    const [foreign, unknown] = [
      await signLoaa(world, stranger, offer),
      await signLoaa(world, stranger, '019a8c1e-7b2f-7c3d-9e4f-5a6b7c8d9e0f'),
    ]
    expect([foreign.status, anonymous(foreign)]).toEqual([404, anonymous(unknown)])
  })
})
