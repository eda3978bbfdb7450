import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { keepFacts } from '../../../src/network/index.ts'
import { makeLease, makeOffer } from '../../support/market/market.ts'
import { anonymous } from '../../support/refusals.ts'
import { know, listed, recheck, recordOf, type Client } from '../../support/market/offers.ts'
import { outcomeOf } from '../../support/portal.ts'
import { openWorld, type World } from '../../support/world.ts'

/** recheckOffer: POST /billing/v1/{tenantUUID}/market/services/{ipmarketServiceUUID}/recheck. */

let world: World
let holder: Client
beforeAll(async () => {
  world = await openWorld()
  holder = await world.client()
})
afterAll(() => world.close())

const make = (block: string, status?: 'validity_pending' | 'validity_invalid') =>
  makeOffer(world, holder.tenant, { block, ...(status ? { status } : {}) })

const shelf = async (offer: string) =>
  (await world.house.pool.query('select on_shelf from pricing where offer_uuid = $1', [offer])).rows[0]?.on_shelf

const checks = (body: Record<string, { status: string }>) =>
  ['whois', 'bgp', 'dns', 'iprep', 'loaa', 'roa'].map((kind) => `${kind} ${body[kind]?.status}`)

describe('without data', () => {
  it('checks are skipped, and a block passes because none has failed', async () => {
    const offer = await make('45.8.0.0/24', 'validity_pending')
    const { status, body } = await recheck(world, holder, offer.uuid)
    expect([status, body.status, body.abuse_email]).toEqual([200, 'validity_active', null])
    const skipped = ['whois skipped', 'bgp skipped', 'dns skipped', 'iprep skipped', 'loaa passed', 'roa skipped']
    expect(checks(body)).toEqual(skipped)
    expect(await shelf(offer.uuid)).toBe(true)
  })

  it('a block waits for the data where all is to be checked, and says for which', async () => {
    const strict = await openWorld({ env: { SUBLET_SKIPPED_CHECKS_PASS: '0' }, beside: world })
    try {
      const offer = await make('45.8.1.0/24')
      const { body } = await recheck(strict, holder, offer.uuid)
      expect([body.status, await shelf(offer.uuid)]).toEqual(['validity_invalid', false])
      expect(body.whois.description).toContain('There is no registry data here')
      expect((await recheck(world, holder, offer.uuid)).body.status).toBe('validity_active')
    } finally {
      await strict.close()
    }
  })
})

