import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { breachesIn } from '../../support/market/carts.ts'
import {
  fitAsn,
  letterIn,
  openLetters,
  originsOf,
  otherAsn,
  type Lessee,
  type Office,
} from '../../support/market/letters.ts'
import { outcomeOf } from '../../support/portal.ts'
import { anonymous } from '../../support/refusals.ts'
import { statementsOf } from '../../support/statements.ts'
import { openWorld, type World } from '../../support/world.ts'

/** POST …/market/ipv4/services/loa/revoke (revokeLetters). */

let world: World
let office: Office
beforeAll(async () => {
  world = await openWorld({ env: { SUBLET_SANDBOX: '1' } })
  office = await openLetters(world)
})
afterAll(() => world.close())

const revoke = ({ tenant, bearer }: Pick<Lessee, 'tenant' | 'bearer'>, payload: object, key?: string) =>
  world.call('POST', `/billing/v1/${tenant}/market/ipv4/services/loa/revoke`, {
    headers: key === undefined ? bearer : { ...bearer, 'idempotency-key': key },
    payload,
  })

/** A /22 with letters for both numbers, and a /24 with one. */
async function withLetters() {
  const lessee = await office.lessee()
  const [large, small] = [await lessee.lease(22), await lessee.lease()]
  const [whole = '', one = ''] = await lessee.buy({ subnets: [large.block, small.block] })
  const [other = ''] = await lessee.buy({ subnets: [large.block], asn: otherAsn })
  return { lessee, large, small, whole, one, other }
}

const statusOf = async (uuid: string) => (await letterIn(world, uuid)).status

describe('POST …/services/loa/revoke', () => {
  it('revokes letters by their names; what is over already stays as it is', async () => {
    const { lessee, large, small, whole, one, other } = await withLetters()
    const { status, body } = await revoke(lessee, { loa_uuids: [one, whole.toUpperCase(), one] })
    const revoked = (loa_uuid: string, service_uuid: string) => ({
      loa_uuid,
      service_uuid,
      asn: fitAsn,
      status: 'revoked',
      revoked_at: expect.any(Number),
    })
    expect([status, body.data]).toEqual([
      200,
      expect.arrayContaining([revoked(whole, large.uuid), revoked(one, small.uuid)]),
    ])
    expect(body.data).toHaveLength(2)
    expect(await letterIn(world, one)).toMatchObject({ status: 'revoked', revoked_by: 'lessee', reason: null })
    expect([await originsOf(world, large.uuid), await originsOf(world, small.uuid)]).toEqual([[otherAsn], []])
    expect((await revoke(lessee, { loa_uuids: [whole, one] })).body.data).toEqual(expect.arrayContaining(body.data))
    expect(await statusOf(other)).toBe('pending')
    expect(await breachesIn(world)).toEqual([])
  })

  it('revokes all letters of services, or those for one number', async () => {
    const { lessee, large, small, whole, one, other } = await withLetters()
    const forNumber = { service_uuid: large.uuid, asn: otherAsn }
    expect((await revoke(lessee, { services: [forNumber] })).body.data).toMatchObject([
      { loa_uuid: other, asn: otherAsn },
    ])
    expect([await statusOf(whole), await statusOf(one)]).toEqual(['pending', 'pending'])
    const all = [{ service_uuid: large.uuid }, { service_uuid: small.uuid, asn: null }]
    expect((await revoke(lessee, { services: [...all, forNumber] })).body.data).toHaveLength(3)
    expect([await statusOf(whole), await statusOf(one)]).toEqual(['revoked', 'revoked'])
    // Again, and nothing is left; a number that had one is known still.
    expect((await revoke(lessee, { services: all })).body.data).toEqual([])
    expect((await revoke(lessee, { services: [forNumber] })).body.data).toMatchObject([{ loa_uuid: other }])
  })

  it('tells of each letter, and writes who did it', async () => {
    const { lessee, one, small } = await withLetters()
    await revoke(lessee, { loa_uuids: [one] })
    const { rows: events } = await world.house.pool.query(
      `select tenant_uuid, type, data ->> 'block' as block from outbox_event
       where type = 'letter.revoked' and data ->> 'uuid' = $1 order by tenant_uuid`,
      [one],
    )
    expect(events).toEqual(
      [lessee.tenant, office.holder.tenant]
        .toSorted()
        .map((tenant_uuid) => ({ tenant_uuid, type: 'letter.revoked', block: small.block })),
    )
    const { rows: log } = await world.house.pool.query(
      `select actor_kind, tenant_uuid, data ->> 'by' as by from audit_entry where action = 'letter.revoke' and subject_uuid = $1`,
      [one],
    )
    expect(log).toEqual([{ actor_kind: 'key', tenant_uuid: lessee.tenant, by: 'lessee' }])
  })

  it('revokes nothing where anything is unknown, and names it; another’s letter is unknown', async () => {
    const { lessee, large, whole } = await withLetters()
    const theirs = await withLetters()
    const nobodys = '019a8c1e-7b2f-7c3d-9e4f-5a6b7c8d9e0f'
    const answer = await revoke(lessee, { loa_uuids: [whole, theirs.one, nobodys] })
    expect([outcomeOf(answer), answer.body.errors]).toEqual([
      '404 letters_not_found',
      {
        'loa_uuids.1': [`there is no letter ${theirs.one}`],
        'loa_uuids.2': [`there is no letter ${nobodys}`],
      },
    ])
    expect(await statusOf(whole)).toBe('pending')
    const [foreign, unknown] = [
      await revoke(lessee, { services: [{ service_uuid: theirs.large.uuid }] }),
      await revoke(lessee, { services: [{ service_uuid: nobodys }] }),
    ]
    expect(anonymous(foreign).replaceAll(theirs.large.uuid, nobodys)).toBe(anonymous(unknown))
    const noNumber = await revoke(lessee, {
      services: [{ service_uuid: large.uuid }, { service_uuid: large.uuid, asn: 1 }],
    })
    expect(noNumber.body.errors).toEqual({ 'services.1': [`the service ${large.uuid} has no letter for AS1`] })
    expect(await statusOf(whole)).toBe('pending')
    // Nor does its holder revoke it here.
    expect(outcomeOf(await revoke(office.holder, { loa_uuids: [whole] }))).toBe('404 letters_not_found')
  })

  it.each([
    [{}, 'loa_uuids'],
    [{ loa_uuids: [] }, 'loa_uuids'],
    [{ services: [] }, 'loa_uuids'],
    [
      {
        loa_uuids: ['019a8c1e-7b2f-7c3d-9e4f-5a6b7c8d9e0f'],
        services: [{ service_uuid: '019a8c1e-7b2f-7c3d-9e4f-5a6b7c8d9e0f' }],
      },
      'loa_uuids',
    ],
    [{ loa_uuids: ['x'] }, 'loa_uuids.0'],
    [{ services: [{}] }, 'services.0.service_uuid'],
    [{ services: [{ service_uuid: '019a8c1e-7b2f-7c3d-9e4f-5a6b7c8d9e0f', asn: 0 }] }, 'services.0.asn'],
  ])('refuses %j', async (payload, field) => {
    const answer = await revoke(await office.lessee(), payload)
    expect([outcomeOf(answer), Object.keys(answer.body.errors)]).toEqual(['422 invalid_fields', [field]])
  })

  it('is done once by a repeated request', async () => {
    const { lessee, one } = await withLetters()
    const [first, again] = [
      await revoke(lessee, { loa_uuids: [one] }, 'a-key'),
      await revoke(lessee, { loa_uuids: [one] }, 'a-key'),
    ]
    expect([again.text, again.headers['idempotency-replayed']]).toEqual([first.text, 'true'])
  })
})

