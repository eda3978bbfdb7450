import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { addMonths, toUnix } from '../../../src/kernel/time.ts'
import { newUuid } from '../../../src/kernel/uuid.ts'
import { showOffer } from '../../../src/market/offer/include.actions.ts'
import { readInclude } from '../../../src/market/offer/include.wire.ts'
import { makeLease, makeOffer, makeReservation, type MadeOffer } from '../../support/market/market.ts'
import { outcomeOf } from '../../support/portal.ts'
import { anonymous } from '../../support/refusals.ts'
import { statementsIn } from '../../support/statements.ts'
import { openWorld, type World } from '../../support/world.ts'

let world: World
let tenant: string
let bearer: { authorization: string }
let lessee: string
beforeAll(async () => {
  world = await openWorld({ env: { SUBLET_COMMISSION_PERCENT: '10', SUBLET_NOTICE_DAYS: '100' } })
  ;({ tenant, bearer } = await world.client())
  lessee = await world.tenant('Lessee Ltd')
})
afterAll(() => world.close())

const read = (uuid: string, query = '', company = tenant, headers = bearer) =>
  world.call('GET', `/billing/v1/${company}/market/services/${uuid}${query}`, { headers })
const include = (offer: MadeOffer, ...values: string[]) => read(offer.uuid, `?include=${values.join(',')}`)

const [prices, commitments, committed, monthly] = [
  'billingServices.marketServicePricing',
  'billingServices.commitments',
  'commitmentReservations.commitment',
  'pendingServiceReservations.pricing',
] as const

const sizes = [
  { length: 22, priceMinor: 39_000 },
  { length: 23, priceMinor: 20_000 },
  { length: 24, priceMinor: 10_000, negotiable: true, periods: [3, 12] },
]

