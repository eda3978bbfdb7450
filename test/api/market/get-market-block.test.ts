import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { knownPrefix } from '../../../src/kernel/ip/index.ts'
import { toUnix } from '../../../src/kernel/time.ts'
import { keepFacts } from '../../../src/network/index.ts'
import { takenAt } from '../../support/market/facts.ts'
import { makeLease, makeOffer, makeReservation, type MadeOffer } from '../../support/market/market.ts'
import { know } from '../../support/market/offers.ts'
import type { Company } from '../../support/market/reservations.ts'
import { toggle } from '../../support/market/search.ts'
import { openWorld, type World } from '../../support/world.ts'

let world: World
let holder: Company
let lessee: Company
let offer: MadeOffer
let reservation: string
beforeAll(async () => {
  world = await openWorld()
  holder = await world.client()
  lessee = await world.client()
  offer = await makeOffer(world, holder.tenant, {
    block: '45.8.0.0/21',
    pricings: [
      { length: 22, priceMinor: 38_000 },
      { length: 24, priceMinor: 10_000, negotiable: true, periods: [6, 12] },
    ],
  })
  await makeLease(world, offer, lessee.tenant, '45.8.5.0/24')
  reservation = (await makeReservation(world, offer, lessee.tenant, '45.8.6.0/24')).uuid
  await toggle(world, offer, '45.8.7.0/24')
  await makeOffer(world, holder.tenant, { block: '46.0.0.0/24', hidden: true })
  await makeOffer(world, holder.tenant, { block: '47.0.0.0/24', status: 'validity_invalid' })
})
afterAll(() => world.close())

const show = ({ tenant, bearer }: Company, block: string) =>
  world.call('GET', `/billing/v1/${tenant}/market/blocks/${block}`, { headers: bearer })

const plain = { price_per_ip: '0.390625', discount_percent: 0, saved: 0 }

