import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { children, formatPrefix, knownPrefix } from '../../../src/kernel/ip/index.ts'
import { resumeLease, suspendLease } from '../../../src/market/index.ts'
import { releaseReadyLetters } from '../../../src/letters/index.ts'
import { keepFacts } from '../../../src/network/index.ts'
import { removeSource } from '../../../src/network/source.actions.ts'
import { onlySource } from '../../../src/network/kinds.rules.ts'
import { breachesIn } from '../../support/market/carts.ts'
import { aVrp, know } from '../../support/market/facts.ts'
import {
  authoriseIn,
  banAsnIn,
  fitAsn,
  letterIn,
  openLetters,
  type Lessee,
  type Office,
} from '../../support/market/letters.ts'
import { statementsOf } from '../../support/statements.ts'
import { openWorld, type World } from '../../support/world.ts'

/** A letter waits until our own data shows that it can be used, and is released in the way the setting says. */

let world: World
let office: Office
let lessee: Lessee
beforeAll(async () => {
  world = await openWorld({ env: { SUBLET_SANDBOX: '1' } })
  office = await openLetters(world)
  lessee = await office.lessee()
})
afterAll(() => world.close())

/** What the RPKI says from now on; the news of it and all that follows are told. */
const roas = async (...vrps: readonly { prefix: string; asn?: number; maxLength?: number }[]) => {
  await know(
    world,
    'vrps',
    vrps.map((vrp) => ({ asn: fitAsn, ...vrp })),
  )
  await world.runJobs()
}

const bought = async (wish: { roa?: 'no' } = {}) => {
  const lease = await lessee.lease()
  const [uuid = ''] = await lessee.buy({ subnets: [lease.block], ...wish })
  await world.runJobs()
  return { uuid, lease, block: lease.block, now: () => letterIn(world, uuid) }
}

describe('a letter with a ROA', () => {
  it('is pending until an import shows it, and tells when each step came true', async () => {
    await roas({ prefix: '192.0.2.0/24' })
    const { block, now } = await bought()
    expect(await now()).toMatchObject({
      status: 'pending',
      asn_valid_at: expect.any(Date),
      authorised_at: expect.any(Date),
      vrp_seen_at: null,
      released_at: null,
    })
    await roas({ prefix: block, asn: 64_500 })
    expect(await now()).toMatchObject({ status: 'pending', vrp_seen_at: null })
    await roas({ prefix: block })
    const released = await now()
    expect(released).toMatchObject({
      status: 'active',
      vrp_seen_at: expect.any(Date),
      released_at: expect.any(Date),
      released_by: 'data',
    })
    // What is released stays so: the letter is out.
    await roas({ prefix: '192.0.2.0/24' })
    expect(await now()).toEqual(released)
    const { rows } = await world.house.pool.query(
      `select data ->> 'from' as from, data ->> 'to' as to from audit_entry where action = 'letter.release' and subject_uuid = $1`,
      [released.uuid],
    )
    expect(rows).toEqual([{ from: 'pending', to: 'active' }])
    expect(await breachesIn(world)).toEqual([])
  })

  it('is pending until ROAs allow all of its lengths', async () => {
    await roas({ prefix: '192.0.2.0/24' })
    const { block } = await lessee.lease(22)
    const whole = block.replace('/22', '/23')
    const [uuid = ''] = await lessee.buy({ subnets: [whole], max_length: 24 })
    const now = () => letterIn(world, uuid)
    await roas({ prefix: whole })
    expect(await now()).toMatchObject({ status: 'pending', vrp_seen_at: null })
    const [first, second] = [...children(knownPrefix(whole), 24)].map(formatPrefix)
    await roas({ prefix: whole }, { prefix: first ?? '' })
    expect(await now()).toMatchObject({ status: 'pending', vrp_seen_at: null })
    await roas({ prefix: whole }, { prefix: first ?? '' }, { prefix: second ?? '' })
    expect(await now()).toMatchObject({ status: 'active', released_by: 'data' })
  })

  it('that is there already is released as soon as it was bought', async () => {
    await roas({ prefix: '45.64.0.0/14', maxLength: 24 })
    expect((await (await bought()).now()).status).toBe('active')
  })
})

describe('a letter without a ROA', () => {
  it('is released at once, unless it would make an invalid route', async () => {
    await roas({ prefix: '192.0.2.0/24' })
    expect((await (await bought({ roa: 'no' })).now()).status).toBe('active')
    await roas({ prefix: '45.64.0.0/14', maxLength: 24, asn: 64_500 })
    const held = await bought({ roa: 'no' })
    expect((await held.now()).status).toBe('pending')
    await roas({ prefix: '192.0.2.0/24' })
    expect((await held.now()).status).toBe('active')
  })
})

