import { beforeEach, describe, expect, it } from 'vitest'
import { inWords } from '../../../src/kernel/time.ts'
import { lockOffer, updateOffer } from '../../../src/market/offer/offer.store.ts'
import { mailTo } from '../../support/server/mailbox.ts'
import { makeLease, makeOffer, type MadeOffer } from '../../support/market/market.ts'
import { outcomeOf } from '../../support/portal.ts'
import { actIn, freeOf, reserveBody, reserveIn } from '../../support/market/reservations.ts'
import { stageSides } from '../../support/stages.ts'

let offer: MadeOffer
let blocks = 0
const { world, holder, lessee } = await stageSides({ env: { SUBLET_SANDBOX: '1' } })
const reserve = reserveIn(world)

/** A /22 on the market, in addresses no other test of this file uses. */
beforeEach(async () => {
  blocks++
  offer = await makeOffer(world, holder.tenant, {
    block: `45.8.${blocks * 4}.0/22`,
    pricings: [
      { length: 22, priceMinor: 40_000 },
      { length: 24, priceMinor: 10_000, negotiable: true, periods: [6, 12] },
    ],
  })
})

const nth = (n: number) => `45.8.${blocks * 4 + n}.0/24`
const whole = () => `45.8.${blocks * 4}.0/22`

const one = async (text: string, ...values: unknown[]) =>
  (await world.house.pool.query<Record<string, unknown>>(text, values)).rows[0]

describe('POST /billing/v1/{tenantUUID}/market/ipv4/services/reserve', () => {
  it('holds a block at the list price for twenty minutes', async () => {
    const before = Math.floor(world.ctx.now.getTime() / 1_000)
    const { status, body } = await reserve(lessee, offer, nth(1), { ip_price: '0.390625' })
    expect(status).toBe(200)
    expect(body.data).toEqual({
      uuid: expect.any(String),
      reservation_id: expect.stringMatching(/^rsv_/),
      address: nth(1).split('/')[0],
      cidr: 24,
      ip_price: '0.390625',
      contract_length: 1,
      counter_ip_price: null,
      status: 'accepted',
      expires_at: expect.any(Number),
    })
    expect(body.data.expires_at - before - 1_200).toBeLessThan(30)
    expect(body.data.expires_at - before - 1_200).toBeGreaterThanOrEqual(0)
    expect(await freeOf(world, offer)).toEqual([nth(0), `45.8.${blocks * 4 + 2}.0/23`])
  })

  it('asks the list price of who offers more', async () => {
    const { body } = await reserve(lessee, offer, nth(0), { ip_price: '5' })
    expect(body.data).toMatchObject({ status: 'accepted', ip_price: '0.390625' })
    expect(await one('select price_minor, negotiated from reservation where uuid = $1', body.data.uuid)).toEqual({
      price_minor: 10_000,
      negotiated: false,
    })
  })

  it('keeps a lower offer for three days and tells the owners of the holder both prices', async () => {
    const { email } = await world.person(holder.tenant)
    const { body } = await reserve(lessee, offer, nth(0), { ip_price: '0.3', contract_length: 12 })
    expect(body.data).toMatchObject({ status: 'pending', ip_price: '0.3', contract_length: 12 })
    expect(body.data.expires_at - Math.floor(world.ctx.now.getTime() / 1_000)).toBeGreaterThan(71 * 3_600)
    expect(
      await one('select status, months, starts_at from commitment where reservation_uuid = $1', body.data.uuid),
    ).toEqual({ status: 'pending', months: 12, starts_at: null })
    const letter = (await mailTo(world, email)).at(-1)
    expect(letter?.subject).toBe(`Offer for ${nth(0)}`)
    for (const told of ['USD 76.80', 'USD 100.00', '12 months', inWords(new Date(body.data.expires_at * 1_000))])
      expect(letter?.body).toContain(told)
    expect(letter?.body).not.toContain(lessee.tenant)
  })

  it('writes who reserved what into the audit log', async () => {
    const { body } = await reserve(lessee, offer, nth(0))
    expect(
      await one(
        'select action, actor_kind, tenant_uuid, data from audit_entry where subject_uuid = $1',
        body.data.uuid,
      ),
    ).toEqual({
      action: 'reservation.made',
      actor_kind: 'key',
      tenant_uuid: lessee.tenant,
      data: { block: nth(0), price_minor: 10_000, contract_months: 1, to: 'accepted' },
    })
  })

  it('replays its answer to the same Idempotency-Key', async () => {
    const send = () =>
      world.call('POST', `/billing/v1/${lessee.tenant}/market/ipv4/services/reserve`, {
        headers: { ...lessee.bearer, 'idempotency-key': `once-${blocks}` },
        payload: reserveBody(offer, nth(0)),
      })
    const first = await send()
    const second = await send()
    expect(first.status).toBe(200)
    expect(second.text).toBe(first.text)
    expect(second.headers['idempotency-replayed']).toBe('true')
  })

  it('takes sizes off the shelf that no longer fit', async () => {
    await reserve(lessee, offer, nth(3))
    expect(await one('select on_shelf from pricing where uuid = $1', offer.pricingOf[22])).toEqual({ on_shelf: false })
    expect(await one('select on_shelf from pricing where uuid = $1', offer.pricingOf[24])).toEqual({ on_shelf: true })
  })
})