describe('GET /billing/v1/{tenantUUID}/market/blocks/{address}/{cidr}', () => {
  it('says all there is to know, and null where there is no data', async () => {
    const { status, body } = await show(await world.client(), '45.8.4.0/24')
    expect(status).toBe(200)
    const { checks, ...rest } = body.data
    expect(rest).toEqual({
      uuid: offer.uuid,
      pricing_uuid: offer.pricingOf[24],
      address: '45.8.4.0',
      last_address: '45.8.4.255',
      cidr: 24,
      ip_count: 256,
      price: 100,
      price_per_ip: '0.390625',
      currency: 'USD',
      wants_to_negotiate: true,
      selected_commitment_periods: [6, 12],
      commitment_discounts: [],
      registry: 'ripencc',
      geo_data: {},
      geo_country_code: null,
      reputation: 'unknown',
      rpki_status: 'unknown',
      skipped_checks: [],
      is_free: true,
      is_own: false,
      nearest: [],
      reservation: null,
      prices: [
        { contract_length: 1, price: 100, total: 100, ...plain },
        { contract_length: 6, price: 100, total: 600, ...plain },
        { contract_length: 12, price: 100, total: 1_200, ...plain },
      ],
      announcements: null,
      vrps: null,
      route_objects: null,
      blocklists: null,
    })
    expect(checks.map(({ kind }: { kind: string }) => kind)).toEqual(['bgp', 'dns', 'iprep', 'loaa', 'roa', 'whois'])
    expect(checks[3]).toEqual({
      kind: 'loaa',
      status: 'passed',
      description: 'Its holder has agreed that letters of authorisation are issued to lessees.',
      checked_at: expect.any(Number),
    })
  })

  it('names neither the holder nor who signs for it', async () => {
    const { text } = await show(lessee, '45.8.4.0/24')
    expect(text).not.toContain(holder.tenant)
    expect(text).not.toContain('holder@example.net')
  })

  it('prices each size on its own', async () => {
    const { body } = await show(lessee, '45.8.0.0/22')
    expect(body.data).toMatchObject({ price: 380, is_free: true, wants_to_negotiate: false })
    expect(body.data.prices).toMatchObject([{ contract_length: 1, price: 380, price_per_ip: '0.371094', total: 380 }])
  })

  it.each([
    ['leased', '45.8.5.0/24'],
    ['held', '45.8.6.0/24'],
    ['hidden', '45.8.7.0/24'],
  ])('names the nearest free blocks of one that is %s', async (_how, block) => {
    const { body } = await show(await world.client(), block)
    expect(body.data.is_free).toBe(false)
    expect(body.data.nearest).toEqual(
      ['45.8.4.0', '45.8.3.0', '45.8.2.0', '45.8.1.0'].map((address) => ({ address, cidr: 24 })),
    )
    expect(body.data.reservation).toBeNull()
  })

  it('is not free when a part of it is not', async () => {
    const { body } = await show(lessee, '45.8.4.0/22')
    expect(body.data).toMatchObject({ is_free: false, nearest: [{ address: '45.8.0.0', cidr: 22 }] })
  })

  it('tells a company what it holds itself, and what is its own', async () => {
    const { body } = await show(lessee, '45.8.6.0/24')
    expect(body.data.reservation).toEqual({ uuid: reservation, status: 'accepted', expires_at: expect.any(Number) })
    expect((await show(holder, '45.8.4.0/24')).body.data.is_own).toBe(true)
  })

  it.each([
    ['outside every offer', '99.0.0.0/24'],
    ['of a size without a price', '45.8.0.0/23'],
    ['of an offer that is hidden', '46.0.0.0/24'],
    ['of an offer that is off the market', '47.0.0.0/24'],
    ['with host bits', '45.8.1.0/22'],
    ['too small', '45.8.1.0/25'],
    ['no address', 'anything/24'],
    ['no IPv4 address', '2001:db8::/24'],
  ])('is not there: %s', async (_what, block) => {
    const { status, body } = await show(holder, block)
    expect([status, body.code]).toEqual([404, 'not_found'])
  })

  it('says who announces it, what covers it and where it is listed, with source and date', async () => {
    const [own, wide] = ['45.8.4.0/24', '45.8.0.0/20']
    await know(world, 'origins', [
      { prefix: own, asn: 64_500, peers: 30 },
      { prefix: wide, asn: 64_501, peers: null },
    ])
    await know(world, 'vrps', [{ prefix: wide, asn: 64_501, maxLength: 24, expires: 1_800_000_000 }])
    await know(world, 'blocklists', [{ prefix: own, reason: 'SBL1' }])
    const route = { prefix: knownPrefix(own), origin: 64_500, source: 'RIPE', descr: [], maintainers: [], changed: [] }
    await world.change((ctx) => keepFacts(ctx, 'rpsl', [route], { title: 'test data', takenAt }))
    await world.hear()
    const { data } = (await show(lessee, '45.8.4.0/24')).body
    expect(data.announcements).toMatchObject({
      source: 'test data',
      taken_at: toUnix(takenAt),
      stale: false,
      total: 2,
      items: [
        { address: '45.8.0.0', cidr: 20, asn: 64_501, as_name: null, as_set: null, peers: null },
        { address: '45.8.4.0', cidr: 24, asn: 64_500, peers: 30 },
      ],
    })
    expect(data.vrps).toMatchObject({
      total: 1,
      items: [
        {
          address: '45.8.0.0',
          cidr: 20,
          asn: 64_501,
          max_length: 24,
          trust_anchor: 'ripencc',
          expires_at: 1_800_000_000,
        },
      ],
    })
    expect(data.route_objects.items).toEqual([{ address: '45.8.4.0', cidr: 24, asn: 64_500, irr: 'RIPE' }])
    expect(data.blocklists.items).toEqual([{ address: '45.8.4.0', cidr: 24, list: 'DROP', reason: 'SBL1' }])
    expect(data).toMatchObject({ reputation: 'listed', rpki_status: 'covered' })
  })
})
