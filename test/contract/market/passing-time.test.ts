import { beforeEach, describe, expect, it } from 'vitest'
import { completeCommitments, endLease, releaseLapsedHolds } from '../../../src/market/index.ts'
import { mailTo } from '../../support/server/mailbox.ts'
import { makeLease, makeOffer, type MadeOffer } from '../../support/market/market.ts'
import { actIn, freeOf, reserveIn, type Company } from '../../support/market/reservations.ts'
import { stageSides } from '../../support/stages.ts'

/** What time does to holds and commitments: the jobs release_lapsed_holds and complete_commitments. */

let offer: MadeOffer
let blocks = 0
const { world, holder, lessee } = await stageSides({ env: { SUBLET_SANDBOX: '1' } })
const reserve = reserveIn(world)
beforeEach(async () => {
  blocks++
  offer = await makeOffer(world, holder.tenant, {
    block: `45.8.${blocks * 4}.0/22`,
    pricings: [{ length: 24, priceMinor: 10_000, negotiable: true, periods: [3, 12] }],
  })
})

const nth = (n: number) => `45.8.${blocks * 4 + n}.0/24`

const all = async <R extends Record<string, unknown>>(text: string, ...values: unknown[]) =>
  (await world.house.pool.query<R>(text, values)).rows

const statuses = async () =>
  (
    await all<{ status: string }>('select status from reservation where offer_uuid = $1 order by block', offer.uuid)
  ).map(({ status }) => status)

describe('release_lapsed_holds', () => {
  it('releases what has lapsed and nothing else', async () => {
    await reserve(lessee, offer, nth(0))
    await reserve(lessee, offer, nth(1), { contract_length: 12 })
    await reserve(lessee, offer, nth(2), { ip_price: '0.3' })
    await makeLease(world, offer, lessee.tenant, nth(3))
    await world.travel('19 minutes')
    await releaseLapsedHolds.run(world.ctx, {})
    expect(await statuses()).toEqual(['accepted', 'accepted', 'pending', 'accepted'])
    await world.travel('2 minutes')
    await releaseLapsedHolds.run(world.ctx, {})
    expect(await statuses()).toEqual(['expired', 'expired', 'pending', 'accepted'])
    expect(await freeOf(world, offer)).toEqual([`45.8.${blocks * 4}.0/23`])
    expect(await all('select status from commitment where offer_uuid = $1', offer.uuid)).toEqual([
      { status: 'terminated' },
    ])
    await world.travel('72 hours')
    await releaseLapsedHolds.run(world.ctx, {})
    expect(await statuses()).toEqual(['expired', 'expired', 'expired', 'accepted'])
  })

  it('may run on two nodes at once, and again', async () => {
    for (const n of [0, 1, 2, 3]) await reserve(lessee, offer, nth(n))
    await world.travel('1 hour')
    await Promise.all([1, 2, 3].map(() => releaseLapsedHolds.run(world.ctx, {})))
    await releaseLapsedHolds.run(world.ctx, {})
    expect(await freeOf(world, offer)).toEqual([offer.block])
    const released = await all(
      `select count(*) as n from audit_entry e join allocation a on a.uuid = e.subject_uuid
       where e.action = 'allocation.release' and a.offer_uuid = $1`,
      offer.uuid,
    )
    expect(released).toEqual([{ n: 4 }])
  })

  it('takes many in batches, of many offers', async () => {
    const many = await makeOffer(world, holder.tenant, { block: '45.16.0.0/16' })
    const crowd = await Promise.all(Array.from({ length: 3 }, () => world.client()))
    for (let n = 0; n < 120; n++) await reserve(crowd[n % 3] as Company, many, `45.16.${n * 2}.0/24`)
    await reserve(lessee, offer, nth(0))
    await world.travel('1 hour')
    await releaseLapsedHolds.run(world.ctx, {})
    expect(await freeOf(world, many)).toEqual(['45.16.0.0/16'])
    expect(await freeOf(world, offer)).toEqual([offer.block])
  })

  it('puts hidden blocks back among the hidden', async () => {
    await reserve(lessee, offer, nth(1))
    await world.house.pool.query('insert into hidden_block (offer_uuid, tenant_uuid, block) values ($1, $2, $3)', [
      offer.uuid,
      holder.tenant,
      nth(1),
    ])
    await world.travel('1 hour')
    await releaseLapsedHolds.run(world.ctx, {})
    expect(await all('select block, hidden from free_block where offer_uuid = $1 and hidden', offer.uuid)).toEqual([
      { block: nth(1), hidden: true },
    ])
  })

  it('tells who negotiated that it is over, and nobody else', async () => {
    const wisher = await world.client()
    const { email } = await world.person(wisher.tenant)
    await reserve(wisher, offer, nth(0))
    await reserve(wisher, offer, nth(1), { ip_price: '0.3' })
    const agreed = await reserve(wisher, offer, nth(2), { ip_price: '0.3', contract_length: 3 })
    await actIn(world)(holder, 'accept', agreed.body.data.uuid)
    await world.travel('73 hours')
    await releaseLapsedHolds.run(world.ctx, {})
    const subjects = (await mailTo(world, email))
      .map(({ subject }) => subject)
      .filter((text) => text.includes('expired'))
    expect(subjects.toSorted()).toEqual([
      `Your offer for ${nth(1)} has expired`,
      `Your offer for ${nth(2)} has expired`,
    ])
  })
})

describe('complete_commitments', () => {
  const commitments = async () =>
    (
      await all<{ status: string }>(
        'select status from commitment where offer_uuid = $1 order by months, uuid',
        offer.uuid,
      )
    ).map(({ status }) => status)

  it('completes those that were kept to the end, once, and leaves the others', async () => {
    const kept = await makeLease(world, offer, lessee.tenant, nth(0), { commitmentMonths: 3 })
    await makeLease(world, offer, lessee.tenant, nth(1), { commitmentMonths: 12 })
    await reserve(lessee, offer, nth(2), { contract_length: 12 })
    await world.travel('3 months')
    await Promise.all([1, 2].map(() => completeCommitments.run(world.ctx, {})))
    await completeCommitments.run(world.ctx, {})
    expect(await commitments()).toEqual(['completed', 'active', 'pending'])
    await world.change((ctx) => endLease(ctx, kept.uuid))
    expect(await commitments()).toEqual(['completed', 'active', 'pending'])
  })

  it('and the end of a lease do not meet in one commitment', async () => {
    const leases = []
    for (const n of [0, 1, 2, 3])
      leases.push(await makeLease(world, offer, lessee.tenant, nth(n), { commitmentMonths: 3 }))
    await world.travel('3 months')
    await Promise.all([
      completeCommitments.run(world.ctx, {}),
      ...leases.map(({ uuid }) => world.change((ctx) => endLease(ctx, uuid))),
    ])
    for (const status of await commitments()) expect(['completed', 'terminated']).toContain(status)
  })
})