describe('reserveSubnet refuses', () => {
  it('what is held or leased, in part or in whole, and names what is free', async () => {
    await reserve(lessee, offer, nth(0))
    await makeLease(world, offer, lessee.tenant, nth(1))
    const other = await world.client()
    for (const block of [nth(0), nth(1)]) {
      const { status, body } = await reserve(other, offer, block)
      expect([status, body.code]).toEqual([400, 'subnet_taken'])
      expect(body.errors.address).toEqual([`${nth(2)} is free`, `${nth(3)} is free`])
    }
    const all = await reserve(other, offer, whole())
    expect(all.body).toMatchObject({ code: 'subnet_taken', errors: { address: ['no block of that size is free'] } })
  })

  it('hidden children like taken ones, unless the offer’s token is given', async () => {
    await world.house.pool.query('update free_block set hidden = true where offer_uuid = $1', [offer.uuid])
    await world.house.pool.query('insert into hidden_block (offer_uuid, tenant_uuid, block) values ($1, $2, $3)', [
      offer.uuid,
      holder.tenant,
      whole(),
    ])
    const hidden = await reserve(lessee, offer, nth(0))
    expect(outcomeOf(hidden)).toBe('400 subnet_taken')
    const known = await reserve(lessee, offer, nth(0), { reservation_id: offer.reservation_token })
    expect(known.body.data).toMatchObject({ status: 'accepted' })
    const taken = await reserve(lessee, offer, nth(0))
    expect({ ...taken.body, request_id: '' }).toEqual({ ...hidden.body, request_id: '' })
  })

  it("a block under another offer's price, and holds nothing", async () => {
    const other = await makeOffer(world, holder.tenant, { block: `46.8.${blocks}.0/24` })
    const answer = await reserve(lessee, offer, nth(0), { pricing_uuid: other.pricingOf[24] ?? '' })
    expect(outcomeOf(answer)).toBe('400 block_not_offered')
    expect(Object.keys(answer.body.errors)).toEqual(['address'])
    expect([await freeOf(world, offer), await freeOf(world, other)]).toEqual([[offer.block], [other.block]])
  })

  it('prices that are unknown, withdrawn, of an offer off the market or hidden, all alike', async () => {
    const unknown = await reserve(lessee, offer, nth(0), { pricing_uuid: '019a8c1e-7b2f-7c3d-9e4f-5a6b7c8d9e0f' })
    expect(outcomeOf(unknown)).toBe('404 pricing_not_found')
    const expectAlike = async () => {
      const { status, body } = await reserve(lessee, offer, nth(0))
      expect([status, { ...body, request_id: '' }]).toEqual([404, { ...unknown.body, request_id: '' }])
    }
    await world.house.pool.query('update pricing set withdrawn_at = now(), on_shelf = false where uuid = $1', [
      offer.pricingOf[24],
    ])
    await expectAlike()
    await world.house.pool.query('update pricing set withdrawn_at = null where uuid = $1', [offer.pricingOf[24]])
    await world.house.pool.query(`update offer set status = 'validity_invalid' where uuid = $1`, [offer.uuid])
    await expectAlike()
    await world.house.pool.query(`update offer set status = 'validity_active', hidden = true where uuid = $1`, [
      offer.uuid,
    ])
    await expectAlike()
    const known = await reserve(lessee, offer, nth(0), { reservation_id: offer.reservation_token })
    expect(known.status).toBe(200)
  })

  it('what changed while it waited for the offer', async () => {
    let waiting: ReturnType<typeof reserve> | undefined
    await world.change(async (ctx) => {
      await lockOffer(ctx, offer.uuid)
      waiting = reserve(lessee, offer, nth(0))
      await untilSomeoneWaits()
      await updateOffer(ctx, offer.uuid, { hidden: true })
    })
    expect(outcomeOf((await waiting) as Awaited<ReturnType<typeof reserve>>)).toBe('404 pricing_not_found')
  })

  it('blocks that are not on offer under the price, naming the field', async () => {
    const other = reserveBody(offer, nth(0))
    const send = async (payload: object) => {
      const { status, body } = await world.call('POST', `/billing/v1/${lessee.tenant}/market/ipv4/services/reserve`, {
        headers: lessee.bearer,
        payload,
      })
      return [status, body.code, ...Object.keys(body.errors)].join(' ')
    }
    expect(await send({ ...other, cidr: 22 })).toBe('400 block_not_offered cidr')
    expect(await send({ ...other, address: other.address.replace(/0$/, '1') })).toBe('400 block_not_offered address')
    expect(await send({ ...other, address: '45.9.0.0' })).toBe('400 block_not_offered address')
    expect(await send({ ...other, address: '45.9' })).toBe('400 invalid_fields address')
    expect(await send({ ...other, cidr: 25 })).toBe('400 invalid_fields cidr')
    expect(await send({ ...other, contract_length: 3 })).toBe('400 period_not_offered contract_length')
    for (const ip_price of ['0', '-1', '1e9', '9999999', 'x']) {
      expect(await send({ ...other, ip_price })).toBe('400 invalid_fields ip_price')
    }
    expect(await send({})).toBe('400 invalid_fields pricing_uuid address cidr ip_price contract_length')
    expect(await freeOf(world, offer)).toEqual([whole()])
  })

  it('lower prices where the holder does not negotiate', async () => {
    const { status, body } = await reserve(lessee, offer, whole(), { ip_price: '0.39' })
    expect([status, body.code, body.errors]).toEqual([
      400,
      'price_too_low',
      { ip_price: ['must be at least 0.390625'] },
    ])
  })

  it('the holder itself', async () => {
    expect(outcomeOf(await reserve(holder, offer, nth(0)))).toBe('400 own_block')
  })

  it('a company that is not active', async () => {
    const pending = await world.client()
    await world.house.pool.query(`update tenant set status = 'pending' where uuid = $1`, [pending.tenant])
    expect(outcomeOf(await reserve(pending, offer, nth(0)))).toBe('403 company_not_active')
  })

  it('to keep more than a hundred blocks for one company, until some are bought or let go', async () => {
    const greedy = await world.client()
    const large = await makeOffer(world, holder.tenant, { block: '45.16.0.0/17' })
    const uuids: string[] = []
    for (let n = 0; n < 100; n++) {
      const { status, body } = await reserve(greedy, large, `45.16.${n}.0/24`)
      expect(status).toBe(200)
      uuids.push(body.data.uuid)
    }
    expect(outcomeOf(await reserve(greedy, large, '45.16.100.0/24'))).toBe('400 too_many_reservations')
    await actIn(world)(greedy, 'withdraw', uuids[0] ?? '')
    expect(outcomeOf(await reserve(greedy, large, '45.16.100.0/24'))).toBe(200)
  })
})

async function untilSomeoneWaits(): Promise<void> {
  for (;;) {
    const waiting = await one(`select count(*)::int as n from pg_locks where locktype = 'advisory' and not granted
      and database = (select oid from pg_database where datname = current_database())`)
    if (waiting?.['n'] === 1) return
  }
}

describe('a hold that has lapsed', () => {
  it('blocks nobody, though no job has released it', async () => {
    const first = await reserve(lessee, offer, nth(0))
    await world.travel('21 minutes')
    const other = await world.client()
    expect((await reserve(other, offer, whole())).status).toBe(200)
    expect(await one('select status from reservation where uuid = $1', first.body.data.uuid)).toEqual({
      status: 'expired',
    })
    expect(
      await one(
        `select actor_kind, actor_id, tenant_uuid from audit_entry where subject_uuid = $1 and action = 'reservation.expire'`,
        first.body.data.uuid,
      ),
    ).toEqual({ actor_kind: 'system', actor_id: 'market', tenant_uuid: lessee.tenant })
  })
})
