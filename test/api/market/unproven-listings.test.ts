import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { marketInvariants } from '../../../src/market/index.ts'
import { mailTo } from '../../support/server/mailbox.ts'
import { makeOffer, spaceOf } from '../../support/market/market.ts'
import {
  codeFor,
  know,
  letContactsRest,
  list,
  listed,
  offersPath,
  recordOf,
  resend,
  shown,
  subnetOf,
  verify,
  type Client,
} from '../../support/market/offers.ts'
import { outcomeOf } from '../../support/portal.ts'
import { openWorld, type World } from '../../support/world.ts'

/** A listing whose ownership is not proven keeps nobody off; the first proof does. */

let world: World
let claimant: Client
let holder: Client
beforeAll(async () => {
  world = await openWorld()
  claimant = await world.client()
  holder = await world.client()
  await know(
    world,
    'registry',
    // A contact for each: how often one is mailed is another test's business.
    Array.from({ length: 40 }, (_, n) => recordOf(`${45 + n}.0.0.0/8`, { contactEmail: contactOf(45 + n) })),
  )
})
afterAll(() => world.close())

const contactOf = (octet: number) => `noc${octet}@holder.example`
const codeOf = (block: string) => codeFor(world, block, contactOf(Number(block.split('.')[0])))

/** Listed by several companies, each with a code of its own. */
async function listedWithCode(client: Client, block: string) {
  const { uuid } = await listed(world, client, block)
  const code = await codeOf(block)
  await letContactsRest(world)
  return { client, uuid, code, block }
}

const prove = ({ client, uuid, code }: { client: Client; uuid: string; code: string }) =>
  verify(world, client, uuid, code)

const lostReason = expect.stringContaining('Another company has proven that it holds this block')

describe('an unproven listing', () => {
  it('excludes nobody, not even one of every /8 there is', async () => {
    const generous = await openWorld({ env: { SUBLET_MAX_UNPROVEN: '300' }, beside: world })
    const all = Array.from({ length: 40 }, (_, n) => subnetOf(`${45 + n}.0.0.0/8`, { pricings: [] }))
    expect((await list(generous, await world.client(), ...all)).status).toBe(201)
    await generous.close()
    await letContactsRest(world)
    for (const block of ['45.0.0.0/8', '46.1.2.0/24', '47.0.0.0/12'])
      expect(outcomeOf(await list(world, holder, subnetOf(block, { pricings: [] })))).toBe(201)
    const path = `/billing/v1/${holder.tenant}/market/prospect?address=48.0.0.0&cidr=24`
    expect((await world.call('GET', path, { headers: holder.bearer })).status).toBe(200)
  })

  it('is refused where its own company has one, and where space is proven', async () => {
    const { uuid } = await listed(world, holder, '49.0.0.0/16')
    const own = await list(world, holder, subnetOf('49.0.1.0/24'))
    expect(outcomeOf(own)).toBe('422 block_listed')
    expect(own.body.errors['subnets.0.address'][0]).toContain('your company has listed')
    expect((await verify(world, holder, uuid, await codeOf('49.0.0.0/16'))).status).toBe(200)
    const theirs = await list(world, claimant, subnetOf('49.0.1.0/24'))
    expect([outcomeOf(theirs), theirs.body.errors]).toEqual([
      '422 block_listed',
      { 'subnets.0.address': ['overlaps a block that is already on the market'] },
    ])
  })

  it('keeps nothing on the map, in prefix data or in statistics', async () => {
    const company = await world.client(['billing', 'nethub-data'])
    const { uuid } = await listed(world, company, '50.0.0.0/16')
    const read = async (path: string) => (await world.call('GET', path, { headers: company.bearer })).body
    expect((await read(`/billing/v1/${company.tenant}/market/map?mine=true`)).meta.total).toBe(0)
    const seen = async () =>
      JSON.stringify(await read(`/nethub-data/${company.tenant}/prefixes/subsets/metadata`)).includes('50.0.0.0/16')
    expect(await seen()).toBe(false)
    expect((await read(`/billing/v1/${company.tenant}/market/statistics`)).data.now).toMatchObject({ offers: 0 })
    await verify(world, company, uuid, await codeOf('50.0.0.0/16'))
    expect(await seen()).toBe(true)
    expect((await read(`/billing/v1/${company.tenant}/market/map?mine=true`)).meta.total).toBe(1)
    expect((await read(`/billing/v1/${company.tenant}/market/statistics`)).data.now).toMatchObject({ offers: 1 })
  })

  it('is split and hidden as it will come to the market, and comes so', async () => {
    const { uuid } = await listed(world, holder, '51.0.0.0/22')
    const payload = { market_service_uuid: uuid, cidr: 24, childs: [{ address: '51.0.1.0' }] }
    const path = `/billing/v1/${holder.tenant}/market/ipv4/child/toggle`
    expect((await world.call('POST', path, { headers: holder.bearer, payload })).status).toBe(200)
    const tree = async () =>
      (await world.call('GET', `${offersPath(holder.tenant)}/${uuid}/tree`, { headers: holder.bearer })).body.data
    const before = await tree()
    expect(before[0].ips).toEqual({ free: 768, hidden: 256, held: 0, leased: 0 })
    expect((await spaceOf(world, uuid)).kept).toEqual({ hidden: ['51.0.1.0/24'], freeHidden: [], freeShown: [] })
    await verify(world, holder, uuid, await codeOf('51.0.0.0/22'))
    const { kept, due } = await spaceOf(world, uuid)
    expect([kept, kept.freeHidden]).toEqual([due, ['51.0.1.0/24']])
    expect(await tree()).toEqual(before)
  })
})

