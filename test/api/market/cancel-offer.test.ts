import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { formatAddress, firstAddress, knownPrefix, nthChild } from '../../../src/kernel/ip/index.ts'
import { addMonths, toUnix } from '../../../src/kernel/time.ts'
import { newUuid } from '../../../src/kernel/uuid.ts'
import { endLease } from '../../../src/market/index.ts'
import { offerStates } from '../../../src/market/offer/offer.states.ts'
import {
  makeLease,
  makeOffer,
  makeReservation,
  spaceOf,
  type MadeLease,
  type MadeOffer,
} from '../../support/market/market.ts'
import { outcomeOf } from '../../support/portal.ts'
import { anonymous } from '../../support/refusals.ts'
import { reserveIn, type Company } from '../../support/market/reservations.ts'
import { openWorld, type World } from '../../support/world.ts'

let world: World
let tenant: string
let bearer: { authorization: string }
let lessee: Company
beforeAll(async () => {
  world = await openWorld()
  ;({ tenant, bearer } = await world.client())
  lessee = await world.client()
})
afterAll(() => world.close())

const pathOf = (uuid: string) => `/billing/v1/${tenant}/market/services/${uuid}`
const cancel = ({ uuid }: { uuid: string }, headers: Record<string, string> = {}) =>
  world.call('DELETE', pathOf(uuid), { headers: { ...bearer, ...headers } })
const read = async ({ uuid }: { uuid: string }) => (await world.call('GET', pathOf(uuid), { headers: bearer })).body
const rowsOf = async (query: string, uuid: string) => (await world.house.pool.query(query, [uuid])).rows

async function dueOf({ uuid }: MadeLease): Promise<Date> {
  const [lease] = await rowsOf('select next_due_at from lease_term where uuid = $1', uuid)
  return lease.next_due_at as Date
}

const expiryOf = async ({ uuid }: MadeLease) =>
  toUnix((await rowsOf('select expires_at from lease where uuid = $1', uuid))[0]?.expires_at as Date | null)

const shelfOf = ({ uuid }: MadeOffer) => rowsOf('select length from pricing where offer_uuid = $1 and on_shelf', uuid)

