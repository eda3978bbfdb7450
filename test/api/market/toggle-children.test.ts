import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import {
  firstAddress,
  formatAddress,
  formatPrefix,
  knownPrefix,
  mergePrefixes,
  nthChild,
} from '../../../src/kernel/ip/index.ts'
import { newUuid } from '../../../src/kernel/uuid.ts'
import { hold, putBack } from '../../../src/market/inventory/inventory.actions.ts'
import { findAllocation } from '../../../src/market/inventory/inventory.store.ts'
import { lockOffer } from '../../../src/market/offer/offer.store.ts'
import { toggleChildren } from '../../../src/market/inventory/visibility.actions.ts'
import { makeLease, makeOffer, spaceOf, type MadeOffer } from '../../support/market/market.ts'
import { outcomeOf } from '../../support/portal.ts'
import { anonymous } from '../../support/refusals.ts'
import { statementsIn } from '../../support/statements.ts'
import { openWorld, type World } from '../../support/world.ts'

let world: World
let tenant: string
let bearer: { authorization: string }
let lessee: string
beforeAll(async () => {
  world = await openWorld()
  ;({ tenant, bearer } = await world.client())
  lessee = await world.tenant('Lessee')
})
afterAll(() => world.close())

const path = () => `/billing/v1/${tenant}/market/ipv4/child/toggle`
const send = (payload: object, headers: Record<string, string> = {}) =>
  world.call('POST', path(), { headers: { ...bearer, ...headers }, payload })
const toggle = (offer: { uuid: string }, blocks: readonly string[], headers: Record<string, string> = {}) => {
  const cidr = knownPrefix(blocks[0] ?? '').length
  const childs = blocks.map((block) => ({ address: block.split('/')[0] }))
  return send({ childs, market_service_uuid: offer.uuid, cidr }, headers)
}

async function hiddenOf(offer: MadeOffer): Promise<string[]> {
  const { kept, due } = await spaceOf(world, offer.uuid)
  expect(kept).toEqual(due)
  return kept.hidden
}

const isOnShelf = async (offer: MadeOffer) =>
  (
    await world.house.pool.query(`select length from pricing where offer_uuid = $1 and on_shelf order by length`, [
      offer.uuid,
    ])
  ).rows.map((row: { length: number }) => row.length)

/** Holds in the background of a toggle, as a purchase would. */
const claim = (offer: MadeOffer, block: string) =>
  world.change(async (ctx) => {
    const locked = await lockOffer(ctx, offer.uuid)
    if (!locked) throw new Error('no offer')
    const until = new Date(ctx.now.getTime() + 60_000)
    return hold(ctx, locked, { tenant: lessee, block: knownPrefix(block), until, privately: true })
  })

const giveBack = (offer: MadeOffer, allocation: string) =>
  world.change(async (ctx) => {
    const [locked, claimed] = [await lockOffer(ctx, offer.uuid), await findAllocation(ctx, allocation)]
    if (!locked || !claimed) throw new Error('nothing to give back')
    await putBack(ctx, locked, claimed)
  })

