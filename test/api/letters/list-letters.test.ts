import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { stepNames } from '../../../src/letters/release/readiness.rules.ts'
import { fitAsn, letterIn, openLetters, otherAsn, type Lessee, type Office } from '../../support/market/letters.ts'
import { makeLetter } from '../../support/market/made-letters.ts'
import type { MadeLease } from '../../support/market/market.ts'
import { refusedPages, walkPages } from '../../support/paging.ts'
import { outcomeOf } from '../../support/portal.ts'
import { statementsIn } from '../../support/statements.ts'
import { openWorld, type World } from '../../support/world.ts'

/** GET …/market/ipv4/services/{serviceUUID}/loa (listLetters), and the letters that services show (listLeases, getLease). */

let world: World
let office: Office
let lessee: Lessee
let lease: MadeLease
let letters: string[]
let ended: string
beforeAll(async () => {
  world = await openWorld({ env: { SUBLET_SANDBOX: '1' } })
  office = await openLetters(world)
  lessee = await office.lessee()
  lease = await lessee.lease(22)
  ;[ended = ''] = await lessee.buy({ subnets: [lease.block], company_name: 'Gone Networks' })
  await revoke(lessee, { loa_uuids: [ended] })
  const parts = ['/22', '/23', '/24'].map((length) => lease.block.replace('/22', length))
  letters = [
    ...(await lessee.buy({ subnets: parts.slice(0, 1), max_length: 22 })),
    ...(await lessee.buy({ subnets: parts.slice(1), asn: otherAsn })),
  ]
})
afterAll(() => world.close())

const revoke = ({ tenant, bearer }: Pick<Lessee, 'tenant' | 'bearer'>, payload: object) =>
  world.call('POST', `/billing/v1/${tenant}/market/ipv4/services/loa/revoke`, { headers: bearer, payload })

const list = (query = '', { tenant, bearer } = lessee, service = lease.uuid) =>
  world.call('GET', `/billing/v1/${tenant}/market/ipv4/services/${service}/loa?${query}`, { headers: bearer })

const uuids = async (query: string) => (await list(query)).body.data.map(({ uuid }: { uuid: string }) => uuid)

describe('GET …/services/{serviceUUID}/loa', () => {
  it('shows a letter with all that was ordered, and how far it is', async () => {
    const { status, body } = await list(`statuses[0]=Pending&per_page=1&page=3`)
    const row = await letterIn(world, letters[0] ?? '')
    expect([status, body.data]).toEqual([
      200,
      [
        {
          uuid: letters[0],
          market_service_uuid: office.offer.uuid,
          service_uuid: lease.uuid,
          subnet: lease.block,
          address: lease.block.split('/')[0],
          cidr: 22,
          asn: fitAsn,
          as_name: 'CLOUDFLARENET',
          company_name: 'Example Networks B.V.',
          company_confirmed_by: 'lessee',
          max_length: 22,
          info: 'Ring 3',
          create_whois_inetnum: true,
          whois_data_exposed: false,
          selection: { roa: true, radb: false, route: true },
          reference: expect.stringMatching(/^LOA(-[0-9A-F]{4}){3}$/),
          status: 'Pending',
          created_at: Math.floor(row.created_at.getTime() / 1_000),
          released_at: null,
          valid_until: null,
          released_by: null,
          released_despite: null,
          revoked_at: null,
          revoked_by: null,
          reason: null,
          ended_at: null,
          gone_at: null,
          readiness: expect.any(Array),
          code: null,
          verification_url: null,
        },
      ],
    ])
    expect(body.data[0].readiness.map(({ name }: { name: string }) => name)).toEqual(stepNames)
    expect(body.data[0].readiness[0]).toMatchObject({ required: true, done: true, done_at: expect.any(Number) })
    expect(body.meta).toEqual({ current_page: 3, from: 3, last_page: 3, per_page: 1, to: 3, total: 3 })
  })

  it('has the live ones first, then those that ended', async () => {
    const all = await uuids('')
    expect(all.toSorted()).toEqual([...letters, ended].toSorted())
    expect(all.at(-1)).toBe(ended)
  })

  it.each([
    ['statuses[]=revoked', 1],
    ['statuses=REVOKED,Pending', 4],
    ['statuses=Active&statuses=Expired', 0],
    ['statuses[0]=pending', 3],
  ])('by %s, in any case and any form', async (query, count) => {
    expect(await uuids(query)).toHaveLength(count)
  })

  it('refuses what is no status, and pages out of range', async () => {
    const answer = await list('statuses[]=Lost')
    expect([outcomeOf(answer), Object.keys(answer.body.errors)]).toEqual(['422 invalid_fields', ['statuses.0']])
    for (const query of refusedPages) expect(outcomeOf(await list(query))).toBe('422 invalid_fields')
    expect((await walkPages(list, 2)).map(({ uuid }) => uuid)).toEqual(await uuids(''))
  })

  it('is nobody else’s, and of no lease is unknown', async () => {
    const other = await office.lessee()
    expect(outcomeOf(await list('', other))).toBe('404 not_found')
    const holder = { ...other, ...office.holder }
    expect(outcomeOf(await list('', holder))).toBe('404 not_found')
    expect(outcomeOf(await list('', lessee, '019a8c1e-7b2f-7c3d-9e4f-5a6b7c8d9e0f'))).toBe('404 not_found')
    const own = await other.lease()
    expect((await list('', other, own.uuid)).body).toMatchObject({ data: [], meta: { total: 0 } })
  })
})

