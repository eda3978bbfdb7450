import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { checkDueOffers } from '../../../src/market/index.ts'
import { mailTo } from '../../support/server/mailbox.ts'
import { makeOffer } from '../../support/market/market.ts'
import { deedsOn, know, type Client } from '../../support/market/offers.ts'
import { openWorld, type World } from '../../support/world.ts'

/** Checks that run without a request: daily, and after new data has come. */

let world: World
let holder: Client
let owner: string
beforeAll(async () => {
  world = await openWorld({ env: { SUBLET_SANDBOX: '1' } })
  holder = await world.client()
  owner = (await world.person(holder.tenant, 'owner')).email
})
afterAll(() => world.close())

async function make(
  block: string,
  status: 'auth_pending' | 'validity_active' | 'validity_terminated' = 'validity_active',
) {
  const offer = await makeOffer(world, holder.tenant, { block, status })
  await world.house.pool.query('update offer set next_check_at = $2 where uuid = $1', [offer.uuid, world.ctx.now])
  await checkDueOffers.run(world.ctx, {})
  return offer.uuid
}

const rowOf = async (uuid: string) =>
  (await world.house.pool.query('select status, next_check_at from offer where uuid = $1', [uuid])).rows[0]
const statusOf = async (uuid: string) => (await rowOf(uuid)).status
const checkedAt = async (uuid: string) =>
  (await world.house.pool.query('select max(checked_at) as at from offer_check where offer_uuid = $1', [uuid])).rows[0]
    .at

describe('every day', () => {
  it('an offer is checked again, and not sooner', async () => {
    const uuid = await make('45.8.0.0/24')
    const first = await checkedAt(uuid)
    await world.travel('23h')
    await checkDueOffers.run(world.ctx, {})
    expect(await checkedAt(uuid)).toEqual(first)
    await world.travel('1h')
    await checkDueOffers.run(world.ctx, {})
    expect((await checkedAt(uuid)).getTime() - first.getTime()).toBeGreaterThanOrEqual(86_400_000)
  })

  it('one that is not proven or has ended is left alone', async () => {
    for (const [block, status] of [
      ['45.8.1.0/24', 'auth_pending'],
      ['45.8.2.0/24', 'validity_terminated'],
    ] as const) {
      const uuid = await make(block, status)
      expect(await rowOf(uuid)).toEqual({ status, next_check_at: null })
      expect(await deedsOn(world, uuid)).toEqual([])
    }
  })
})

describe('after new data has come', () => {
  it('an offer leaves the market and comes back, and its owners hear of both', async () => {
    const uuid = await make('45.8.3.0/24')
    await know(world, 'blocklists', [{ prefix: '45.8.3.0/24', list: 'DROP' }])
    await world.runJobs()
    expect(await statusOf(uuid)).toBe('validity_invalid')
    await know(world, 'blocklists', [])
    await world.runJobs()
    expect(await statusOf(uuid)).toBe('validity_active')
    await know(world, 'blocklists', [])
    await world.runJobs()
    expect(await deedsOn(world, uuid)).toEqual(['offer.check_failed', 'offer.checks_passed'])
    const letters = (await mailTo(world, owner)).filter(({ subject }) => subject.startsWith('45.8.3.0/24'))
    expect(letters.map(({ subject }) => subject)).toEqual([
      '45.8.3.0/24 is off the market',
      '45.8.3.0/24 is on the market',
    ])
    expect(letters[0]?.body).toContain('On blocklists: 45.8.3.0/24 on DROP')
  })

  it('more offers than one run takes are all checked', async () => {
    await world.house.pool.query(
      `with made as (
         insert into offer (uuid, tenant_uuid, block, registry, status, hidden, reservation_token, minimum_split,
           maximum_split, authorisation, authorised_at, created_at, next_check_at)
         select gen_random_uuid(), $1, set_masklen('60.0.0.0'::inet + n * 256, 24)::cidr, 'arin', 'validity_active', false,
           'many' || n, 24, 24, 'signed', $2, $2, $2::timestamptz + interval '1 hour' from generate_series(1, 600) as n
         returning uuid, tenant_uuid)
       insert into ownership_proof (offer_uuid, tenant_uuid, type, status, description)
       select uuid, tenant_uuid, 'email', 'passed', '' from made`,
      [holder.tenant, world.ctx.now],
    )
    await know(world, 'vrps', [])
    await world.runJobs()
    const { rows } = await world.house.pool.query(
      `select count(*) as checked from offer_check where kind = 'roa' and description like 'No ROA covers 60.%'`,
    )
    expect(rows).toEqual([{ checked: 600 }])
  })
})
