import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { fitAsn, letterIn, openLetters, otherAsn, type Lessee, type Office } from '../../support/market/letters.ts'
import type { MadeLease } from '../../support/market/market.ts'
import { refusedPages, walkPages } from '../../support/paging.ts'
import { outcomeOf } from '../../support/portal.ts'
import { openWorld, type World } from '../../support/world.ts'

/** GET /billing/v1/{tenantUUID}/market/ipv4/letters (listOwnLetters). */

let world: World
let office: Office
let lessee: Lessee
let first: MadeLease
let second: MadeLease
let pending: string[]
let active: string
beforeAll(async () => {
  world = await openWorld({ env: { SUBLET_SANDBOX: '1' } })
  office = await openLetters(world)
  lessee = await office.lessee()
  first = await lessee.lease()
  second = await lessee.lease()
  pending = await lessee.buy({ subnets: [first.block, second.block] })
  ;[active = ''] = await lessee.buy({ subnets: [first.block], asn: otherAsn, roa: 'no' })
  await world.call('POST', `/billing/v1/${office.holder.tenant}/market/letters/${active}/confirm`, {
    headers: office.holder.bearer,
  })
})
afterAll(() => world.close())

const list = (query = '', { tenant, bearer }: Pick<Lessee, 'tenant' | 'bearer'> = lessee) =>
  world.call('GET', `/billing/v1/${tenant}/market/ipv4/letters?${query}`, { headers: bearer })

const uuids = async (query: string) => (await list(query)).body.data.map(({ uuid }: { uuid: string }) => uuid)

describe('GET …/market/ipv4/letters', () => {
  it('has the letters of all leases, the newest first', async () => {
    const { status, body } = await list()
    expect([status, body.meta.total]).toEqual([200, 3])
    expect(body.data[0].uuid).toBe(active)
    expect(await uuids('sort=created_at')).toEqual((await uuids('')).toReversed())
  })

  it('says where anyone can verify one, once it is released', async () => {
    const { code } = await letterIn(world, active)
    const [released, ...waiting] = (await list()).body.data
    expect(released).toMatchObject({
      status: 'Active',
      verification_url: `${world.house.config.publicUrl}/verify/${code}`,
    })
    expect(waiting.map((one: { verification_url: unknown }) => one.verification_url)).toEqual([null, null])
  })

  it('takes statuses, an AS number and a service', async () => {
    expect((await uuids('statuses=pending')).toSorted()).toEqual(pending.toSorted())
    expect(await uuids(`asn=${otherAsn}`)).toEqual([active])
    expect(await uuids(`service_uuid=${second.uuid}`)).toEqual([pending[1]])
    expect(await uuids(`service_uuid=${first.uuid}&asn=${fitAsn}`)).toEqual([pending[0]])
    expect(await uuids('statuses=Expired')).toEqual([])
  })

  it('comes by pages, and refuses what is out of range', async () => {
    expect((await walkPages(list, 2)).map(({ uuid }) => uuid)).toEqual(await uuids(''))
    for (const query of [...refusedPages, 'statuses=Lost', 'asn=0', 'service_uuid=x', 'sort=asn'])
      expect([query, outcomeOf(await list(query))]).toEqual([query, '422 invalid_fields'])
  })

  it("has nobody else's: neither a neighbour nor the holder sees them here", async () => {
    const other = await office.lessee()
    expect((await list('', other)).body.data).toEqual([])
    expect((await list(`service_uuid=${first.uuid}`, other)).body.data).toEqual([])
    expect((await list('', office.holder)).body.data).toEqual([])
  })
})
