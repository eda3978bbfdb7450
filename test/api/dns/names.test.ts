import { describe, expect, it } from 'vitest'
import { outcomeOf } from '../../support/portal.ts'
import { connectSilently, dnsCall, letBlock } from '../../support/reverse-dns.ts'
import { stageWorld } from '../../support/stages.ts'
import { whoWaits } from '../../support/waiting.ts'

const world = await stageWorld({ env: { SUBLET_DNS_PRIVATE_HOSTS: '127.0.0.1' } })
const ours = await letBlock(world, '45.80.8.0/22', '45.80.8.0/23')
await connectSilently(world, ours)
const unconnected = await letBlock(world, '45.81.0.0/24')
const { lessee } = ours
const stranger = dnsCall(world, await world.client(['dns']))

const nameAt = async (address: string) => (await lessee('GET', `/reverse/names/${address}`)).body?.data?.name

describe('setReverseName, getReverseName and removeReverseName', () => {
  it('set, show and take away a name, in small letters and A-labels', async () => {
    const set = await lessee('PUT', '/reverse/names/45.80.8.25', { name: 'Mail.Bücher.Example.' })
    expect(set.body.data).toMatchObject({
      address: '45.80.8.25',
      name: 'mail.xn--bcher-kva.example',
      state: 'wanted',
      service_uuid: ours.lease.uuid,
    })
    expect((await lessee('GET', '/reverse/names/45.80.8.25')).body).toEqual(set.body)
    expect(outcomeOf(await lessee('DELETE', '/reverse/names/45.80.8.25'))).toBe(204)
    expect(outcomeOf(await lessee('GET', '/reverse/names/45.80.8.25'))).toBe('404 not_found')
    expect(outcomeOf(await lessee('DELETE', '/reverse/names/45.80.8.25'))).toBe(204)
  })

  it.each([
    ['a'.repeat(64) + '.example', 'characters between dots'],
    [`${`${'a'.repeat(60)}.`.repeat(4)}example.net`, '253 at most'],
    ['tab\t.example.net', 'control character 9'],
    ['*.example.net', 'wildcard'],
    ['localhost', 'no dot'],
  ])('refuse the name %j', async (name, why) => {
    const answer = await lessee('PUT', '/reverse/names/45.80.8.26', { name })
    expect(outcomeOf(answer)).toBe('422 reverse_name_refused')
    expect(answer.body.errors.name[0]).toContain(why)
  })

  it('have no NUL, which no body has', async () => {
    const answer = await lessee('PUT', '/reverse/names/45.80.8.26', { name: 'nul\0.example.net' })
    expect(outcomeOf(answer)).toBe('400 unreadable_body')
  })

  it('refuse what is no IPv4 address', async () => {
    for (const address of ['45.80.8', '2001:db8::1', 'mail.example.net', '45.80.8.256'])
      expect(outcomeOf(await lessee('PUT', `/reverse/names/${address}`, { name: 'a.example' }))).toBe('404 not_found')
  })

  it('are for what the company leases, at a server of its holder', async () => {
    const name = { name: 'mail.example.net' }
    // In the offer, beside the lease; of nobody; of somebody else.
    for (const address of ['45.80.10.1', '198.51.100.1'])
      expect(outcomeOf(await lessee('PUT', `/reverse/names/${address}`, name))).toBe('404 not_found')
    for (const call of [stranger, ours.holder])
      expect(outcomeOf(await call('PUT', '/reverse/names/45.80.8.1', name))).toBe('404 not_found')
    const nowhere = await unconnected.lessee('PUT', '/reverse/names/45.81.0.1', name)
    expect(outcomeOf(nowhere)).toBe('422 reverse_not_connected')
    const unset = await unconnected.lessee('DELETE', '/reverse/names/45.81.0.1')
    expect(outcomeOf(unset)).toBe('422 reverse_not_connected')
    expect(outcomeOf(await lessee('DELETE', '/reverse/names/45.80.10.1'))).toBe('404 not_found')
    await lessee('PUT', '/reverse/names/45.80.8.1', name)
    expect(outcomeOf(await stranger('GET', '/reverse/names/45.80.8.1'))).toBe('404 not_found')
  })

  it('are no longer possible once the lease has ended, and the database says so too', async () => {
    const gone = await letBlock(world, '45.82.0.0/24')
    await connectSilently(world, gone)
    await gone.lessee('PUT', '/reverse/names/45.82.0.1', { name: 'mail.example.net' })
    await world.house.pool.query(`update lease set status = 'terminated', ended_at = now() where uuid = $1`, [
      gone.lease.uuid,
    ])
    expect(outcomeOf(await gone.lessee('PUT', '/reverse/names/45.82.0.1', { name: 'b.example' }))).toBe('404 not_found')
    const write = `update reverse_record set contents = '{other.example}', state = 'wanted' where lease_uuid = $1`
    await expect(world.house.pool.query(write, [gone.lease.uuid])).rejects.toThrow('reverse_record_not_leased')
    const other = `insert into reverse_record (zone_uuid, name, type, tenant_uuid, lease_uuid, block, contents, changed_at)
      select zone_uuid, 'x', 'PTR', tenant_uuid, lease_uuid, '45.82.0.2/32', '{a.example}', now() from reverse_record where lease_uuid = $1`
    await expect(world.house.pool.query(other, [gone.lease.uuid])).rejects.toThrow('reverse_record_not_leased')
    await world.house.pool.query(`select graphile_worker.add_job('tend_reverse_dns')`)
    await world.runJobs()
    const { rows } = await world.house.pool.query(`select contents from reverse_record where lease_uuid = $1`, [
      gone.lease.uuid,
    ])
    expect(rows).toEqual([{ contents: [] }])
    expect((await gone.lessee('GET', '/reverse/names')).body.data).toEqual([])
  })
})

