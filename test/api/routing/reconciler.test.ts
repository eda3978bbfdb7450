import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { fitAsn, otherAsn } from '../../support/market/letters.ts'
import { makeLease, makeOffer } from '../../support/market/market.ts'
import { openKrill, type KrillStandin } from '../../support/registries/krill-standin.ts'
import { announce, stageRouting, validate } from '../../support/registries/stage.ts'
import { contains, knownPrefix } from '../../../src/kernel/ip/index.ts'
import { outcomeOf } from '../../support/portal.ts'

/** What letters need is made, seen, and removed; what is somebody else's is not touched. */

const stage = await stageRouting()
const { world, call, connect, connector, objects, listed, letters } = stage
let krill: KrillStandin
let uuid: string
beforeAll(async () => {
  krill = await openKrill({
    roas: [
      { asn: 0, prefix: '45.64.0.0/14', max_length: 24 },
      { asn: 64_496, prefix: '45.67.0.0/16' },
    ],
  })
  uuid = await connect(krill.wish())
})
afterAll(() => krill.standin.kill())

const madeIn = (block: string) =>
  krill.roas().filter((one) => contains(knownPrefix(block), knownPrefix(one.split('-')[0] ?? '')))
const roa = (prefix: string, asn = fitAsn) => `${prefix}-${prefix.split('/')[1]} => ${asn}`
const statusOf = async (prefix: string) => await objects(`&within=${prefix}`)
const eventsOf = async (type: string, prefix: string) => {
  const { rows } = await world.house.pool.query<{ n: number }>(
    `select count(*) as n from outbox_event where type = $1 and data->>'prefix' = $2`,
    [type, prefix],
  )
  return Number(rows[0]?.n)
}
/** Nothing rests, and everything is due. */
const hasten = async () => {
  await world.house.pool.query(`update routing_connector set rests_until = null`)
  await world.house.pool.query(`update routing_object set due_at = now() where due_at is not null`)
  await world.house.pool.query(`select graphile_worker.add_job('wake_forgotten_connectors')`)
  await world.runJobs()
}
/** The letter is over and its route gone: nothing of it is left behind for the next test. */
const end = async (letter: { revoke(): Promise<void>; block: string }) => {
  await letter.revoke()
  await announce(world)
  await hasten()
}

