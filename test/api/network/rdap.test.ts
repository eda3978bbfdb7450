import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { knownPrefix } from '../../../src/kernel/ip/index.ts'
import { knownRecord, lookUp, rdapAtHand, tendRdap } from '../../../src/network/index.ts'
import { anAnswer, openRdapRegistry, recorded, type RdapRegistry } from '../../support/server/rdap-standin.ts'
import { know, recordOf } from '../../support/market/offers.ts'
import { openWorld, type World } from '../../support/world.ts'

/** A registry is asked about one block: what it answers is kept, and what is no answer is told apart (ADR 83). */

let registry: RdapRegistry
let world: World
beforeAll(async () => {
  registry = await openRdapRegistry()
  world = await openWorld({ env: registry.env })
})
afterAll(async () => {
  await world.close()
  await registry.close()
})
beforeEach(() => world.house.pool.query(`delete from rdap_pause; delete from rdap_answer`))

const ask = (block: string, within = 60) => lookUp(world.ctx, knownPrefix(block), within)

const kept = async () =>
  (await world.house.pool.query('select block, outcome, fault, body from rdap_answer order by asked_at, uuid')).rows

describe('an answer', () => {
  it('is kept as it came, with its date, and not asked for again at once', async () => {
    registry.says('179.0.0.0/23', recorded('lacnic-assigned-cidr0'))
    const { record, said, fault } = await ask('179.0.0.0/23')
    expect([record?.holder, record?.registry, fault]).toEqual(['NEURALSOFT S.R.L.', 'lacnic', null])
    expect(said?.source).toBe('RDAP of 127.0.0.1')
    const [row] = await kept()
    expect([row.block, row.outcome, JSON.parse(row.body)]).toEqual([
      '179.0.0.0/23',
      'found',
      recorded('lacnic-assigned-cidr0'),
    ])
    await Promise.all([ask('179.0.0.0/23'), ask('179.0.0.0/23')])
    expect(registry.count('179.0.0.0/23')).toBe(1)
    await ask('179.0.0.0/23', 0)
    expect([registry.count('179.0.0.0/23'), (await kept()).length]).toEqual([2, 2])
  })

  it('may be that there is no such record', async () => {
    const { record, said, fault } = await ask('45.90.0.0/24')
    expect([record, fault, said === null]).toEqual([null, null, false])
    expect(await knownRecord(world.ctx, knownPrefix('45.90.0.0/24'))).toMatchObject({ value: null, stale: false })
  })

  it('is asked for once by those who ask at the same time', async () => {
    registry.says('45.91.0.0/24', anAnswer({ start: '45.91.0.0', end: '45.91.0.255' }))
    const heard = await Promise.all(Array.from({ length: 5 }, () => ask('45.91.0.0/24')))
    expect([registry.count('45.91.0.0/24'), heard.map(({ record }) => record?.holder)]).toEqual([
      1,
      Array.from({ length: 5 }, () => 'Holder Ltd'),
    ])
  })

  it('stands behind what imported data say', async () => {
    registry.says('45.92.0.0/24', anAnswer({ start: '45.92.0.0', end: '45.92.0.255', holder: 'Told Ltd' }))
    await ask('45.92.0.0/24')
    const holder = async () => (await knownRecord(world.ctx, knownPrefix('45.92.0.0/24')))?.value?.organisation
    expect(await holder()).toBe('Told Ltd')
    await know(world, 'registry', [recordOf('45.92.0.0/16')])
    expect(await holder()).toBe('Holder Ltd')
  })

  it('comes by way of a few other addresses', async () => {
    registry.answers('45.93.0.0/24', (_, response) => void response.writeHead(301, { location: '/elsewhere/ip' }).end())
    registry.says('45.93.1.0/24', anAnswer({ start: '45.93.0.0', end: '45.93.0.255' }))
    registry.answers(
      '45.93.0.0/24',
      (_, response) => void response.writeHead(302, { location: `${registry.url}/ip/45.93.1.0/24` }).end(),
    )
    expect((await ask('45.93.0.0/24')).record?.range).toBe('45.93.0.0 - 45.93.0.255')
  })
})