describe('POST /billing/v1/{tenantUUID}/market/ipv4/child/toggle', () => {
  it('hides what is shown and shows what is wholly hidden, at any length between block and split', async () => {
    const offer = await makeOffer(world, tenant, { block: '45.8.0.0/20' })
    const answer = await toggle(offer, ['45.8.3.0/24', '45.8.2.0/24', '45.8.9.0/24'])
    expect([answer.status, Object.keys(answer.body)]).toEqual([200, ['batchId']])
    expect(await hiddenOf(offer)).toEqual(['45.8.2.0/23', '45.8.9.0/24'])
    await toggle(offer, ['45.8.2.0/24', '45.8.8.0/24'])
    expect(await hiddenOf(offer)).toEqual(['45.8.3.0/24', '45.8.8.0/23'])
    // Hidden in part counts as shown.
    await toggle(offer, ['45.8.0.0/21', '45.8.8.0/21'])
    expect(await hiddenOf(offer)).toEqual(['45.8.0.0/20'])
    await toggle(offer, ['45.8.0.0/20'])
    expect(await hiddenOf(offer)).toEqual([])
  })

  it('takes prices off the shelf with the last block of their size, and puts them back', async () => {
    const pricings = [
      { length: 22, priceMinor: 40_000 },
      { length: 24, priceMinor: 10_000 },
    ]
    const offer = await makeOffer(world, tenant, { block: '45.9.0.0/22', pricings })
    await toggle(offer, ['45.9.1.0/24'])
    expect(await isOnShelf(offer)).toEqual([24])
    await toggle(offer, ['45.9.1.0/24'])
    expect(await isOnShelf(offer)).toEqual([22, 24])
  })

  it('hides a leased and a held child for the next one, and leaves this one alone', async () => {
    const offer = await makeOffer(world, tenant, { block: '45.10.0.0/22' })
    const lease = await makeLease(world, offer, lessee, '45.10.0.0/24')
    const held = await claim(offer, '45.10.1.0/24')
    await toggle(offer, ['45.10.0.0/24', '45.10.1.0/24', '45.10.2.0/24'])
    expect(await hiddenOf(offer)).toEqual(['45.10.0.0/23', '45.10.2.0/24'])
    const claims = `select status from allocation where offer_uuid = $1 order by block`
    expect((await world.house.pool.query(claims, [offer.uuid])).rows).toEqual([
      { status: 'leased' },
      { status: 'held' },
    ])
    await giveBack(offer, lease.allocation)
    await giveBack(offer, held.uuid)
    expect((await spaceOf(world, offer.uuid)).kept).toEqual({
      hidden: ['45.10.0.0/23', '45.10.2.0/24'],
      freeHidden: ['45.10.0.0/23', '45.10.2.0/24'],
      freeShown: ['45.10.3.0/24'],
    })
  })

  it('shows again what was hidden while it was leased', async () => {
    const offer = await makeOffer(world, tenant, { block: '45.11.0.0/23' })
    const lease = await makeLease(world, offer, lessee, '45.11.0.0/24')
    await toggle(offer, ['45.11.0.0/23'])
    await toggle(offer, ['45.11.0.0/24'])
    await giveBack(offer, lease.allocation)
    expect((await spaceOf(world, offer.uuid)).kept).toMatchObject({
      freeHidden: ['45.11.1.0/24'],
      freeShown: ['45.11.0.0/24'],
    })
  })

  it('is audited with its counts and told to others', async () => {
    const offer = await makeOffer(world, tenant, { block: '45.12.0.0/22' })
    await toggle(offer, ['45.12.0.0/24'])
    const { body } = await send({
      childs: [{ address: '45.12.0.0' }, { address: '45.12.1.0' }],
      market_service_uuid: offer.uuid.toUpperCase(),
      cidr: '24',
      reason: 'Ours',
    })
    const told = { batch: body.batchId, length: 24, hidden: 1, shown: 1 }
    const audited = await world.house.pool.query(
      `select data from audit_entry where action = 'offer.children_toggled' and subject_uuid = $1 order by uuid desc limit 1`,
      [offer.uuid],
    )
    expect(audited.rows).toEqual([{ data: { block: '45.12.0.0/22', ...told, reason: 'Ours' } }])
    const news = await world.house.pool.query(
      `select data from outbox_event where type = 'offer.children_toggled' and data ->> 'batch' = $1`,
      [body.batchId],
    )
    expect(news.rows).toEqual([{ data: { uuid: offer.uuid, ...told } }])
  })

  it('replays the answer to a repeated key instead of toggling back', async () => {
    const offer = await makeOffer(world, tenant, { block: '45.13.0.0/22' })
    const key = { 'idempotency-key': 'hide-once' }
    const first = await toggle(offer, ['45.13.0.0/24'], key)
    const second = await toggle(offer, ['45.13.0.0/24'], key)
    expect([second.body, second.headers['idempotency-replayed']]).toEqual([first.body, 'true'])
    expect(await hiddenOf(offer)).toEqual(['45.13.0.0/24'])
    expect(outcomeOf(await toggle(offer, ['45.13.1.0/24'], key))).toBe('422 idempotency_mismatch')
  })

  it('names every child that is wrong and changes nothing', async () => {
    const offer = await makeOffer(world, tenant, { block: '45.14.0.0/22' })
    const addresses = ['45.14.0.0', '45.14.1.7', '45.15.0.0', 'nonsense', '45.14.0.0', '2001:db8::']
    const { status, body } = await send({
      childs: addresses.map((address) => ({ address })),
      market_service_uuid: offer.uuid,
      cidr: 24,
    })
    expect([status, body.code]).toEqual([422, 'children_invalid'])
    expect(body.errors).toEqual({
      'childs.1.address': ['is not the first address of a /24; that would be 45.14.1.0/24'],
      'childs.2.address': ['lies outside 45.14.0.0/22'],
      'childs.3.address': ['is not an IPv4 address'],
      'childs.4.address': ['is named twice'],
      'childs.5.address': ['is not an IPv4 address'],
    })
    expect(await hiddenOf(offer)).toEqual([])
  })

  it('refuses lengths the market service is not split into', async () => {
    const offer = await makeOffer(world, tenant, { block: '45.16.0.0/22', maximumSplit: 23, pricings: [] })
    for (const block of ['45.16.0.0/21', '45.16.0.0/24']) {
      const { status, body } = await toggle(offer, [block])
      expect([status, body.code, body.errors]).toEqual([
        422,
        'children_invalid',
        { cidr: ['must be between 22 and 23, as this market service is split'] },
      ])
    }
    expect(outcomeOf(await toggle(offer, ['45.16.0.0/23']))).toBe(200)
  })

  it.each([
    [{ childs: [] }, 'childs'],
    [{ childs: [{}] }, 'childs.0.address'],
    [{ childs: [{ address: 7 }] }, 'childs.0.address'],
    [{ childs: Array.from({ length: 4_097 }, () => ({ address: '45.0.0.0' })) }, 'childs'],
    [{ childs: 'all' }, 'childs'],
    [{ cidr: 25 }, 'cidr'],
    [{ cidr: 'x' }, 'cidr'],
    [{ cidr: undefined }, 'cidr'],
    [{ market_service_uuid: 'none' }, 'market_service_uuid'],
    [{ reason: 'x'.repeat(1_001) }, 'reason'],
  ])('refuses %j', async (wrong, field) => {
    const { status, body } = await send({
      childs: [{ address: '45.8.0.0' }],
      market_service_uuid: newUuid(),
      cidr: 24,
      ...wrong,
    })
    expect([status, body.code, Object.keys(body.errors)]).toEqual([422, 'invalid_fields', [field]])
  })

  it('refuses a hundred thousand children before it reads them, and changes nothing', async () => {
    const offer = await makeOffer(world, tenant, { block: '47.0.0.0/16' })
    const childs = Array.from({ length: 100_000 }, () => '47.0.0.0/24')
    expect((await toggle(offer, childs)).status).toBe(413)
    expect(await hiddenOf(offer)).toEqual([])
  })

  it.each(['validity_terminated', 'object_terminated'] as const)('refuses an offer that is %s', async (status) => {
    const offer = await makeOffer(world, tenant, { block: '45.17.0.0/22', status })
    expect(outcomeOf(await toggle(offer, ['45.17.0.0/24']))).toBe('422 offer_ended')
    await world.house.pool.query(`update offer set status = 'object_terminated' where uuid = $1`, [offer.uuid])
    await world.house.pool.query(`delete from free_block where offer_uuid = $1`, [offer.uuid])
  })

  it('does not know the offers of others from those that do not exist', async () => {
    const foreign = await makeOffer(world, await world.tenant('Other'), { block: '45.18.0.0/22' })
    const answer = await toggle(foreign, ['45.18.0.0/24'])
    expect(outcomeOf(answer)).toBe('404 not_found')
    expect(anonymous(answer)).toBe(anonymous(await toggle({ uuid: newUuid() }, ['45.18.0.0/24'])))
    expect(await hiddenOf(foreign)).toEqual([])
  })

  it('asks the database as often for thousands of children as for one', async () => {
    const offer = await makeOffer(world, tenant, { block: '50.0.0.0/8' })
    const child = (n: number) => formatAddress(firstAddress(nthChild(knownPrefix('50.0.0.0/8'), 24, n)))
    const statements = (addresses: readonly string[]) =>
      statementsIn(() =>
        world.change((ctx) => toggleChildren(ctx, tenant, { offer: offer.uuid, addresses, length: 24, reason: null })),
      )
    const one = await statements([child(3)])
    expect(await statements(Array.from({ length: 4_096 }, (_, n) => child(n * 16)))).toBe(one)
    expect(await hiddenOf(offer)).toHaveLength(4_097)
  })

  it('leaves whole space after twenty toggles at once among claims', async () => {
    const offer = await makeOffer(world, tenant, { block: '45.20.0.0/20' })
    const whole = knownPrefix('45.20.0.0/20')
    const child = (n: number) => formatPrefix(nthChild(whole, 24, n % 16))
    const toggles = Array.from({ length: 20 }, (_, n) => toggle(offer, [child(n), child(n + 1), child(n + 5)]))
    const claims = [2, 3, 7, 11].map((n) => claim(offer, child(n)))
    expect((await Promise.all(toggles)).map(outcomeOf)).toEqual(Array.from({ length: 20 }, () => 200))
    const [first] = await Promise.all(claims)
    await hiddenOf(offer)
    await giveBack(offer, first?.uuid ?? '')
    // Each child was flipped as often as it was named: after an odd number of times it is hidden.
    const named = Array.from({ length: 20 }, (_, n) => [child(n), child(n + 1), child(n + 5)]).flat()
    const isOdd = (block: string) => named.filter((other) => other === block).length % 2 === 1
    const hidden = [...new Set(named)].filter(isOdd).map(knownPrefix)
    expect(await hiddenOf(offer)).toEqual(mergePrefixes(hidden).map(formatPrefix))
  })
})