describe('five hundred letters', () => {
  /** As they would be after many orders. */
  async function manyLetters(count: number) {
    const lessee = await office.lessee()
    const lease = await lessee.lease(20)
    const [model = ''] = await lessee.buy({ subnets: [lease.block], max_length: 20 })
    const { rows } = await world.house.pool.query<{ uuid: string }>(
      `insert into letter select (jsonb_populate_record(t, jsonb_build_object('uuid', gen_random_uuid(), 'asn', 200000 + n,
         'code', 'code ' || n || t.uuid, 'block', set_masklen(t.block, 24)::text, 'max_length', 24))).*
       from letter t cross join generate_series(1, $2) n where t.uuid = $1 returning uuid`,
      [model, count],
    )
    return { lessee, lease, uuids: rows.map(({ uuid }) => uuid) }
  }

  it('are revoked in one transaction and ten statements at most', async () => {
    const { lessee, lease, uuids } = await manyLetters(500)
    expect(await originsOf(world, lease.uuid)).toHaveLength(501)
    await world.hear()
    let status = 0
    const statements = await statementsOf(async () => {
      ;({ status } = await revoke(lessee, { loa_uuids: uuids }))
    })
    expect(status).toBe(200)
    expect(statements.length).toBeLessThanOrEqual(10)
    expect(await originsOf(world, lease.uuid)).toEqual([fitAsn])
  })

  it('and one are too many, by whatever name', async () => {
    const { lessee, lease, uuids } = await manyLetters(500)
    const byName = await revoke(lessee, { loa_uuids: [...uuids, uuids[0]] })
    expect([outcomeOf(byName), Object.keys(byName.body.errors)]).toEqual(['422 invalid_fields', ['loa_uuids']])
    const answer = await revoke(lessee, { services: [{ service_uuid: lease.uuid }] })
    expect(outcomeOf(answer)).toBe('422 too_many_letters')
    expect(await originsOf(world, lease.uuid)).toHaveLength(501)
  })

  it('are revoked once by two who revoke them at the same time', async () => {
    const { lessee, uuids } = await manyLetters(40)
    const both = await Promise.all([uuids, uuids.toReversed()].map((loa_uuids) => revoke(lessee, { loa_uuids })))
    expect(both.map(({ status }) => status)).toEqual([200, 200])
    const { rows } = await world.house.pool.query(
      `select count(*) as n from audit_entry where action = 'letter.revoke' and subject_uuid = any($1)`,
      [uuids],
    )
    expect(rows[0].n).toBe(40)
  })
})
