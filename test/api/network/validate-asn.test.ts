import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { keepFacts } from '../../../src/network/index.ts'
import { knowAsns } from '../../support/market/asns.ts'
import { addAddress } from '../../support/market/commerce.ts'
import { letterItem } from '../../support/market/letters.ts'
import { makeLease, makeOffer } from '../../support/market/market.ts'
import { outcomeOf } from '../../support/portal.ts'
import { openWorld, type World } from '../../support/world.ts'

/** GET /billing/v1/common/asn/validate/{asn} (validateAsn), POST /billing/v1/{tenantUUID}/asn/validate/{asn} (validateAsnForSubnets). */

type Client = Awaited<ReturnType<World['client']>>

let world: World
let lessee: Client
let bare: World
beforeAll(async () => {
  world = await openWorld()
  lessee = await world.client()
  await knowAsns(world)
  bare = await openWorld()
})
afterAll(async () => {
  await world.close()
  await bare.close()
})

const validate = (asn: string | number) =>
  world.call('GET', `/billing/v1/common/asn/validate/${asn}`, { headers: lessee.bearer })

describe('an AS number', () => {
  it('that is somebody’s and on no list is fit', async () => {
    const { status, body } = await validate(13_335)
    expect([status, body]).toEqual([
      200,
      {
        asn: 13_335,
        valid: true,
        as_name: 'CLOUDFLARENET',
        uce3: false,
        ofac: false,
        spamhaus: false,
        country: 'US',
        status: 'ok',
        lacking: [],
      },
    ])
    expect((await validate('AS13335')).body).toEqual(body)
  })

  it.each([
    [64_512, 'reserved', false],
    [399_999, 'unallocated', false],
    [932, 'blocked_spamhaus', false],
    [12_880, 'blocked_ofac', false],
    [4_701, 'warned_uceprotect', true],
  ])('%i is %s', async (asn, status, valid) => {
    expect((await validate(asn)).body).toMatchObject({ asn, status, valid })
  })

  it('of a country under embargo is blocked, whatever its name', async () => {
    expect((await validate(131_279)).body).toMatchObject({ country: 'KP', ofac: true, status: 'blocked_ofac' })
  })

  it('is unknown where the data is missing or stale', async () => {
    const { bearer } = await bare.client()
    const asked = () => bare.call('GET', '/billing/v1/common/asn/validate/13335', { headers: bearer })
    expect((await asked()).body).toEqual({
      asn: 13_335,
      valid: false,
      as_name: null,
      uce3: null,
      ofac: null,
      spamhaus: null,
      country: null,
      status: 'unknown',
      lacking: ['delegated', 'asn-names', 'asn-drop', 'ofac'],
    })
    await knowAsns(bare)
    expect((await asked()).body.status).toBe('ok')
    const old = { takenAt: new Date('2020-01-01'), freshFor: 3_600 }
    await bare.change((ctx) => keepFacts(ctx, 'asn-drop', [{ asn: 932, list: 'ASN-DROP', reason: '' }], old))
    await bare.hear()
    expect((await asked()).body).toMatchObject({ status: 'unknown', valid: false, lacking: ['asn-drop'] })
  })

  it.each([
    ['Iran', 12_880],
    ['North Korea', 131_279],
    ['Cuba', 10_569],
  ])('of %s of which only the name is known is unknown, and said to lack its row', async (_, asn) => {
    const named = await openWorld()
    await knowAsns(named)
    await named.change(async (ctx) => {
      await keepFacts(ctx, 'delegated', [], { name: 'nro' })
      await keepFacts(ctx, 'asn-names', [{ asn, name: 'SOME-NETWORK', countryCode: null }])
    })
    await named.hear()
    const { bearer } = await named.client()
    const { body } = await named.call('GET', `/billing/v1/common/asn/validate/${asn}`, { headers: bearer })
    await named.close()
    expect(body).toMatchObject({ status: 'unknown', valid: false, ofac: null, country: null, lacking: ['country'] })
  })

  it.each(['0', '4294967296', '-1', 'abc', '1.5', 'AS'])('%s is none: 422', async (asn) => {
    const answer = await validate(asn)
    expect(outcomeOf(answer)).toBe('422 asn_invalid')
    expect(answer.body.errors.asn).toEqual(['must be from 1 to 4294967295'])
  })
})