describe('GET /billing/v1/{tenantUUID}/market/services/{ipmarketServiceUUID}', () => {
  it('answers with the object itself, every field of it', async () => {
    const offer = await makeOffer(world, tenant, { block: '45.8.0.0/21', minimumSplit: 22, pricings: sizes })
    await makeLease(world, offer, lessee, '45.8.0.0/24', { priceMinor: 9_001 })
    await makeLease(world, offer, lessee, '45.8.4.0/23', { priceMinor: 20_000 })
    await makeReservation(world, offer, lessee, '45.8.7.0/24')
    const passed = { status: 'passed', description: 'Nothing speaks against it.' }
    const pricing = (length: number, price: number, commission: number, more = {}) => ({
      uuid: offer.pricingOf[length],
      subnet_size: length,
      ip_count: 2 ** (32 - length),
      price,
      commission,
      wants_to_negotiate: false,
      selected_commitment_periods: [],
      ...more,
    })
    const { status, body } = await read(offer.uuid)
    expect(status).toBe(200)
    expect(body).toEqual({
      uuid: offer.uuid,
      address: '45.8.0.0',
      cidr: 21,
      start: '45.8.0.0',
      abuse_email: null,
      registry: 'ripencc',
      status: 'validity_active',
      auth: { type: 'email', status: 'passed', description: 'The mailed code was given.' },
      whois: passed,
      bgp: passed,
      dns: passed,
      iprep: passed,
      loaa: passed,
      roa: passed,
      hidden: false,
      reservation_id: offer.reservation_token,
      minimum_split: 22,
      maximum_split: 24,
      'loa-a': {
        email: 'holder@example.net',
        status: 'signed',
        created_at: Math.floor(offer.created_at.getTime() / 1_000),
      },
      // 768 of 2,048 addresses are 37.5 %, rounded down; what is held is not used.
      ips: { run_rate: 290.01, run_rate_ip: 0.377617, total: 2_048, used: 768, free: 1_280, utilisation_percent: 37 },
      pricings: {
        data: [
          pricing(22, 390, 39),
          pricing(23, 200, 20),
          pricing(24, 100, 10, { wants_to_negotiate: true, selected_commitment_periods: [3, 12] }),
        ],
        meta: { current_page: 1, from: 1, last_page: 1, per_page: 25, to: 3, total: 3 },
      },
      terminated: null,
      expires_at: null,
      has_commitments: false,
      can_initiate_expiration: true,
      commitment_discounts: [],
      services: null,
      commitmentReservations: null,
      serviceReservations: null,
    })
  })

  it.each([
    ['inside the notice period', '45.9.0.0/24', 3, true],
    ['beyond the notice period', '45.9.1.0/24', 6, false],
  ] as const)('tells a commitment that ends %s', async (_when, block, months, expirable) => {
    const offer = await makeOffer(world, tenant, { block })
    await makeLease(world, offer, lessee, block, { commitmentMonths: months })
    expect((await read(offer.uuid)).body).toMatchObject({
      has_commitments: true,
      can_initiate_expiration: expirable,
      ips: { free: 0, utilisation_percent: 100 },
    })
  })

  it('counts only commitments that run', async () => {
    const offer = await makeOffer(world, tenant, { block: '45.9.2.0/24' })
    await makeReservation(world, offer, lessee, '45.9.2.0/24', { months: 120 })
    expect((await read(offer.uuid)).body).toMatchObject({ has_commitments: false, can_initiate_expiration: true })
  })

  it('tells when a block expires and when it ended', async () => {
    const offer = await makeOffer(world, tenant, { block: '45.9.3.0/24' })
    const [expires, ended] = [new Date('2031-05-01T00:00:00.9Z'), new Date('2031-05-02T00:00:00Z')]
    await world.house.pool.query('update offer set expires_at = $2, terminated_at = $3 where uuid = $1', [
      offer.uuid,
      expires,
      ended,
    ])
    expect((await read(offer.uuid)).body).toMatchObject({ expires_at: 1_935_360_000, terminated: 1_935_446_400 })
  })

  it('never shows the maintainer', async () => {
    const offer = await makeOffer(world, tenant, { block: '45.9.4.0/24' })
    await world.house.pool.query('update offer set maintainer_id = $2 where uuid = $1', [offer.uuid, 'MAINT-SECRET'])
    expect((await read(offer.uuid)).text).not.toMatch(/maint/i)
  })

  it('does not know the offers of others from those that do not exist', async () => {
    const foreign = await makeOffer(world, lessee, { block: '45.9.5.0/24' })
    const answer = await read(foreign.uuid)
    expect(outcomeOf(answer)).toBe('404 not_found')
    expect(anonymous(answer)).toBe(anonymous(await read(newUuid())))
    expect(anonymous(answer)).toBe(anonymous(await read('none')))
    expect(outcomeOf(await read(foreign.uuid, '', lessee))).toBe('403 tenant_mismatch')
  })
})