describe('setReversePattern and removeReverseNames', () => {
  it('name a whole block and take its names away', async () => {
    const block = '45.80.9.0/24'
    const wish = { block, pattern: 'host-{a}-{b}-{c}-{d}.example.net' }
    const rehearsed = await lessee('PUT', '/reverse/pattern', { ...wish, dry_run: true })
    expect(rehearsed.body.data).toMatchObject({ set: 256, unchanged: 0 })
    expect(rehearsed.body.data.changes[7]).toEqual({
      address: '45.80.9.7',
      before: null,
      after: 'host-45-80-9-7.example.net',
    })
    expect(outcomeOf(await lessee('GET', '/reverse/names/45.80.9.7'))).toBe('404 not_found')
    await lessee('PUT', '/reverse/pattern', wish)
    expect((await lessee('PUT', '/reverse/pattern', wish)).body.data).toMatchObject({ set: 0, unchanged: 256 })
    expect(await nameAt('45.80.9.255')).toBe('host-45-80-9-255.example.net')
    const removed = await lessee('DELETE', '/reverse/names?block=45.80.9.0/25')
    expect(removed.body.data).toMatchObject({ set: 0, removed: 128 })
    const list = await lessee('GET', '/reverse/names?filter[block]=45.80.9.0/24')
    expect([list.body.meta.total, list.body.data[0].address]).toEqual([128, '45.80.9.128'])
  })

  it.each([
    [{ block: '45.80.8.0/23', pattern: 'host-{x}.example.net' }, '422 reverse_name_refused'],
    [{ block: '45.80.8.0/22', pattern: 'host-{d}.example.net' }, '422 reverse_not_leased'],
    [{ block: '45.80.0.0/15', pattern: 'host-{d}.example.net' }, '422 reverse_block_too_large'],
    [{ block: '45.80.8.1/23', pattern: 'host-{d}.example.net' }, '422 invalid_fields'],
  ])('refuse %j', async (wish, outcome) => {
    expect(outcomeOf(await lessee('PUT', '/reverse/pattern', wish))).toBe(outcome)
  })

  it('are for what is leased and connected', async () => {
    const wish = { block: '45.81.0.0/24', pattern: 'h-{d}.example.net' }
    expect(outcomeOf(await unconnected.lessee('PUT', '/reverse/pattern', wish))).toBe('422 reverse_not_connected')
    expect(outcomeOf(await lessee('DELETE', '/reverse/names?block=45.80.10.0/24'))).toBe('422 reverse_not_leased')
    expect(outcomeOf(await lessee('DELETE', '/reverse/names?block=45.80.0.0/12'))).toBe('422 reverse_block_too_large')
    const unnamed = await unconnected.lessee('DELETE', '/reverse/names?block=45.81.0.0/24')
    expect(outcomeOf(unnamed)).toBe('422 reverse_not_connected')
  })
})