describe('DELETE /billing/v1/{tenantUUID}/market/services/{ipmarketServiceUUID}', () => {
  it('ends an offer without leases at once, and the block may be listed again', async () => {
    const offer = await makeOffer(world, tenant, { block: '45.8.0.0/20' })
    const before = await read(offer)
    const { status, body } = await cancel(offer)
    expect(status).toBe(200)
    expect(body).toEqual({
      ...before,
      status: 'object_terminated',
      hidden: true,
      terminated: expect.any(Number),
      expires_at: body.terminated,
    })
    expect(Math.abs(body.terminated - toUnix(world.ctx.now))).toBeLessThan(60)
    expect(await read(offer)).toEqual(body)
    expect((await spaceOf(world, offer.uuid)).kept).toEqual({ hidden: [], freeHidden: [], freeShown: [] })
    expect(await shelfOf(offer)).toEqual([])
  })

  it('frees the block to be listed again', async () => {
    const offer = await makeOffer(world, tenant, { block: '45.8.16.0/20' })
    const list = () =>
      world.call('POST', `/billing/v1/${tenant}/market/services`, {
        headers: bearer,
        payload: {
          subnets: [{ address: '45.8.16.0', cidr: 20, registry: 'ripencc', pricings: [{ cidr: 24, value: 90 }] }],
          tos_accepted: true,
          subnet_actions_accepted: true,
        },
      })
    expect(outcomeOf(await list())).toBe('422 block_listed')
    await cancel(offer)
    expect((await list()).status).toBe(201)
  })

  it.each(offerStates.states.filter((status) => offerStates.can(status, 'cancel_idle')))(
    'ends one that is %s, and nobody waits for its code or its next check',
    async (status) => {
      const offer = await makeOffer(world, tenant, { block: '45.9.0.0/24', status })
      await rowsOf(`update offer set next_check_at = now() where uuid = $1`, offer.uuid)
      await rowsOf(
        `update ownership_proof set status = 'pending', code_digest = 'x', expires_at = now() where offer_uuid = $1`,
        offer.uuid,
      )
      expect((await cancel(offer)).body.status).toBe('object_terminated')
      const waiting = `select code_digest, p.expires_at, next_check_at
        from offer o join ownership_proof p on p.offer_uuid = o.uuid where o.uuid = $1`
      expect(await rowsOf(waiting, offer.uuid)).toEqual([{ code_digest: null, expires_at: null, next_check_at: null }])
    },
  )

  it('lets leases run to the last end of a period, and ends with the last of them', async () => {
    const offer = await makeOffer(world, tenant, { block: '45.10.0.0/22' })
    const first = await makeLease(world, offer, lessee.tenant, '45.10.0.0/24')
    const second = await makeLease(world, offer, lessee.tenant, '45.10.1.0/24')
    await rowsOf(`update lease_term set next_due_at = next_due_at - interval '9 days' where uuid = $1`, second.uuid)
    const { body } = await cancel(offer)
    const last = toUnix(await dueOf(first))
    expect(body).toMatchObject({ status: 'validity_terminated', hidden: true, terminated: null, expires_at: last })
    expect([await expiryOf(first), await expiryOf(second)]).toEqual([last, last])
    expect(await shelfOf(offer)).toEqual([])
    const { kept, due } = await spaceOf(world, offer.uuid)
    expect([kept, kept.freeShown]).toEqual([due, ['45.10.2.0/23']])
    await expect(makeOffer(world, tenant, { block: '45.10.0.0/24' })).rejects.toThrow('offer_blocks_apart')

    await world.change((ctx) => endLease(ctx, first.uuid))
    expect(await read(offer)).toMatchObject({ status: 'validity_terminated', terminated: null })
    await world.change((ctx) => endLease(ctx, second.uuid))
    expect(await read(offer)).toMatchObject({ status: 'object_terminated', terminated: expect.any(Number) })
    await makeOffer(world, tenant, { block: '45.10.0.0/22' })
  })

  it.each([
    ['validity_active', 0],
    ['validity_invalid', 4],
  ] as const)('lets a commitment on a %s offer run to its end, and an earlier end be', async (status, third) => {
    const offer = await makeOffer(world, tenant, { block: `45.11.${third}.0/22` })
    const committed = await makeLease(world, offer, lessee.tenant, `45.11.${third}.0/24`, { commitmentMonths: 12 })
    const leaving = await makeLease(world, offer, lessee.tenant, `45.11.${third + 1}.0/24`)
    await rowsOf(
      `update lease l set expires_at = t.next_due_at from lease_term t where t.uuid = l.uuid and l.uuid = $1`,
      leaving.uuid,
    )
    await rowsOf(`update offer set status = '${status}' where uuid = $1`, offer.uuid)
    const { body } = await cancel(offer)
    const [{ starts_at, ends_at }] = await rowsOf(
      'select starts_at, ends_at from commitment where lease_uuid = $1',
      committed.uuid,
    )
    expect(ends_at).toEqual(addMonths(starts_at, 12))
    expect(body).toMatchObject({ status: 'validity_terminated', expires_at: toUnix(ends_at), has_commitments: true })
    expect([await expiryOf(committed), await expiryOf(leaving)]).toEqual([
      toUnix(ends_at),
      toUnix(await dueOf(leaving)),
    ])
  })

  it('expires now what is only overdue', async () => {
    const offer = await makeOffer(world, tenant, { block: '45.12.0.0/24' })
    const lease = await makeLease(world, offer, lessee.tenant, '45.12.0.0/24')
    await rowsOf(`update lease_term set next_due_at = now() - interval '2 days' where uuid = $1`, lease.uuid)
    const { body } = await cancel(offer)
    expect(Math.abs(body.expires_at - toUnix(world.ctx.now))).toBeLessThan(60)
    expect(await expiryOf(lease)).toBe(body.expires_at)
  })

  it('releases what is held, with and without leases beside it', async () => {
    const [idle, leased] = [
      await makeOffer(world, tenant, { block: '45.13.0.0/22' }),
      await makeOffer(world, tenant, { block: '45.13.4.0/22' }),
    ]
    await makeLease(world, leased, lessee.tenant, '45.13.7.0/24')
    const held = [
      await makeReservation(world, idle, lessee.tenant, '45.13.0.0/24', { months: 12 }),
      await makeReservation(world, idle, lessee.tenant, '45.13.1.0/24', { negotiated: true }),
      await makeReservation(world, leased, lessee.tenant, '45.13.4.0/24', { months: 3, negotiated: true }),
    ]
    expect([outcomeOf(await cancel(idle)), outcomeOf(await cancel(leased))]).toEqual([200, 200])
    const { rows } = await world.house.pool.query(
      `select r.status, a.status as hold, c.status as commitment from reservation r
       join allocation a on a.uuid = r.allocation_uuid left join commitment c on c.reservation_uuid = r.uuid
       where r.uuid = any($1) order by r.block`,
      [held.map(({ uuid }) => uuid)],
    )
    expect(rows).toEqual([
      { status: 'expired', hold: 'released', commitment: 'terminated' },
      { status: 'expired', hold: 'released', commitment: null },
      { status: 'expired', hold: 'released', commitment: 'terminated' },
    ])
    expect((await spaceOf(world, idle.uuid)).kept.freeShown).toEqual([])
    const { kept, due } = await spaceOf(world, leased.uuid)
    expect([kept, kept.freeShown]).toEqual([due, ['45.13.4.0/23', '45.13.6.0/24']])
  })

  it('is audited as a move and told to others', async () => {
    const offer = await makeOffer(world, tenant, { block: '45.14.0.0/24' })
    const { body } = await cancel(offer)
    const audited = await rowsOf(
      `select action, actor_kind, data from audit_entry where subject_uuid = $1 and action like 'offer.cancel%'`,
      offer.uuid,
    )
    const expires_at = expect.stringContaining('T')
    expect(audited).toEqual([
      {
        action: 'offer.cancel_idle',
        actor_kind: 'key',
        data: { block: '45.14.0.0/24', from: 'validity_active', to: 'object_terminated' },
      },
    ])
    const told = await rowsOf(
      `select tenant_uuid, data from outbox_event where type = 'offer.cancelled' and data ->> 'uuid' = $1`,
      offer.uuid,
    )
    const data = { uuid: offer.uuid, block: '45.14.0.0/24', status: body.status, live_leases: 0, expires_at }
    expect(told).toEqual([{ tenant_uuid: tenant, data }])
  })

  it('tells every company that leases a part, once, until when it may stay', async () => {
    const offer = await makeOffer(world, tenant, { block: '45.31.0.0/22' })
    const lessee = await world.tenant('Told')
    const { email } = await world.person(lessee)
    for (const block of ['45.31.0.0/24', '45.31.1.0/24']) await makeLease(world, offer, lessee, block)
    await cancel(offer)
    await world.runJobs()
    const mails = await rowsOf(`select subject, body from mail where recipient = $1 and subject like '%renew%'`, email)
    expect(mails).toEqual([
      {
        subject: '2 leases will not be renewed',
        body: expect.stringMatching(
          /none renews after \d+ \w+ \d{4} at \d\d:\d\d UTC\.\n\n45\.31\.0\.0\/24\n45\.31\.1\.0\/24\n$/,
        ),
      },
    ])
  })

  it('refuses a second time, unless it is the same request again', async () => {
    const offer = await makeOffer(world, tenant, { block: '45.15.0.0/24' })
    const key = { 'idempotency-key': 'cancel-once' }
    const first = await cancel(offer, key)
    expect(outcomeOf(await cancel(offer))).toBe('422 offer_ended')
    const replayed = await cancel(offer, key)
    expect([replayed.status, replayed.body, replayed.headers['idempotency-replayed']]).toEqual([
      200,
      first.body,
      'true',
    ])
    const leased = await makeOffer(world, tenant, { block: '45.15.1.0/24' })
    await makeLease(world, leased, lessee.tenant, '45.15.1.0/24')
    await cancel(leased)
    expect(outcomeOf(await cancel(leased))).toBe('422 offer_ended')
  })

  it('refuses where the states know no way: let, but not yet valid', async () => {
    const offer = await makeOffer(world, tenant, { block: '45.16.0.0/23' })
    await makeLease(world, offer, lessee.tenant, '45.16.0.0/24')
    const held = await makeReservation(world, offer, lessee.tenant, '45.16.1.0/24')
    await rowsOf(`update offer set status = 'validity_pending' where uuid = $1`, offer.uuid)
    expect(outcomeOf(await cancel(offer))).toBe('422 offer_move_forbidden')
    expect(await rowsOf('select status from reservation where uuid = $1', held.uuid)).toEqual([{ status: 'accepted' }])
  })

  it('does not know the offers of others from those that do not exist', async () => {
    const foreign = await makeOffer(world, lessee.tenant, { block: '45.17.0.0/24' })
    const answer = await cancel(foreign)
    expect(outcomeOf(answer)).toBe('404 not_found')
    expect(anonymous(answer)).toBe(anonymous(await cancel({ uuid: newUuid() })))
    expect(await rowsOf('select status from offer where uuid = $1', foreign.uuid)).toEqual([
      { status: 'validity_active' },
    ])
  })

  it('leaves nothing held when others reserve at the same moment', async () => {
    const offer = await makeOffer(world, tenant, { block: '45.18.0.0/20' })
    const child = (n: number) => formatAddress(firstAddress(nthChild(knownPrefix('45.18.0.0/20'), 24, n)))
    const reserve = (n: number) => reserveIn(world)(lessee, offer, `${child(n)}/24`)
    const wishes = Array.from({ length: 8 }, (_, n) => reserve(n))
    const [cancelled, ...later] = await Promise.all([
      cancel(offer),
      ...Array.from({ length: 8 }, (_, n) => reserve(n + 8)),
    ])
    const answers = [...(await Promise.all(wishes)), ...later]
    expect(outcomeOf(cancelled)).toBe(200)
    expect(answers.map(outcomeOf).filter((outcome) => outcome !== 200 && outcome !== '404 pricing_not_found')).toEqual(
      [],
    )
    expect((await spaceOf(world, offer.uuid)).kept.freeShown).toEqual([])
    expect(
      await rowsOf(`select from allocation where offer_uuid = $1 and status in ('held', 'leased')`, offer.uuid),
    ).toEqual([])
  })
})
