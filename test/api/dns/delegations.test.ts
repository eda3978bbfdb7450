import { describe, expect, it } from 'vitest'
import { outcomeOf } from '../../support/portal.ts'
import { connectSilently, dnsCall, letBlock, stageLessees } from '../../support/reverse-dns.ts'

const { world, serve } = await stageLessees()
const ours = await letBlock(world, '45.84.0.0/22', '45.84.0.0/23')
await connectSilently(world, ours, 16)
const unconnected = await letBlock(world, '45.85.0.0/24')
const { lessee } = ours
const name_servers = ['ns2.test', 'ns1.test']

describe('delegateReverse, listReverseDelegations and endReverseDelegation', () => {
  it('hand over a /24, and take it back', async () => {
    serve('0.84.45.in-addr.arpa')
    await lessee('PUT', '/reverse/names/45.84.0.1', { name: 'one.example.net' })
    const made = await lessee('PUT', '/reverse/delegations', { block: '45.84.0.0/24', name_servers })
    expect(made.body.data).toMatchObject({ name_servers: ['ns1.test', 'ns2.test'], zones: ['0.84.45.in-addr.arpa'] })
    const { uuid } = made.body.data
    expect(outcomeOf(await lessee('GET', '/reverse/names/45.84.0.1'))).toBe('404 not_found')
    for (const [method, path, body] of [
      ['PUT', '/reverse/names/45.84.0.1', { name: 'one.example.net' }],
      ['DELETE', '/reverse/names/45.84.0.1', undefined],
      ['PUT', '/reverse/pattern', { block: '45.84.0.0/24', pattern: 'h-{d}.example.net' }],
      ['DELETE', '/reverse/names?block=45.84.0.0/24', undefined],
    ] as const)
      expect(outcomeOf(await lessee(method, path, body))).toBe('422 reverse_delegated')
    const again = await lessee('PUT', '/reverse/delegations', { block: '45.84.0.0/24', name_servers })
    expect(again.body.data.uuid).toBe(uuid)
    serve('0-127.0.84.45.in-addr.arpa')
    const inside = await lessee('PUT', '/reverse/delegations', { block: '45.84.0.0/25', name_servers })
    expect(outcomeOf(inside)).toBe('422 delegation_overlaps')
    expect((await lessee('GET', '/reverse/delegations')).body.data).toMatchObject([{ uuid, block: '45.84.0.0/24' }])
    expect(outcomeOf(await ours.holder('DELETE', `/reverse/delegations/${uuid}`))).toBe('404 not_found')
    expect(outcomeOf(await lessee('DELETE', `/reverse/delegations/${uuid}`))).toBe(204)
    expect(outcomeOf(await lessee('DELETE', `/reverse/delegations/${uuid}`))).toBe('404 not_found')
    expect(outcomeOf(await lessee('PUT', '/reverse/names/45.84.0.1', { name: 'one.example.net' }))).toBe(200)
  })

  it.each([
    [['ns1.test', 'hidden.test'], 'hidden.test leads to 127.0.0.1 (Loopback)'],
    [['ns1.test', 'nobody.test'], 'nobody.test has no address'],
    [['ns1.test', '192.0.2.1'], 'ends in a number'],
    [['ns1.test', 'ns1.test.'], 'two different ones'],
    [['ns1.test', 'ns.1.84.45.in-addr.arpa'], 'itself in a reverse zone'],
    [['ns1.test', '*.test'], 'wildcard'],
  ])('refuse %j', async (servers, why) => {
    serve('1.84.45.in-addr.arpa')
    const answer = await lessee('PUT', '/reverse/delegations', { block: '45.84.1.0/24', name_servers: servers })
    expect(outcomeOf(answer)).toBe('422 delegation_servers_refused')
    expect(answer.body.errors.name_servers.join()).toContain(why)
  })

  it('refuse lame servers, and blocks that are not leased or not connected', async () => {
    const lame = await lessee('PUT', '/reverse/delegations', { block: '45.84.1.64/26', name_servers })
    expect(outcomeOf(lame)).toBe('422 delegation_servers_refused')
    expect(lame.body.errors.name_servers).toEqual([
      'ns1.test does not answer for 64-127.1.84.45.in-addr.arpa; set the zone up there first',
      'ns2.test does not answer for 64-127.1.84.45.in-addr.arpa; set the zone up there first',
    ])
    for (const block of ['45.84.2.0/24', '45.84.0.0/22'])
      expect(outcomeOf(await lessee('PUT', '/reverse/delegations', { block, name_servers }))).toBe(
        '422 reverse_not_leased',
      )
    const nowhere = await unconnected.lessee('PUT', '/reverse/delegations', { block: '45.85.0.0/24', name_servers })
    expect(outcomeOf(nowhere)).toBe('422 reverse_not_connected')
  })

  it('end with the lease', async () => {
    const ending = await letBlock(world, '45.86.0.0/24')
    await connectSilently(world, ending)
    serve('0-255.0.86.45.in-addr.arpa')
    const made = await ending.lessee('PUT', '/reverse/delegations', { block: '45.86.0.0/24', name_servers })
    expect(outcomeOf(made)).toBe(200)
    const { endLease } = await import('../../../src/market/index.ts')
    await world.change((ctx) => endLease(ctx, ending.lease.uuid))
    await world.runJobs()
    const { rows } = await world.house.pool.query(
      `select count(*) filter (where cardinality(contents) > 0)::int as live, count(*)::int as all from reverse_record where lease_uuid = $1`,
      [ending.lease.uuid],
    )
    expect(rows).toEqual([{ live: 0, all: 257 }])
    expect((await dnsCall(world, ending.lesseeOf)('GET', '/reverse/delegations')).body.data).toEqual([])
  })
})
