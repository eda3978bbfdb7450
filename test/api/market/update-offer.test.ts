import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { newUuid } from '../../../src/kernel/uuid.ts'
import { makeLease, makeOffer, makeReservation, spaceOf, type MadeOffer } from '../../support/market/market.ts'
import { outcomeOf } from '../../support/portal.ts'
import { anonymous } from '../../support/refusals.ts'
import { openWorld, type World } from '../../support/world.ts'

let world: World
let tenant: string
let bearer: { authorization: string }
let lessee: string
beforeAll(async () => {
  world = await openWorld({ env: { SUBLET_COMMISSION_PERCENT: '10' } })
  ;({ tenant, bearer } = await world.client())
  lessee = await world.tenant('Lessee')
})
afterAll(() => world.close())

const pathOf = (uuid: string) => `/billing/v1/${tenant}/market/services/${uuid}`
const change = ({ uuid }: { uuid: string }, payload: object, query = '') =>
  world.call('PATCH', `${pathOf(uuid)}${query}`, { headers: bearer, payload })
const read = async ({ uuid }: { uuid: string }) => (await world.call('GET', pathOf(uuid), { headers: bearer })).body
const refusalOf = async (offer: MadeOffer, payload: object) => {
  const before = await read(offer)
  const { status, body } = await change(offer, payload)
  expect(await read(offer)).toEqual(before)
  return [status, body.code, body.errors]
}

let third = 0
/** A /20 with prices for /22 and /24, each time another. */
const offered = () =>
  makeOffer(world, tenant, {
    block: `45.${third++}.0.0/20`,
    pricings: [
      { length: 22, priceMinor: 40_000 },
      { length: 24, priceMinor: 10_000, negotiable: true, periods: [3] },
    ],
  })

const shelfOf = async ({ uuid }: MadeOffer) => {
  const query = 'select length from pricing where offer_uuid = $1 and on_shelf order by length'
  return (await world.house.pool.query<{ length: number }>(query, [uuid])).rows.map(({ length }) => length)
}