describe('setReverseNames and listReverseNames', () => {
  it('take a list or a file, all of it or nothing', async () => {
    const names = [
      { address: '45.80.8.50', name: 'fifty.example.net' },
      { address: '45.80.8.51', name: 'fifty-one.example.net' },
    ]
    expect((await lessee('PUT', '/reverse/names', { names })).body.data).toMatchObject({
      set: 2,
      removed: 0,
      faults: [],
    })
    const csv = 'address,name\n45.80.8.50,\n45.80.8.51,fifty-one.example.net\n45.80.8.52,fifty-two.example.net\n'
    expect((await lessee('PUT', '/reverse/names', { csv, dry_run: true })).body.data).toEqual({
      set: 1,
      removed: 1,
      unchanged: 1,
      changes: [
        { address: '45.80.8.50', before: 'fifty.example.net', after: null },
        { address: '45.80.8.52', before: null, after: 'fifty-two.example.net' },
      ],
      faults: [],
    })
    await lessee('PUT', '/reverse/names', { csv })
    expect([await nameAt('45.80.8.50'), await nameAt('45.80.8.52')]).toEqual([undefined, 'fifty-two.example.net'])
  })

  it('say by line what is wrong, and change nothing', async () => {
    const csv =
      '45.80.8.60,sixty.example.net\n45.80.10.1,outside.example.net\nnonsense,x.example\n45.80.8.61,*.example.net\n'
    const preview = await lessee('PUT', '/reverse/names', { csv, dry_run: true })
    expect(preview.body.data.faults).toEqual([
      { line: 2, fault: '45.80.10.1 is in no block that your company leases' },
      { line: 3, fault: '“nonsense” is no IPv4 address' },
      { line: 4, fault: 'the name has a wildcard; every address has a name of its own' },
    ])
    const answer = await lessee('PUT', '/reverse/names', { csv })
    expect(outcomeOf(answer)).toBe('422 reverse_lines_refused')
    expect(Object.keys(answer.body.errors)).toEqual(['line 2', 'line 3', 'line 4'])
    expect(await nameAt('45.80.8.60')).toBeUndefined()
  })

  it('end in the middle with the lease: nothing of the batch is kept', async () => {
    const ending = await letBlock(world, '45.83.0.0/24')
    await connectSilently(world, ending)
    const client = await world.house.pool.connect()
    try {
      await client.query('begin')
      await client.query(`update lease set status = 'terminated', ended_at = now() where uuid = $1`, [
        ending.lease.uuid,
      ])
      const batch = ending.lessee('PUT', '/reverse/pattern', { block: '45.83.0.0/24', pattern: 'h-{d}.example.net' })
      await expect.poll(async () => (await world.house.pool.query(whoWaits)).rowCount).toBe(1)
      await client.query('commit')
      expect(outcomeOf(await batch)).toBe('422 reverse_not_leased')
    } finally {
      client.release()
    }
    const { rowCount } = await world.house.pool.query(`select from reverse_record where lease_uuid = $1`, [
      ending.lease.uuid,
    ])
    expect(rowCount).toBe(0)
  })
})

describe('exportReverseNames', () => {
  it('gives a file that can be changed and imported again', async () => {
    await lessee('PUT', '/reverse/pattern', { block: '45.80.9.0/28', pattern: 'file-{d}.example.net' })
    const file = await lessee('GET', '/reverse/names.csv?filter[block]=45.80.9.0/28')
    const [head, first, ...rest] = file.text.trimEnd().split('\r\n')
    expect([head, rest.length]).toEqual(['address,name,state,service_uuid,changed_at', 15])
    expect(first).toMatch(new RegExp(`^45\\.80\\.9\\.0,file-0\\.example\\.net,wanted,${ours.lease.uuid},20`))
    const csv = file.text.replace('file-3.', 'another-3.').replace('file-4.example.net', '')
    const changed = await lessee('PUT', '/reverse/names', { csv })
    expect(changed.body.data).toMatchObject({ set: 1, removed: 1, unchanged: 14, faults: [] })
    expect([await nameAt('45.80.9.3'), await nameAt('45.80.9.4')]).toEqual(['another-3.example.net', undefined])
    expect((await stranger('GET', '/reverse/names.csv')).text).toBe('address,name,state,service_uuid,changed_at\r\n')
    const refused = await lessee('GET', '/reverse/names.csv?filter[block]=45.80.9.1/28')
    expect(outcomeOf(refused)).toBe('422 invalid_fields')
  })

  it('is no list without its head', async () => {
    const preview = await lessee('PUT', '/reverse/names', { csv: '45.80.9.1,a.example.net,b', dry_run: true })
    expect(preview.body.data.faults).toEqual([{ line: 1, fault: 'has more than an address and a name' }])
  })
})

describe('listReverseBlocks', () => {
  it('shows leases with their names, and whether there is a server', async () => {
    const { body } = await lessee('GET', '/reverse/blocks')
    expect(body.data).toMatchObject([{ service_uuid: ours.lease.uuid, block: '45.80.8.0/23', connected: true }])
    expect((await unconnected.lessee('GET', '/reverse/blocks')).body.data).toMatchObject([
      { connected: false, names: 0 },
    ])
    expect((await stranger('GET', '/reverse/blocks')).body.data).toEqual([])
  })

  it('is behind the scope dns', async () => {
    const billing = await world.client(['billing'])
    expect(outcomeOf(await dnsCall(world, billing)('GET', '/reverse/blocks'))).toMatch(/^403/)
  })
})