describe('a letter', () => {
  it('has its ROA made, is released when data shows it, and loses it once the route is gone', async () => {
    const letter = await letters()
    expect(madeIn(letter.block)).toEqual([roa(letter.block)])
    expect(krill.commentOf(roa(letter.block))).toMatch(/^Sublet [0-9a-f-]{36}$/)
    expect(await statusOf(letter.block)).toEqual([`made roa ${letter.block} AS${fitAsn}`])
    await validate(world, { prefix: letter.block, asn: fitAsn })
    await announce(world, { prefix: letter.block, asn: fitAsn })
    await world.runJobs()
    expect(await statusOf(letter.block)).toEqual([`seen roa ${letter.block} AS${fitAsn}`])
    const { rows } = await world.house.pool.query('select status, released_by from letter where uuid = $1', [
      letter.uuid,
    ])
    expect(rows).toEqual([{ status: 'active', released_by: 'data' }])

    await letter.revoke()
    await hasten()
    expect(await statusOf(letter.block)).toEqual([`ending roa ${letter.block} AS${fitAsn} (still_announced)`])
    expect(madeIn(letter.block)).toEqual([roa(letter.block)])
    await announce(world)
    await world.runJobs()
    expect(madeIn(letter.block)).toEqual([])
    expect(await statusOf(`${letter.block}&status[]=gone`)).toEqual([`gone roa ${letter.block} AS${fitAsn}`])
    const counts = await Promise.all(['made', 'seen', 'gone'].map((verb) => eventsOf(`routing.${verb}`, letter.block)))
    expect(counts).toEqual([1, 1, 1])
    expect(krill.count.foreignTouched).toBe(0)
  })

  it('of a block and its parts gets one for each, in one delta', async () => {
    const deltas = krill.count.deltas
    const letter = await letters({ length: 22, max_length: 24 })
    expect(madeIn(letter.block)).toHaveLength(7)
    expect(krill.count.deltas).toBe(deltas + 1)
    await end(letter)
    expect([madeIn(letter.block), krill.count.deltas]).toEqual([[], deltas + 2])
  })

  it('and one of another offer share a CA, and neither touches what the other has there', async () => {
    krill.certify('45.64.0.0/14, 45.60.0.0/22')
    await world.house.pool.query('update routing_connector set looked_at = null')
    await hasten()
    const second = await makeOffer(world, stage.office.holder.tenant, {
      block: '45.60.0.0/22',
      pricings: [{ length: 24, priceMinor: 10_000 }],
    })
    const lessee = await stage.office.lessee()
    const elsewhere = await makeLease(world, second, lessee.tenant, '45.60.1.0/24')
    await lessee.buy({ subnets: [elsewhere.block] })
    const letter = await letters()
    expect([madeIn(letter.block), madeIn('45.60.0.0/22')]).toEqual([[roa(letter.block)], [roa(elsewhere.block)]])
    await end(letter)
    expect([madeIn(letter.block), madeIn('45.60.0.0/22')]).toEqual([[], [roa(elsewhere.block)]])
    expect(krill.count.foreignTouched).toBe(0)
  })

  it('adopts a ROA that is there by hand, also a wider one, and never removes it', async () => {
    krill.add({ asn: fitAsn, prefix: '45.64.0.0/16', max_length: 24 })
    const letter = await letters()
    expect(await statusOf(letter.block)).toEqual([`adopted roa ${letter.block} AS${fitAsn}`])
    await end(letter)
    expect(krill.roas()).toContain('45.64.0.0/16-24 => 13335')
    krill.remove('45.64.0.0/16-24 => 13335')
    expect(krill.count.foreignTouched).toBe(0)
  })

  it('makes its own where what it had adopted is gone', async () => {
    krill.add({ asn: fitAsn, prefix: '45.64.0.0/16', max_length: 24 })
    const letter = await letters()
    krill.remove('45.64.0.0/16-24 => 13335')
    await world.house.pool.query('update routing_connector set looked_at = null')
    await hasten()
    await hasten()
    expect(madeIn(letter.block)).toEqual([roa(letter.block)])
    await end(letter)
  })

  it('does not make anew what somebody removed at the registry, until asked to', async () => {
    const letter = await letters()
    krill.remove(roa(letter.block))
    await world.house.pool.query(`update routing_object set sent_at = sent_at - interval '1 hour' where prefix = $1`, [
      letter.block,
    ])
    await world.house.pool.query('update routing_connector set looked_at = null')
    await world.house.pool.query(`select graphile_worker.add_job('wake_forgotten_connectors')`)
    await world.runJobs()
    expect(await statusOf(letter.block)).toEqual([`refused roa ${letter.block} AS${fitAsn} (removed_elsewhere)`])
    expect(madeIn(letter.block)).toEqual([])
    const [object] = await listed(`&within=${letter.block}`)
    expect(outcomeOf(await call('POST', `/objects/${object.uuid}/retry`))).toBe(200)
    await world.runJobs()
    expect(madeIn(letter.block)).toEqual([roa(letter.block)])
    expect(outcomeOf(await call('POST', `/objects/${object.uuid}/retry`))).toBe('422 routing_object_not_refused')
    await end(letter)
  })

  it('leaves what was replaced by hand meanwhile', async () => {
    const letter = await letters()
    krill.add({ asn: fitAsn, prefix: letter.block, max_length: 24, comment: 'ours by hand' })
    await end(letter)
    expect(madeIn(letter.block)).toEqual([roa(letter.block)])
    krill.remove(roa(letter.block))
    expect(krill.count.foreignTouched).toBe(0)
  })

  it('waits where its ROA would make a legitimate route invalid, and goes on when that is gone', async () => {
    const lessee = await stage.office.lessee()
    const lease = await lessee.lease(22)
    const inside = lease.block.replace('/22', '/24')
    krill.remove('45.64.0.0/14-24 => 0')
    await announce(world, { prefix: inside, asn: 64_511 })
    await lessee.buy({ max_length: 22, subnets: [lease.block] })
    await world.runJobs()
    expect(await statusOf(lease.block)).toEqual([`refused roa ${lease.block} AS${fitAsn} (would_invalidate)`])
    expect((await listed(`&within=${lease.block}`))[0].detail).toBe(`${inside} from AS64511`)
    expect(madeIn(lease.block)).toEqual([])
    await hasten()
    expect(await eventsOf('routing.refused', lease.block)).toBe(1)
    await announce(world)
    await world.runJobs()
    expect(madeIn(lease.block)).toEqual([roa(lease.block)])
    krill.remove(roa(lease.block))
    krill.add({ asn: 0, prefix: '45.64.0.0/14', max_length: 24 })
  })

  it('is not sent while its connector is paused or stopped', async () => {
    expect(outcomeOf(await call('PATCH', `/connectors/${uuid}`, { status: 'paused' }))).toBe(200)
    const letter = await letters()
    expect(madeIn(letter.block)).toEqual([])
    expect(await statusOf(letter.block)).toEqual([`wanted roa ${letter.block} AS${fitAsn}`])
    await world.house.pool.query('update routing_connector set stopped_at = now()')
    await call('PATCH', `/connectors/${uuid}`, { status: 'on' })
    await world.runJobs()
    expect(madeIn(letter.block)).toEqual([])
    await world.house.pool.query('update routing_connector set stopped_at = null')
    await hasten()
    expect(madeIn(letter.block)).toEqual([roa(letter.block)])
    await end(letter)
  })
})