describe('PATCH /billing/v1/{tenantUUID}/market/services/{ipmarketServiceUUID}', () => {
  it('leaves what is absent and answers as a read does', async () => {
    const offer = await offered()
    const before = await read(offer)
    const answer = await change(offer, {})
    expect([answer.status, answer.body]).toEqual([200, before])
    const audited = `select from audit_entry where subject_uuid = $1 and action = 'offer.changed'`
    expect((await world.house.pool.query(audited, [offer.uuid])).rowCount).toBe(0)
    const unknown = { status: 'object_terminated', reservation_id: 'mine', nonsense: 1 }
    expect((await change(offer, unknown)).body).toEqual(before)
  })

  it('hides from search and shows again', async () => {
    const offer = await offered()
    expect((await change(offer, { hidden: true })).body.hidden).toBe(true)
    expect(await shelfOf(offer)).toEqual([])
    expect((await change(offer, { hidden: false })).body.hidden).toBe(false)
    expect(await shelfOf(offer)).toEqual([22, 24])
  })

  it('changes limits and prices together, judged by what comes out', async () => {
    const offer = await offered()
    const { body } = await change(offer, {
      minimum_split: '23',
      maximum_split: 23,
      pricings: [{ cidr: 23, value: 210.5, selected_commitment_periods: [12, 3, 12] }],
    })
    expect([body.minimum_split, body.maximum_split]).toEqual([23, 23])
    expect(body.pricings.data).toEqual([
      {
        uuid: expect.any(String),
        subnet_size: 23,
        ip_count: 512,
        price: 210.5,
        commission: 21.05,
        wants_to_negotiate: false,
        selected_commitment_periods: [3, 12],
      },
    ])
    expect(body.pricings.meta.total).toBe(1)
    expect(await read(offer)).toEqual(body)
    expect(await shelfOf(offer)).toEqual([23])
  })

  it('changes the price that is named, adds one without uuid, withdraws the rest', async () => {
    const offer = await offered()
    const { body } = await change(offer, {
      pricings: [
        { cidr: 23, value: 200 },
        { uuid: offer.pricingOf[24]?.toUpperCase(), value: '120.25', selected_commitment_periods: null },
      ],
    })
    expect(body.pricings.data).toMatchObject([
      { subnet_size: 23, price: 200, wants_to_negotiate: false },
      {
        uuid: offer.pricingOf[24],
        subnet_size: 24,
        price: 120.25,
        wants_to_negotiate: true,
        selected_commitment_periods: [],
      },
    ])
    // A size that was withdrawn can be priced again, by a new price.
    const again = await change(offer, { pricings: [{ uuid: null, cidr: 22, value: 1 }] })
    expect(again.body.pricings.data).toHaveLength(1)
    expect(again.body.pricings.data[0].uuid).not.toBe(offer.pricingOf[22])
    expect((await change(offer, { pricings: [] })).body.pricings.data).toEqual([])
    expect(await shelfOf(offer)).toEqual([])
  })

  it('swaps the sizes of two prices', async () => {
    const offer = await offered()
    const { body } = await change(offer, {
      pricings: [
        { uuid: offer.pricingOf[22], cidr: 24 },
        { uuid: offer.pricingOf[24], cidr: 22 },
      ],
    })
    expect(body.pricings.data).toMatchObject([
      { uuid: offer.pricingOf[24], subnet_size: 22, price: 100 },
      { uuid: offer.pricingOf[22], subnet_size: 24, price: 400 },
    ])
    expect(await shelfOf(offer)).toEqual([22, 24])
  })

  it('leaves leases the price they were made at', async () => {
    const offer = await offered()
    await makeLease(world, offer, lessee, `${offer.block.replace('/20', '')}/24`)
    await change(offer, { pricings: [{ uuid: offer.pricingOf[24], value: 500 }] })
    const kept = await change(offer, { pricings: [] }, '?include=billingServices.marketServicePricing')
    expect(kept.body.services).toMatchObject([{ pricing: { uuid: offer.pricingOf[24], price: 100 } }])
    expect(kept.body.ips.run_rate).toBe(100)
  })

  it('includes the three lists of the specification, not the fourth', async () => {
    const offer = await offered()
    await makeReservation(world, offer, lessee, `${offer.block.replace('/20', '')}/24`, { months: 3 })
    const all = [
      'billingServices.marketServicePricing',
      'billingServices.commitments',
      'commitmentReservations.commitment',
    ]
    const { body } = await change(offer, { hidden: true }, `?include=${all.join(',')}`)
    expect(body).toMatchObject({ services: [], commitmentReservations: [{ commitment_period: 3 }], hidden: true })
    const fourth = await change(offer, {}, '?include=pendingServiceReservations.pricing')
    expect([fourth.status, Object.keys(fourth.body.errors)]).toEqual([422, ['include.0']])
  })

  it('sets discounts for commitments, for all sizes at once, and takes them back', async () => {
    const offer = await offered()
    const wanted = [
      { months: 12, percent: 12.5 },
      { months: 3, percent: 5 },
    ]
    expect((await change(offer, { commitment_discounts: wanted })).body.commitment_discounts).toEqual(
      wanted.toReversed(),
    )
    expect((await change(offer, { hidden: true })).body.commitment_discounts).toHaveLength(2)
    const { rows } = await world.house.pool.query(
      `select data -> 'fields' as fields from audit_entry where subject_uuid = $1 and action = 'offer.changed' order by happened_at, uuid`,
      [offer.uuid],
    )
    expect(rows).toEqual([{ fields: ['commitment_discounts'] }, { fields: ['hidden'] }])
    expect((await change(offer, { commitment_discounts: null })).body.commitment_discounts).toEqual([])
  })

  it.each([
    [[{ months: 5, percent: 10 }], 'commitment_discounts.0.months'],
    [
      [
        { months: 3, percent: 10 },
        { months: 3, percent: 20 },
      ],
      'commitment_discounts.1.months',
    ],
    [[{ months: 3, percent: 0 }], 'commitment_discounts.0.percent'],
    [[{ months: 3, percent: 90.5 }], 'commitment_discounts.0.percent'],
    [[{ months: 3, percent: 1.001 }], 'commitment_discounts.0.percent'],
  ])('refuses the discounts %j', async (commitment_discounts, field) => {
    const [status, code, errors] = await refusalOf(await offered(), { commitment_discounts })
    expect([status, code, Object.keys(errors)]).toEqual([422, 'discounts_invalid', [field]])
  })

  it('keeps the maintainer to itself, and its password not at all', async () => {
    const offer = await offered()
    const { text } = await change(offer, { maintainer_id: 'MAINT-EXAMPLE-AP', maintainer_password: 'hunter2-hunter2' })
    expect(text).not.toMatch(/maint|hunter2/i)
    const stored = async () =>
      (await world.house.pool.query('select * from offer where uuid = $1', [offer.uuid])).rows[0]
    expect(await stored()).toMatchObject({ maintainer_id: 'MAINT-EXAMPLE-AP' })
    expect(JSON.stringify(await stored())).not.toContain('hunter2')
    const { rows } = await world.house.pool.query(
      `select e::text from audit_entry e where subject_uuid = $1 union all select o::text from outbox_event o
       where data ->> 'uuid' = $1::text union all select i::text from idempotency_key i`,
      [offer.uuid],
    )
    expect(JSON.stringify(rows)).not.toMatch(/EXAMPLE-AP|hunter2/)
    await change(offer, { maintainer_id: null, maintainer_password: null })
    expect(await stored()).toMatchObject({ maintainer_id: null })
  })

  it('changes nothing by a password alone', async () => {
    const offer = await offered()
    expect((await change(offer, { maintainer_password: 'hunter2' })).status).toBe(200)
    const { rowCount } = await world.house.pool.query(
      `select from audit_entry where subject_uuid = $1 and action = 'offer.changed'`,
      [offer.uuid],
    )
    expect(rowCount).toBe(0)
  })

  it('names what changed in the log and to others, and only that', async () => {
    const offer = await offered()
    await change(offer, {
      hidden: true,
      minimum_split: 20,
      maximum_split: 24,
      maintainer_password: 'hunter2',
      pricings: [{ uuid: offer.pricingOf[22] }],
    })
    const fields = ['hidden', 'pricings']
    const { rows: audited } = await world.house.pool.query(
      `select actor_kind, data from audit_entry where subject_uuid = $1 and action = 'offer.changed'`,
      [offer.uuid],
    )
    const { block, status } = offer
    expect(audited).toEqual([{ actor_kind: 'key', data: { block, fields } }])
    const { rows: told } = await world.house.pool.query(
      `select data from outbox_event where type = 'offer.changed' and data ->> 'uuid' = $1`,
      [offer.uuid],
    )
    expect(told).toEqual([{ data: { uuid: offer.uuid, block, status, fields } }])
  })

  it('changes under which numbers the holder announces the block itself', async () => {
    const offer = await offered()
    await change(offer, { own_asns: [64_500, 64_500, 64_501] })
    const { rows } = await world.house.pool.query('select own_asns from offer where uuid = $1', [offer.uuid])
    expect(rows).toEqual([{ own_asns: [64_500, 64_501] }])
    const { status, body } = await change(offer, { own_asns: [0] })
    expect([status, Object.keys(body.errors)]).toEqual([422, ['own_asns.0']])
  })

  it('refuses limits that contradict the block, each other or a price that stays', async () => {
    const offer = await offered()
    const refused = (errors: object) => [422, 'splits_invalid', errors]
    expect(await refusalOf(offer, { minimum_split: 19, hidden: true })).toEqual(
      refused({ minimum_split: ["must be at least 20, the block's own size"] }),
    )
    expect(await refusalOf(offer, { minimum_split: 24, maximum_split: 23 })).toEqual(
      refused({ maximum_split: ['must be at least 24, the minimum_split'] }),
    )
    expect(await refusalOf(offer, { minimum_split: 23 })).toEqual(
      refused({ minimum_split: [expect.stringContaining('/22')] }),
    )
    expect(await refusalOf(offer, { maximum_split: 23 })).toEqual(
      refused({ maximum_split: [expect.stringContaining('/24')] }),
    )
    expect(outcomeOf(await change(offer, { minimum_split: 22 }))).toBe(200)
  })

  it('refuses prices by their place, and then changes nothing', async () => {
    const [offer, other] = [await offered(), await offered()]
    const withdrawn = offer.pricingOf[22]
    await change(offer, { pricings: [{ uuid: offer.pricingOf[24] }] })
    const own = { uuid: offer.pricingOf[24] }
    const cases: [object[], string][] = [
      [[own, { uuid: other.pricingOf[24], cidr: 23, value: 1 }], 'pricings.1.uuid'],
      [[{ uuid: withdrawn, cidr: 22, value: 1 }, own], 'pricings.0.uuid'],
      [[{ uuid: newUuid(), cidr: 22, value: 1 }], 'pricings.0.uuid'],
      [[own, own], 'pricings.1.uuid'],
      [[own, { cidr: 24, value: 1 }], 'pricings.1.cidr'],
      [[{ cidr: 19, value: 1 }], 'pricings.0.cidr'],
      [[{ value: 1 }], 'pricings.0.cidr'],
      [[{ cidr: 23 }], 'pricings.0.value'],
      [[{ cidr: 23, value: 0 }], 'pricings.0.value'],
      [[{ cidr: 23, value: 1.005 }], 'pricings.0.value'],
      [[{ cidr: 23, value: 512_000.01 }], 'pricings.0.value'],
      [[{ ...own, selected_commitment_periods: [3, 4] }], 'pricings.0.selected_commitment_periods'],
    ]
    for (const [pricings, field] of cases)
      expect(await refusalOf(offer, { pricings, hidden: true })).toEqual([
        422,
        'pricings_invalid',
        { [field]: [expect.any(String)] },
      ])
  })

  it.each([
    [{ hidden: 'yes' }, 'hidden'],
    [{ hidden: null }, 'hidden'],
    [{ minimum_split: 7 }, 'minimum_split'],
    [{ maximum_split: 25 }, 'maximum_split'],
    [{ minimum_split: 22.5 }, 'minimum_split'],
    [{ pricings: {} }, 'pricings'],
    [{ pricings: [null] }, 'pricings.0'],
    [{ pricings: Array.from({ length: 18 }, () => ({ cidr: 24, value: 1 })) }, 'pricings'],
    [{ pricings: [{ uuid: 'none' }] }, 'pricings.0.uuid'],
    [{ pricings: [{ cidr: 24, value: -1 }] }, 'pricings.0.value'],
    [{ pricings: [{ cidr: 24, value: 'much' }] }, 'pricings.0.value'],
    [{ commitment_discounts: [{ months: 12 }] }, 'commitment_discounts.0.percent'],
    [{ commitment_discounts: [{ months: 12, percent: 101 }] }, 'commitment_discounts.0.percent'],
    [{ maintainer_id: 'x'.repeat(101) }, 'maintainer_id'],
    [{ maintainer_password: '' }, 'maintainer_password'],
  ])('refuses %j', async (payload, field) => {
    const { status, body } = await change({ uuid: newUuid() }, payload)
    expect([status, body.code, Object.keys(body.errors)]).toEqual([422, 'invalid_fields', [field]])
  })

  it('refuses to change what has ended', async () => {
    const offer = await offered()
    for (const status of ['validity_terminated', 'object_terminated']) {
      await world.house.pool.query('update offer set status = $2 where uuid = $1', [offer.uuid, status])
      expect(outcomeOf(await change(offer, { hidden: true }))).toBe('422 offer_ended')
    }
  })

  it('does not know the offers of others from those that do not exist', async () => {
    const foreign = await makeOffer(world, lessee, { block: '46.0.0.0/24' })
    const answer = await change(foreign, { hidden: true })
    expect(outcomeOf(answer)).toBe('404 not_found')
    expect(anonymous(answer)).toBe(anonymous(await change({ uuid: newUuid() }, { hidden: true })))
  })

  it('keeps one set of prices and whole space when twenty change it at once', async () => {
    const offer = await offered()
    const first = offer.block.replace('/20', '')
    const changes = Array.from({ length: 20 }, (_, n) =>
      change(offer, {
        hidden: n % 2 === 0,
        minimum_split: 20 + (n % 3),
        pricings: [{ cidr: 22 + (n % 3), value: 100 + n }],
      }),
    )
    const toggles = Array.from({ length: 20 }, (_, n) =>
      world.call('POST', `/billing/v1/${tenant}/market/ipv4/child/toggle`, {
        headers: bearer,
        payload: { market_service_uuid: offer.uuid, cidr: 24 - (n % 2), childs: [{ address: first }] },
      }),
    )
    const answers = await Promise.all([...changes, ...toggles])
    expect(answers.map(outcomeOf)).toEqual(answers.map(() => 200))
    const { kept, due } = await spaceOf(world, offer.uuid)
    expect(kept).toEqual(due)
    const { pricings, hidden } = await read(offer)
    expect(pricings.data).toHaveLength(1)
    const shown = hidden ? [] : [pricings.data[0].subnet_size]
    expect(await shelfOf(offer)).toEqual(shown)
  })
})
