import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { offerAnswer } from '../../../src/market/offer/offer.wire.ts'
import { findOffer } from '../../../src/market/offer/offer.store.ts'
import { viewOffers } from '../../../src/market/offer/view.actions.ts'
import { makeLease, makeOffer, type MadeOffer } from '../../support/market/market.ts'
import { openWorld, type World } from '../../support/world.ts'

/** The market service of the specification, from what the database holds. */

let world: World
let holder: string
let lessee: string
beforeAll(async () => {
  world = await openWorld({ env: { SUBLET_COMMISSION_PERCENT: '7.5', SUBLET_NOTICE_DAYS: '100' } })
  holder = await world.tenant('Holder', 'holder')
  lessee = await world.tenant('Lessee')
})
afterAll(() => world.close())

async function answersFor(...offers: MadeOffer[]) {
  const rows = await Promise.all(offers.map(({ uuid }) => findOffer(world.ctx, holder, uuid)))
  const views = await viewOffers(
    world.ctx,
    rows.flatMap((row) => row ?? []),
  )
  return views.map((view) => offerAnswer(view, world.house.config))
}

describe('the answer about an offer', () => {
  it('adds up addresses, rates and shares', async () => {
    const pricings = [
      { length: 24, priceMinor: 10_001, negotiable: true, periods: [3, 12] },
      { length: 22, priceMinor: 39_999 },
    ]
    const offer = await makeOffer(world, holder, { block: '45.20.0.0/22', pricings })
    await makeLease(world, offer, lessee, '45.20.1.0/24', { priceMinor: 10_001 })
    const [answer] = await answersFor(offer)
    expect(answer).toMatchObject({
      address: '45.20.0.0',
      cidr: 22,
      start: '45.20.0.0',
      auth: { type: 'email', status: 'passed', description: 'The mailed code was given.' },
      roa: { status: 'passed', description: 'Nothing speaks against it.' },
      ips: { run_rate: 100.01, run_rate_ip: 0.390664, total: 1024, used: 256, free: 768, utilisation_percent: 25 },
      pricings: {
        data: [
          { subnet_size: 22, ip_count: 1024, price: 399.99, commission: 30, selected_commitment_periods: [] },
          { subnet_size: 24, ip_count: 256, price: 100.01, commission: 7.5, selected_commitment_periods: [3, 12] },
        ],
        meta: { current_page: 1, from: 1, last_page: 1, per_page: 25, to: 2, total: 2 },
      },
      has_commitments: false,
      can_initiate_expiration: true,
      services: null,
      commitmentReservations: null,
      serviceReservations: null,
    })
  })

  it('says whether a commitment runs, and whether it outlasts the notice period', async () => {
    const [short, long] = [
      await makeOffer(world, holder, { block: '45.21.0.0/24' }),
      await makeOffer(world, holder, { block: '45.22.0.0/24', pricings: [{ length: 24, priceMinor: 10_000 }] }),
    ]
    await makeLease(world, short, lessee, '45.21.0.0/24', { commitmentMonths: 3 })
    await makeLease(world, long, lessee, '45.22.0.0/24', { commitmentMonths: 6 })
    const [first, second] = await answersFor(long, short)
    expect([first?.address, first?.has_commitments, first?.can_initiate_expiration]).toEqual(['45.22.0.0', true, false])
    expect([second?.address, second?.has_commitments, second?.can_initiate_expiration]).toEqual([
      '45.21.0.0',
      true,
      true,
    ])
    expect(second?.ips).toMatchObject({ free: 0, utilisation_percent: 100 })
  })

  it('shows no rate per address where none is used, and no price where none is set', async () => {
    const [answer] = await answersFor(await makeOffer(world, holder, { block: '45.23.0.0/24', pricings: [] }))
    expect(answer?.ips).toEqual({ run_rate: 0, run_rate_ip: 0, total: 256, used: 0, free: 256, utilisation_percent: 0 })
    expect(answer?.pricings).toEqual({
      data: [],
      meta: { current_page: 1, from: null, last_page: 1, per_page: 25, to: null, total: 0 },
    })
  })
})