describe('an AS number for subnets', () => {
  const ask = (subnets: unknown, { tenant, bearer }: Client = lessee, asn: string | number = 13_335) =>
    world.call('POST', `/billing/v1/${tenant}/asn/validate/${asn}`, { headers: bearer, payload: { subnets } })

  beforeAll(async () => {
    const holder = await world.client()
    const offer = await makeOffer(world, holder.tenant, {
      block: '45.8.0.0/20',
      pricings: [22, 24].map((length) => ({ length, priceMinor: 10_000 })),
    })
    await makeLease(world, offer, lessee.tenant, '45.8.1.0/24')
    await makeLease(world, offer, lessee.tenant, '45.8.4.0/22')
    const headers = lessee.bearer
    await world.call('POST', `/billing/v1/${lessee.tenant}/cart/items`, {
      headers,
      payload: letterItem({ subnets: ['45.8.4.0/22'], max_length: 23 }),
    })
    const commerce = `/ecommerce/public/${lessee.tenant}`
    const { uuid: cart } = (await world.call('GET', `${commerce}/cart`, { headers })).body.data
    const { uuid: address } = await addAddress(world, lessee.tenant)
    await world.call('POST', `${commerce}/cart/${cart}/addresses/${address}`, { headers })
    await world.call('POST', `${commerce}/cart/${cart}/checkout`, { headers })
  })

  it('says for each whether it has a letter already, also for a part of what the letter is for', async () => {
    const { status, body } = await ask(['45.8.1.0/24', '45.8.4.0/22', '45.8.6.0/23', '45.8.5.0/24'])
    expect([status, body.status]).toEqual([200, 'ok'])
    expect(body.subnets).toEqual([
      { subnet: '45.8.1.0/24', already_added: false },
      { subnet: '45.8.4.0/22', already_added: true },
      { subnet: '45.8.6.0/23', already_added: true },
      // Its max_length is 23.
      { subnet: '45.8.5.0/24', already_added: false },
    ])
    expect((await ask(['45.8.4.0/22'], lessee, 4_701)).body.subnets).toMatchObject([{ already_added: false }])
  })

  it('takes none, too', async () => {
    expect((await ask([])).body.subnets).toEqual([])
  })

  it('names every subnet the company does not lease', async () => {
    const answer = await ask(['45.8.1.0/24', '45.8.2.0/24', '45.8.0.0/20'])
    expect(outcomeOf(answer)).toBe('422 subnets_not_leased')
    expect(answer.body.errors).toEqual({
      'subnets.1': ['45.8.2.0/24 is not leased by your company'],
      'subnets.2': ['45.8.0.0/20 is not leased by your company'],
    })
    expect(outcomeOf(await ask(['45.8.1.0/24'], await world.client()))).toBe('422 subnets_not_leased')
  })

  it.each(['45.8.1.1/24', '45.8.1.0', 'x', '2001:db8::/32', '300.1.1.0/24'])('%s is no subnet', async (subnet) => {
    const answer = await ask([subnet])
    expect(outcomeOf(answer)).toBe('422 subnets_not_leased')
    expect(Object.keys(answer.body.errors)).toEqual(['subnets.0'])
  })

  it('has limits and needs an AS number', async () => {
    expect((await ask(Array(501).fill('45.8.1.0/24'))).status).toBe(422)
    expect((await ask('45.8.1.0/24')).status).toBe(422)
    expect(outcomeOf(await ask(['45.8.1.0/24'], lessee, 0))).toBe('422 asn_invalid')
  })
})