describe('services', () => {
  const services = (query: string) =>
    world.call('GET', `/billing/v1/${lessee.tenant}/market/ipv4/services?${query}`, { headers: lessee.bearer })

  it('have their letters, in the list and one by one', async () => {
    await lessee.lease()
    const { body } = await services('')
    const [first, second] = body.data
    expect(first.loa.map(({ data }: { data: { uuid: string } }) => data.uuid)).toEqual(await uuids(''))
    expect(first.loa.at(-1)).toEqual({
      data: {
        uuid: ended,
        asn: fitAsn,
        as_name: 'CLOUDFLARENET',
        company_name: 'Gone Networks',
        max_length: 24,
        status: 'Revoked',
        created_at: expect.any(Number),
        revoked_at: expect.any(Number),
      },
    })
    expect(second.loa).toEqual([])
    const one = await world.call('GET', `/billing/v1/${lessee.tenant}/market/ipv4/services/${lease.uuid}`, {
      headers: lessee.bearer,
    })
    expect(one.body.data.loa).toEqual(first.loa)
  })

  it('show fifty of their letters at most, the live ones among them', async () => {
    const busy = await office.lessee()
    const { uuid } = await busy.lease()
    const live = await makeLetter(world, uuid)
    for (let n = 0; n < 51; n++) await makeLetter(world, uuid, { status: 'revoked' })
    const { body } = await world.call('GET', `/billing/v1/${busy.tenant}/market/ipv4/services`, {
      headers: busy.bearer,
    })
    const [{ loa }] = body.data
    expect([loa.length, loa[0].data.uuid]).toEqual([50, live])
    expect((await list('', busy, uuid)).body.meta.total).toBe(52)
  })

  it('are found by what their live letters say', async () => {
    const found = async (query: string) =>
      (await services(query)).body.data.map(
        (row: { billing_service: { uuid: string } }) => row.billing_service.uuid === lease.uuid,
      )
    expect(await found('display=assigned')).toEqual([true])
    expect(await found('display=unassigned')).toEqual([false])
    expect(await found(`asn=${fitAsn}`)).toEqual([true])
    expect(await found(`asn=${otherAsn}`)).toEqual([true])
    expect(await found('asn=64500')).toEqual([])
  })

  it('cost as many statements with letters as without', async () => {
    const bare = await office.lessee()
    await bare.lease()
    await world.hear()
    const path = ({ tenant }: Lessee) => `/billing/v1/${tenant}/market/ipv4/services`
    const cost = (of: Lessee) => statementsIn(() => world.call('GET', path(of), { headers: of.bearer }))
    expect(await cost(lessee)).toBe(await cost(bare))
  })
})