describe('RPKI data that is old, or not there', () => {
  /** Taken an hour ago, and good for a minute. */
  const oldRoas = async (...vrps: readonly { prefix: string; asn: number }[]) => {
    const taken = { title: 'test data', takenAt: new Date(Date.now() - 3_600_000), freshFor: 60 }
    await world.change((ctx) => keepFacts(ctx, 'vrps', vrps.map(aVrp), taken))
    await world.runJobs()
  }

  it('releases no letter, whatever it shows', async () => {
    await oldRoas({ prefix: '45.64.0.0/14', asn: 0 })
    const [parked, asked] = [await bought({ roa: 'no' }), await bought()]
    expect([await parked.now(), await asked.now()]).toMatchObject([{ status: 'pending' }, { status: 'pending' }])
    await oldRoas({ prefix: asked.block, asn: fitAsn })
    expect([await parked.now(), await asked.now()]).toMatchObject([{ status: 'pending' }, { status: 'pending' }])
    await world.change((ctx) => removeSource(ctx, 'vrps', onlySource))
    await world.runJobs()
    expect([await parked.now(), await asked.now()]).toMatchObject([{ status: 'pending' }, { status: 'pending' }])
    await roas({ prefix: asked.block })
    expect([await parked.now(), await asked.now()]).toMatchObject([{ status: 'active' }, { status: 'active' }])
  })
})

describe('what else a letter waits for', () => {
  it('is that its number is fit', async () => {
    await roas({ prefix: '192.0.2.0/24' })
    const { block, now } = await bought()
    await banAsnIn(world, fitAsn)
    await roas({ prefix: block })
    expect(await now()).toMatchObject({ status: 'pending', asn_valid_at: null, vrp_seen_at: expect.any(Date) })
    await world.house.pool.query('delete from asn_ban')
    await releaseReadyLetters.run(world.ctx, {})
    expect(await now()).toMatchObject({ status: 'active', asn_valid_at: expect.any(Date) })
  })

  it('is the holder’s authorisation', async () => {
    await roas({ prefix: '192.0.2.0/24' })
    const { block, now } = await bought()
    await authoriseIn(office, 'revoked')
    await roas({ prefix: block })
    expect(await now()).toMatchObject({ status: 'pending', authorised_at: null })
    await authoriseIn(office, 'signed')
    await releaseReadyLetters.run(world.ctx, {})
    expect((await now()).status).toBe('active')
  })

  it('is a lease that runs: a suspended one releases nothing until it is resumed', async () => {
    await roas({ prefix: '192.0.2.0/24' })
    const { block, lease, now } = await bought()
    await world.change((ctx) => suspendLease(ctx, lease.uuid))
    const { rows } = await world.house.pool.query('select suspended_at from lease where uuid = $1', [lease.uuid])
    expect(rows[0].suspended_at).toEqual(expect.any(Date))
    await roas({ prefix: block })
    expect((await now()).status).toBe('pending')
    await world.change((ctx) => resumeLease(ctx, lease.uuid))
    await world.runJobs()
    expect((await now()).status).toBe('active')
  })

  it('is the holder’s word where the setting says so', async () => {
    await roas({ prefix: '192.0.2.0/24' })
    const strict = await openWorld({ beside: world, env: { SUBLET_SANDBOX: '1', SUBLET_LETTER_RELEASE: 'holder' } })
    const { block, now } = await bought()
    await know(world, 'vrps', [{ prefix: block, asn: fitAsn }])
    await strict.runJobs()
    expect(await now()).toMatchObject({ status: 'pending', vrp_seen_at: expect.any(Date) })
    await strict.close()
  })
})

it('looking costs as many statements for twenty letters as for one, and none but reads where nothing is new', async () => {
  await roas({ prefix: '192.0.2.0/24' })
  await bought()
  const cost = async () => {
    await world.runJobs()
    await world.hear()
    return statementsOf(() => releaseReadyLetters.run(world.ctx, {}))
  }
  const one = await cost()
  const lease = await lessee.lease(20)
  const [a, b, c] = lease.block.split('.').map(Number)
  await lessee.buy({ subnets: Array.from({ length: 16 }, (_, i) => `${a}.${b}.${(c ?? 0) + i}.0/24`) })
  const many = await cost()
  expect(many.map(({ text }) => text)).toEqual(one.map(({ text }) => text))
  expect(many.every(({ text }) => /^\s*select/i.test(text))).toBe(true)
  await know(world, 'vrps', [{ prefix: lease.block, asn: fitAsn, maxLength: 24 }])
  await world.hear()
  const releasing = await statementsOf(() => releaseReadyLetters.run(world.ctx, {}))
  expect(releasing.length).toBeLessThanOrEqual(15)
  const { rows } = await world.house.pool.query(`select distinct status from letter where lease_uuid = $1`, [
    lease.uuid,
  ])
  expect(rows).toEqual([{ status: 'active' }])
})

it('leaves alone what has been revoked or has ended', async () => {
  await roas({ prefix: '192.0.2.0/24' })
  const { block, now, uuid } = await bought()
  await world.call('POST', `/billing/v1/${lessee.tenant}/market/ipv4/services/loa/revoke`, {
    headers: lessee.bearer,
    payload: { loa_uuids: [uuid] },
  })
  await roas({ prefix: block })
  expect(await now()).toMatchObject({ status: 'revoked', released_at: null })
})