describe('the first proof', () => {
  it('ends the other listings of that space, larger and smaller, and tells their owners why', async () => {
    const owner = await world.person(claimant.tenant, 'owner')
    const [whole, part] = [
      await listedWithCode(claimant, '60.0.0.0/12'),
      await listedWithCode(claimant, '60.128.0.0/24'),
    ]
    const beside = await listedWithCode(claimant, '60.64.0.0/24')
    const first = await listedWithCode(holder, '60.0.0.0/16')
    expect((await prove(first)).body.status).toBe('validity_pending')
    const lost = await shown(world, claimant, whole.uuid)
    expect([lost.status, lost.auth]).toEqual([
      'auth_failed_verify',
      { type: 'email', status: 'failed', description: lostReason },
    ])
    expect(lost.auth.description).not.toContain('60.0.0.0/16')
    for (const { uuid } of [part, beside]) expect((await shown(world, claimant, uuid)).status).toBe('auth_pending')
    expect((await mailTo(world, owner.email)).map(({ subject }) => subject)).toContain(
      '60.0.0.0/12: ownership not proven',
    )
    const { rows } = await world.house.pool.query(
      `select actor_kind, actor_id from audit_entry where subject_uuid = $1 and action = 'offer.proven_elsewhere'`,
      [whole.uuid],
    )
    expect(rows).toEqual([{ actor_kind: 'system', actor_id: 'market' }])
  })

  it('leaves the others nothing to prove or to ask for, until the space is free again', async () => {
    const second = await listedWithCode(claimant, '61.0.0.0/24')
    const first = await listedWithCode(holder, '61.0.0.0/16')
    await prove(first)
    expect(outcomeOf(await prove(second))).toBe('422 proven_elsewhere')
    expect(outcomeOf(await resend(world, claimant, second.uuid))).toBe('422 proven_elsewhere')
    await world.call('DELETE', offersPath(holder.tenant, `/${first.uuid}`), { headers: holder.bearer })
    expect((await resend(world, claimant, second.uuid)).body.status).toBe('auth_pending')
  })

  it('is one, however many prove overlapping space at once on different connections', async () => {
    const blocks = ['63.0.0.0/12', '63.0.0.0/16', '63.0.0.0/20', '63.0.0.0/24', '63.0.0.0/16', '63.0.0.0/24']
    const listings: Awaited<ReturnType<typeof listedWithCode>>[] = []
    for (const block of blocks) listings.push(await listedWithCode(await world.client(), block))
    const answers = await Promise.all(listings.map(prove))
    expect(answers.map((answer) => String(outcomeOf(answer))).sort()).toEqual([
      '200',
      ...Array.from({ length: 5 }, () => '422 proven_elsewhere'),
    ])
    const { rows } = await world.house.pool.query(
      `select status, count(*)::int from offer where block <<= '63.0.0.0/12' group by 1 order by 1`,
    )
    expect(rows).toEqual([
      { status: 'auth_failed_verify', count: 5 },
      { status: 'validity_pending', count: 1 },
    ])
    const found = await Promise.all(marketInvariants.map((promise) => promise.check(world.ctx)))
    expect(found.flatMap(({ breaches }) => breaches)).toEqual([])
  })

  it('is the only one in the database, whatever the code does', async () => {
    await makeOffer(world, holder.tenant, { block: '64.0.0.0/16' })
    const rival = await makeOffer(world, claimant.tenant, { block: '64.0.0.0/24', status: 'auth_pending' })
    await expect(
      world.house.pool.query(`update offer set status = 'validity_pending' where uuid = $1`, [rival.uuid]),
    ).rejects.toThrow('offer_blocks_apart')
    await world.house.pool.query(`update offer set status = 'object_terminated' where uuid = $1`, [rival.uuid])
  })
})

describe('unproven listings of a company', () => {
  it('are twenty at most, counted together, and proven ones do not count', async () => {
    const company = await world.client()
    const subnets = (from: number, to: number) =>
      Array.from({ length: to - from }, (_, n) => subnetOf(`70.0.${from + n}.0/24`, { pricings: [] }))
    expect(outcomeOf(await list(world, company, ...subnets(0, 21)))).toBe('422 too_many_unproven')
    expect((await list(world, company, ...subnets(0, 20))).status).toBe(201)
    expect(outcomeOf(await list(world, company, ...subnets(20, 21)))).toBe('422 too_many_unproven')
    const { body } = await world.call('GET', `${offersPath(company.tenant)}?per_page=1`, { headers: company.bearer })
    expect(body.meta.total).toBe(20)
    const first = body.data[0]
    const block = `${first.address}/24`
    expect((await verify(world, company, first.uuid, await codeOf(block))).status).toBe(200)
    expect((await list(world, company, ...subnets(20, 21))).status).toBe(201)
    expect(outcomeOf(await list(world, company, ...subnets(21, 22)))).toBe('422 too_many_unproven')
  })

  it('are twenty also when they are listed at once', async () => {
    const company = await world.client()
    const answers = await Promise.all(
      [71, 72, 73, 74].map((octet) =>
        list(
          world,
          company,
          ...Array.from({ length: 8 }, (_, n) => subnetOf(`${octet}.0.${n}.0/24`, { pricings: [] })),
        ),
      ),
    )
    expect(answers.map((answer) => String(outcomeOf(answer))).sort()).toEqual([
      '201',
      '201',
      '422 too_many_unproven',
      '422 too_many_unproven',
    ])
  })
})