describe('what is no answer', () => {
  const json = { 'content-type': 'application/rdap+json' }
  const whole = JSON.stringify(anAnswer({ start: '45.94.0.0', end: '45.94.0.255' }))
  const cases: readonly [string, string, Parameters<RdapRegistry['answers']>[1]][] = [
    ['a page', 'not_json', (_, r) => void r.writeHead(200, { 'content-type': 'text/html' }).end('<html>Wait</html>')],
    ['half of it', 'cut_off', (_, r) => void r.writeHead(200, json).end(whole.slice(0, 200))],
    [
      'a broken line',
      'cut_off',
      (_, r) => {
        r.writeHead(200, { ...json, 'content-length': String(whole.length) })
        r.write(whole.slice(0, 200), () => r.destroy())
      },
    ],
    ['two megabytes', 'too_large', (_, r) => void r.writeHead(200, json).end(Buffer.alloc(2_097_152, 32))],
    ['an error in JSON', 'not_a_record', (_, r) => void r.writeHead(200, json).end('{"errorCode":"400"}')],
    [
      'another block',
      'other_block',
      (_, r) => void r.writeHead(200, json).end(JSON.stringify(recorded('ripe-legacy'))),
    ],
    ['400', 'refused', (_, r) => void r.writeHead(400, json).end('{}')],
    ['501', 'unreachable', (_, r) => void r.writeHead(501, json).end('{}')],
    ['a circle', 'redirect_loop', (_, r) => void r.writeHead(301, { location: '/ip/45.94.0.0/24' }).end()],
    ['a private host', 'unreachable', (_, r) => void r.writeHead(301, { location: 'http://localhost:1/' }).end()],
    [
      'another kind of address',
      'redirect_refused',
      (_, r) => void r.writeHead(301, { location: 'file:///etc/passwd' }).end(),
    ],
  ]

  it.each(cases)('%s: %s', async (_name, code, how) => {
    registry.answers('45.94.0.0/24', how)
    const { record, fault } = await ask('45.94.0.0/24')
    expect([record, fault?.code]).toEqual([null, code])
    expect(await kept()).toMatchObject([{ outcome: 'failed', fault: code, body: null }])
    const before = registry.count('45.94.0.0/24')
    expect((await ask('45.94.0.0/24')).fault?.code).toBe(code)
    expect(registry.count('45.94.0.0/24')).toBe(before)
  })

  it('is one that leads on and on', async () => {
    for (let n = 0; n < 9; n++)
      registry.answers(
        `45.95.${n}.0/24`,
        (_, r) => void r.writeHead(302, { location: `/ip/45.95.${n + 1}.0/24` }).end(),
      )
    expect((await ask('45.95.0.0/24')).fault?.code).toBe('too_many_redirects')
  })

  it('is 429, after which the host is left alone for as long as it says', async () => {
    registry.answers(
      '45.96.0.0/24',
      (_, r) => void r.writeHead(429, { 'retry-after': '120' }).end('ERROR:201: access denied'),
    )
    const { fault } = await ask('45.96.0.0/24')
    expect([fault?.code, fault?.retryAfter]).toEqual(['rate_limited', 120])
    registry.says('45.96.1.0/24', anAnswer({ start: '45.96.1.0', end: '45.96.1.255' }))
    expect((await ask('45.96.1.0/24')).fault?.code).toBe('busy')
    expect(registry.count('45.96.1.0/24')).toBe(0)
    await world.house.pool.query(`update rdap_pause set until = now() - interval '1 second'`)
    expect((await ask('45.96.1.0/24')).record?.holder).toBe('Holder Ltd')
  })
})

describe('politeness', () => {
  it('is so many questions a minute, and then none', async () => {
    const shy = await openWorld({ env: { ...registry.env, SUBLET_RDAP_PER_MINUTE: '2' } })
    const codes: (string | undefined)[] = []
    for (const n of [0, 1, 2]) codes.push((await lookUp(shy.ctx, knownPrefix(`45.97.${n}.0/24`), 60)).fault?.code)
    await shy.close()
    expect(codes).toEqual([undefined, undefined, 'busy'])
  })

  it('is to ask nobody where that is wanted', async () => {
    const quiet = await openWorld()
    const { fault } = await lookUp(quiet.ctx, knownPrefix('45.98.0.0/24'), 60)
    await quiet.close()
    expect(fault?.code).toBe('off')
  })
})

describe('the list of servers', () => {
  const service = (prefix: string) => [[prefix], [`${registry.url}/`]]
  const list = (publication: string) => ({
    version: '1.0',
    publication,
    services: ['45.0.0.0/8', '46.0.0.0/8', '47.0.0.0/8'].map(service),
  })
  const openReal = () =>
    openWorld({ env: { ...registry.env, SUBLET_RDAP: 'iana', SUBLET_RDAP_BOOTSTRAP: `${registry.url}/ip/list` } })

  it('is fetched before it is first used, again when it is old, and what is wrong changes nothing', async () => {
    const real = await openReal()
    registry.says('list', list('2026-11-01T00:00:00Z'))
    registry.says('45.99.0.0/24', anAnswer({ start: '45.99.0.0', end: '45.99.0.255' }))
    expect((await lookUp(real.ctx, knownPrefix('45.99.0.0/24'), 60)).record?.holder).toBe('Holder Ltd')
    await tendRdap.run(real.ctx, {})
    expect(registry.count('list')).toBe(1)
    for (const wrong of ['<html>', list('2020-01-01T00:00:00Z')]) {
      registry.says('list', wrong)
      await real.house.pool.query(`update rdap_bootstrap set fetched_at = fetched_at - interval '7 days'`)
      await tendRdap.run(real.ctx, {})
    }
    expect(registry.count('list')).toBe(3)
    const { rows } = await real.house.pool.query('select publication from rdap_bootstrap')
    await real.close()
    expect(rows).toEqual([{ publication: new Date('2026-11-01T00:00:00Z') }])
  })

  it('that cannot be had is not waited for again at once, and the shipped one serves', async () => {
    const real = await openReal()
    registry.answers('list', (_, response) => void response.writeHead(503).end())
    const before = registry.count('list')
    expect(await rdapAtHand(real.ctx)).toEqual({
      asks: 'registries',
      published: new Date('2019-06-07T19:00:02Z'),
      fetchedAt: null,
    })
    // Of no registry's space, so that nobody is asked.
    for (const block of ['240.0.0.0/24', '240.0.1.0/24'])
      expect((await lookUp(real.ctx, knownPrefix(block), 60)).fault?.code).toBe('no_server')
    expect(registry.count('list') - before).toBe(1)
    registry.says('list', list('2026-11-01T00:00:00Z'))
    await tendRdap.run(real.ctx, {})
    const known = await rdapAtHand(real.ctx)
    await real.close()
    expect(known).toMatchObject({ published: new Date('2026-11-01T00:00:00Z'), fetchedAt: expect.any(Date) })
  })
})