describe('include', () => {
  let offer: MadeOffer
  let leases: Awaited<ReturnType<typeof makeLease>>[]
  let reservations: Awaited<ReturnType<typeof makeReservation>>[]
  beforeAll(async () => {
    offer = await makeOffer(world, tenant, { block: '45.10.0.0/20', pricings: sizes })
    leases = [
      await makeLease(world, offer, lessee, '45.10.10.0/23', { priceMinor: 18_000, commitmentMonths: 12 }),
      await makeLease(world, offer, lessee, '45.10.9.0/24', { priceMinor: 9_000 }),
      await makeLease(world, offer, lessee, '45.10.2.0/24'),
      await makeLease(world, offer, lessee, '45.10.3.0/24'),
    ]
    reservations = [
      await makeReservation(world, offer, lessee, '45.10.6.0/24', { months: 12, priceMinor: 8_000, negotiated: true }),
      await makeReservation(world, offer, lessee, '45.10.5.0/24', { months: 3 }),
      await makeReservation(world, offer, lessee, '45.10.1.0/24', { priceMinor: 7_000, negotiated: true }),
      await makeReservation(world, offer, lessee, '45.10.0.0/24'),
      await makeReservation(world, offer, lessee, '45.10.12.0/24'),
      await makeReservation(world, offer, lessee, '45.10.13.0/24', { months: 3 }),
    ]
    const { pool } = world.house
    await pool.query(`update lease set status = 'suspended' where uuid = $1`, [leases[1]?.uuid])
    await pool.query(`update lease set status = 'terminated' where uuid = $1`, [leases[3]?.uuid])
    await pool.query(`update reservation set bought_at = now() where uuid = $1`, [reservations[4]?.uuid])
    await pool.query(`update reservation set status = 'declined' where uuid = $1`, [reservations[5]?.uuid])
    // What is changed or withdrawn later does not touch what was made before.
    await pool.query(`update pricing set price_minor = 99_900 where uuid = $1`, [offer.pricingOf[24]])
    await pool.query(`update pricing set withdrawn_at = now(), on_shelf = false where uuid = $1`, [offer.pricingOf[23]])
    await pool.query(`update lease set commission_bp = 500 where uuid = $1`, [leases[1]?.uuid])
  })

  it('shows live leases in address order, at the price and share they were made at', async () => {
    const { body } = await include(offer, prices)
    expect(body).toMatchObject({ commitmentReservations: null, serviceReservations: null })
    expect(body.services).toEqual([
      expect.objectContaining({ uuid: leases[2]?.uuid, address: '45.10.2.0', cidr: 24, status: 'active' }),
      {
        uuid: leases[1]?.uuid,
        address: '45.10.9.0',
        cidr: 24,
        status: 'suspended',
        pricing: {
          uuid: offer.pricingOf[24],
          subnet_size: 24,
          ip_count: 256,
          price: 90,
          commission: 4.5,
          wants_to_negotiate: true,
          selected_commitment_periods: [3, 12],
        },
        commitment: null,
      },
      expect.objectContaining({
        address: '45.10.10.0',
        cidr: 23,
        pricing: expect.objectContaining({ uuid: offer.pricingOf[23], subnet_size: 23, ip_count: 512, price: 180 }),
        commitment: null,
      }),
    ])
  })

  it('shows the commitments of leases when asked for them, and prices only when asked for those', async () => {
    const { body } = await include(offer, commitments)
    expect(body.services.map((lease: { pricing: unknown }) => lease.pricing)).toEqual([null, null, null])
    const { commitment } = body.services[2]
    expect(commitment).toEqual({
      uuid: expect.any(String),
      pricing_uuid: offer.pricingOf[23],
      status: 'active',
      price: 180,
      period: 12,
      start_date: expect.any(Number),
      end_date: toUnix(addMonths(new Date(commitment.start_date * 1_000), 12)),
    })
    expect(body.services.slice(0, 2).map((lease: { commitment: unknown }) => lease.commitment)).toEqual([null, null])
  })

  it('shows reservations with a commitment that are open', async () => {
    const { body } = await include(offer, committed)
    expect(body).toMatchObject({ services: null, serviceReservations: null })
    expect(body.commitmentReservations.map(({ address }: { address: string }) => address)).toEqual([
      '45.10.5.0',
      '45.10.6.0',
    ])
    expect(body.commitmentReservations[1]).toEqual({
      uuid: reservations[0]?.uuid,
      address: '45.10.6.0',
      cidr: 24,
      price: 80,
      commitment_period: 12,
      created_at: expect.any(Number),
      tenant: { uuid: lessee, title: 'Lessee Ltd' },
      ipmarket_service: { uuid: offer.uuid, address: '45.10.0.0', cidr: 20 },
      commitment: {
        uuid: expect.any(String),
        pricing_uuid: offer.pricingOf[24],
        status: 'pending',
        price: 80,
        period: 12,
        start_date: null,
        end_date: null,
      },
    })
  })

  it('shows open reservations by the month, at the price they were made at', async () => {
    const { body } = await include(offer, monthly)
    expect(body).toMatchObject({ services: null, commitmentReservations: null })
    expect(body.serviceReservations).toMatchObject([
      { address: '45.10.0.0', cidr: 24, pricing: { uuid: offer.pricingOf[24], price: 100, commission: 10 } },
      { address: '45.10.1.0', cidr: 24, pricing: { uuid: offer.pricingOf[24], price: 70, commission: 7 } },
    ])
    expect(Object.keys(body.serviceReservations[0])).toEqual(['address', 'cidr', 'pricing'])
  })

  it('takes several values, in any spelling of a list, and any of them twice', async () => {
    const all = await include(offer, prices, commitments, committed, monthly, prices)
    expect(all.body.services[2]).toMatchObject({ pricing: { price: 180 }, commitment: { period: 12 } })
    expect([all.body.commitmentReservations.length, all.body.serviceReservations.length]).toEqual([2, 2])
    const listed = await read(
      offer.uuid,
      `?include[]=${prices}&include[]=${commitments},${committed}&include[]=${monthly}`,
    )
    expect(listed.body).toEqual(all.body)
  })

  it('is empty lists where there is nothing, and null for an empty wish', async () => {
    const empty = await makeOffer(world, tenant, { block: '45.11.0.0/24' })
    const nothing = { services: [], commitmentReservations: [], serviceReservations: [] }
    expect((await include(empty, prices, committed, monthly)).body).toMatchObject(nothing)
    expect((await read(empty.uuid, '?include=')).body).toMatchObject({ services: null })
  })

  it.each(['include=nonsense', `include=${prices},nonsense`, 'include=services', 'include_page=0', 'include_page=x'])(
    'refuses %s',
    async (query) => {
      const { status, body } = await read(offer.uuid, `?${query}`)
      expect([status, body.code]).toEqual([422, 'invalid_fields'])
      expect(Object.keys(body.errors)[0]).toMatch(/^include(\.\d|_page)?$/)
    },
  )

  it('costs the same number of statements however much there is', async () => {
    const small = await makeOffer(world, tenant, { block: '45.12.0.0/22' })
    await makeLease(world, small, lessee, '45.12.0.0/24')
    await makeReservation(world, small, lessee, '45.12.1.0/24', { months: 3 })
    const everything = readInclude({ include: [prices, commitments, committed, monthly] })
    const ask = ({ uuid }: MadeOffer) => statementsIn(() => showOffer(world.ctx, tenant, uuid, everything))
    expect(await ask(offer)).toBe(await ask(small))
  })

  it('walks on by pages of a thousand', async () => {
    const large = await makeOffer(world, tenant, { block: '46.0.0.0/12' })
    await world.house.pool.query(
      `with claimed as (
         insert into allocation (uuid, tenant_uuid, offer_uuid, block, status, since)
         select gen_random_uuid(), $2, $1, set_masklen('46.0.0.0'::inet + n * 256, 24)::cidr, 'leased', now()
         from generate_series(0, 1001) n returning uuid, block
       )
       insert into lease (uuid, tenant_uuid, holder_uuid, offer_uuid, pricing_uuid, allocation_uuid, block, registry,
         status, price_minor, commission_bp, created_at)
       select gen_random_uuid(), $2, $3, $1, $4, uuid, block, 'ripencc', 'active', 100, 500, now() from claimed`,
      [large.uuid, lessee, tenant, large.pricingOf[24]],
    )
    const addresses = async (page: number) =>
      (await read(large.uuid, `?include=${prices}&include_page=${page}`)).body.services.map(
        ({ address }: { address: string }) => address,
      )
    const first = await addresses(1)
    expect([first.length, first[0], first[999]]).toEqual([1_000, '46.0.0.0', '46.3.231.0'])
    expect(await addresses(2)).toEqual(['46.3.232.0', '46.3.233.0'])
    expect(await addresses(3)).toEqual([])
  })
})