describe('with data', () => {
  beforeAll(async () => {
    await know(world, 'registry', [recordOf('45.9.0.0/16')])
    await know(world, 'origins', [{ prefix: '45.9.3.0/24', asn: 64_510, peers: 200 }])
    await know(world, 'vrps', [])
    await know(world, 'blocklists', [{ prefix: '45.9.1.128/25', list: 'DROP' }])
  })

  it('a block passes, and its abuse contact is noted', async () => {
    const offer = await make('45.9.0.0/24', 'validity_invalid')
    const { body } = await recheck(world, holder, offer.uuid)
    expect([body.status, body.abuse_email]).toEqual(['validity_active', 'abuse@holder.example'])
    const passed = ['whois passed', 'bgp passed', 'dns skipped', 'iprep passed', 'loaa passed', 'roa passed']
    expect(checks(body)).toEqual(passed)
    expect(body.whois.description).toBe(
      'The record 45.9.0.0/16 of Holder Ltd has an abuse contact (test data, 2026-11-14). No name was screened: there is no sanctions list here.',
    )
  })

  it('a holder under sanctions does not pass, whatever else is right', async () => {
    const offer = await make('45.9.4.0/24')
    const sanction = (names: string[]) =>
      world.change((ctx) => keepFacts(ctx, 'ofac', [{ entry: 'HOLDER LTD', program: 'SDGT', names }]))
    await sanction(['Holder Ltd'])
    await world.hear()
    const { body } = await recheck(world, holder, offer.uuid)
    expect([body.status, body.whois.status]).toEqual(['validity_invalid', 'failed'])
    expect(body.whois.description).toMatch(/Holder Ltd, is under sanctions as HOLDER LTD/)
    const { rows } = await world.house.pool.query('select title from tenant where uuid = $1', [holder.tenant])
    await sanction([rows[0].title])
    await world.hear()
    const { whois } = (await recheck(world, holder, offer.uuid)).body
    expect(whois.description).toContain(`The company that lists it, ${rows[0].title}, is under sanctions`)
    await sanction(['Somebody Else Entirely'])
    await world.hear()
    expect((await recheck(world, holder, offer.uuid)).body.status).toBe('validity_active')
  })

  it('a failed check takes a block off the shelf, once', async () => {
    const offer = await make('45.9.1.0/24')
    expect(await shelf(offer.uuid)).toBe(true)
    for (const _time of [1, 2]) {
      const { status, body } = await recheck(world, holder, offer.uuid)
      expect([status, body.status, body.iprep.status]).toEqual([200, 'validity_invalid', 'failed'])
      expect(await shelf(offer.uuid)).toBe(false)
    }
    const { rows } = await world.house.pool.query(
      `select data from outbox_event where type = 'offer.invalidated' and data ->> 'uuid' = $1`,
      [offer.uuid],
    )
    expect(rows).toEqual([
      {
        data: {
          uuid: offer.uuid,
          block: '45.9.1.0/24',
          status: 'validity_invalid',
          reasons: ['On blocklists: 45.9.1.128/25 on DROP; have it removed there (test data, 2026-11-14).'],
        },
      },
    ])
  })

  it('what a lessee or the holder announces is no objection, what others announce is', async () => {
    const offer = await makeOffer(world, holder.tenant, { block: '45.9.2.0/23' })
    expect((await recheck(world, holder, offer.uuid)).body.bgp.status).toBe('failed')
    await world.house.pool.query('update offer set own_asns = $2 where uuid = $1', [offer.uuid, [64_510]])
    expect((await recheck(world, holder, offer.uuid)).body.bgp.status).toBe('passed')
    await world.house.pool.query(`update offer set own_asns = '{}' where uuid = $1`, [offer.uuid])
    const { uuid } = await makeLease(world, offer, await world.tenant('Lessee'), '45.9.3.0/24')
    expect((await recheck(world, holder, offer.uuid)).body.bgp.status).toBe('passed')
    await world.house.pool.query(`update lease set status = 'terminated' where uuid = $1`, [uuid])
    expect((await recheck(world, holder, offer.uuid)).body.bgp.status).toBe('failed')
  })

  it('places are those that providers see now', async () => {
    const offer = await make('45.9.8.0/24')
    const place = { prefix: '45.9.8.0/25', provider: 'geofeed', countryName: '', state: null, date: '2026-11-01' }
    const seen = async () =>
      (
        await world.house.pool.query(
          `select provider || ' ' || country_code || ' ' || city_name as place from offer_place where offer_uuid = $1
           order by 1`,
          [offer.uuid],
        )
      ).rows.map((row) => row.place)
    await know(world, 'geodata', [
      { ...place, countryCode: 'NL', cityName: 'Amsterdam' },
      { ...place, prefix: '45.9.8.128/25', countryCode: 'NL', cityName: 'Amsterdam' },
      { ...place, prefix: '45.0.0.0/8', provider: 'registry', countryCode: 'GB', cityName: null },
      { ...place, prefix: '45.10.0.0/24', countryCode: 'FR', cityName: 'Paris' },
    ])
    await recheck(world, holder, offer.uuid)
    expect(await seen()).toEqual(['geofeed NL Amsterdam', 'registry GB '])
    await know(world, 'geodata', [{ ...place, countryCode: 'BE', cityName: 'Brussels' }])
    await recheck(world, holder, offer.uuid)
    expect(await seen()).toEqual(['geofeed BE Brussels'])
  })

  it('the next check is a day away', async () => {
    const offer = await make('45.9.9.0/24')
    await recheck(world, holder, offer.uuid)
    const { rows } = await world.house.pool.query('select next_check_at from offer where uuid = $1', [offer.uuid])
    const ahead = rows[0].next_check_at.getTime() - world.ctx.now.getTime()
    expect(ahead).toBeGreaterThan(86_300_000)
    expect(ahead).toBeLessThanOrEqual(86_400_000)
  })
})

describe('refuses', () => {
  it('blocks that are not proven, and those that have ended', async () => {
    const { uuid } = await listed(world, holder, '45.9.10.0/24')
    expect(outcomeOf(await recheck(world, holder, uuid))).toBe('422 offer_move_forbidden')
    for (const status of ['validity_terminated', 'object_terminated']) {
      await world.house.pool.query('update offer set status = $2 where uuid = $1', [uuid, status])
      expect(outcomeOf(await recheck(world, holder, uuid))).toBe('422 offer_ended')
    }
  })

  it("another company's offer as one that does not exist", async () => {
    const { uuid } = await make('45.9.11.0/24')
    const other = await world.client()
    const theirs = await recheck(world, other, uuid)
    expect(outcomeOf(theirs)).toBe('404 not_found')
    expect(anonymous(theirs)).toBe(anonymous(await recheck(world, other, '019a8c1e-7b2f-7c3d-9e4f-5a6b7c8d9e0f')))
  })
})