describe('a registry that', () => {
  it.each([
    ['answers 500', { status: 500 }, 'unavailable'],
    ['answers 429', { status: 429, headers: { 'retry-after': '77' } }, 'too_many_requests'],
    ['answers with a page', { status: 200, body: '<html><body>Sign in</body></html>' }, 'not_understood'],
    ['hangs up', 'no answer', 'unreachable'],
    ['hangs up after the effect', 'lost answer', 'unreachable'],
    ['answers 404', { status: 404 }, 'unknown_account'],
  ] as const)('%s is asked again, and gets each once', async (_name, trouble, fault) => {
    const deltas = krill.count.deltas
    krill.standin.troubles(trouble)
    const letter = await letters()
    expect(await connector(uuid)).toMatchObject({ status: 'on', fault, failures: 1 })
    await hasten()
    await hasten()
    expect(madeIn(letter.block)).toEqual([roa(letter.block)])
    expect(krill.count.deltas).toBe(deltas + 1)
    expect(await connector(uuid)).toMatchObject({ status: 'on', fault: null, failures: 0 })
    await end(letter)
    expect(madeIn(letter.block)).toEqual([])
  })

  it('has made what nobody needs any more is told so as soon as that is known', async () => {
    await announce(world)
    krill.standin.troubles('lost answer')
    const letter = await letters()
    expect(madeIn(letter.block)).toEqual([roa(letter.block)])
    expect(await statusOf(letter.block)).toEqual([`sending roa ${letter.block} AS${fitAsn}`])
    await letter.revoke()
    await hasten()
    await hasten()
    expect(madeIn(letter.block)).toEqual([])
  })

  it('has removed what a new letter needs makes it again, also where its answer was lost', async () => {
    await announce(world)
    const { block, lessee, ...letter } = await letters()
    krill.standin.troubles('lost answer')
    await letter.revoke()
    expect(await statusOf(block)).toEqual([`removing roa ${block} AS${fitAsn}`])
    await lessee.buy({ subnets: [block] })
    await world.runJobs()
    await hasten()
    expect([madeIn(block), await statusOf(block)]).toEqual([[roa(block)], [`made roa ${block} AS${fitAsn}`]])
    expect(await eventsOf('routing.gone', block)).toBe(0)
  })

  it('is about to remove what a new letter needs makes it again', async () => {
    await announce(world)
    const { block, lessee, ...letter } = await letters()
    krill.standin.troubles(async () => {
      await lessee.buy({ subnets: [block] })
      await world.runJobs()
    })
    await letter.revoke()
    await hasten()
    expect([madeIn(block), await statusOf(block)]).toEqual([[roa(block)], [`made roa ${block} AS${fitAsn}`]])
  })

  it('asks for a rest is left alone so long, by its own clock', async () => {
    const date = 'Tue, 15 Nov 1994 08:12:31 GMT'
    krill.standin.troubles({ status: 503, headers: { 'retry-after': 'Tue, 15 Nov 1994 08:13:31 GMT', date } }, 'GET')
    const letter = await letters()
    const { rests_until } = await connector(uuid)
    const rests = rests_until - Date.now() / 1_000
    expect([rests > 30, rests < 61]).toEqual([true, true])
    await hasten()
    await end(letter)
  })

  it.each([
    ['409', { status: 409 }],
    ['412', { status: 412 }],
  ] as const)('answers %s was changed by somebody: it is read again', async (_name, trouble) => {
    krill.standin.troubles(trouble)
    const letter = await letters()
    await hasten()
    expect(madeIn(letter.block)).toEqual([roa(letter.block)])
    await end(letter)
  })

  it('refuses one of many gets the others', async () => {
    krill.certify('45.64.0.0/14')
    const first = await letters()
    expect(madeIn(first.block)).toEqual([roa(first.block)])
    krill.standin.troubles({ status: 400, body: { label: 'general-error', msg: 'AS not accepted', args: {} } })
    const letter = await letters({ asn: otherAsn })
    expect(await statusOf(letter.block)).toEqual([`refused roa ${letter.block} AS${otherAsn} (registry_refused)`])
    expect((await listed(`&within=${letter.block}`))[0].detail).toBe('AS not accepted')
    await end(letter)
    await end(first)
  })

  it('no longer certifies a block refuses it, and gets the others', async () => {
    krill.certify('45.67.0.0/16')
    await world.house.pool.query('update routing_connector set looked_at = null')
    const letter = await letters()
    await hasten()
    expect(madeIn(letter.block)).toEqual([])
    expect((await connector(uuid)).resources).toEqual(['45.67.0.0/16'])
    krill.certify('45.64.0.0/14')
    await world.house.pool.query('update routing_connector set looked_at = null')
    await hasten()
    await hasten()
    expect(madeIn(letter.block)).toEqual([roa(letter.block)])
    await end(letter)
  })

  it.each([
    ['401', 'key_refused'],
    ['403', 'forbidden'],
  ] as const)('answers %s is not asked again, and its holder told once', async (status, fault) => {
    const told = async () => {
      const { rows } = await world.house.pool.query<{ n: string }>(
        `select count(*) as n from outbox_event where type = 'routing.connector_refused'`,
      )
      return Number(rows[0]?.n)
    }
    const before = await told()
    krill.standin.troubles({ status: Number(status) }, 'GET')
    const letter = await letters()
    expect(await connector(uuid)).toMatchObject({ status: 'refused', fault })
    const asked = krill.standin.asked.length
    await hasten()
    await hasten()
    expect(krill.standin.asked).toHaveLength(asked)
    expect(await told()).toBe(before + 1)
    expect(outcomeOf(await call('PATCH', `/connectors/${uuid}`, { status: 'on' }))).toBe(
      '422 routing_connector_untested',
    )
    const tested = await call('POST', `/connectors/${uuid}/test`, { switch_on: true })
    expect(tested.body.data).toMatchObject({ passed: true, connector: { status: 'on' } })
    await hasten()
    expect(madeIn(letter.block)).toEqual([roa(letter.block)])
    await end(letter)
  })
})
