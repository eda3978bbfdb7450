import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { noticeDueSources } from '../../../src/network/index.ts'
import { openFileServer, vrpFile, type FileServer } from '../../support/server/file-server.ts'
import { type Office, onlyOperators, openOffice, outcomeOf, outcomesFor } from '../../support/portal.ts'
import { openWorld, type World } from '../../support/world.ts'

/**
 * What operators add to, pause and test of what is fetched by itself, from either of two nodes:
 * operatorAddNetworkSource, operatorPauseNetworkSource, operatorResumeNetworkSource.
 */

let world: World
let other: World
let office: Office
let files: FileServer
beforeAll(async () => {
  files = await openFileServer()
  files.serve('/configured', vrpFile(10))
  files.serve('/unnamed', vrpFile(10))
  const env = {
    SUBLET_IMPORT_PRIVATE_HOSTS: '127.0.0.1',
    SUBLET_SOURCES: `vrps:configured=${files.url}/configured,drop=${files.url}/unnamed`,
  }
  world = await openWorld({ env })
  other = await openWorld({ env, beside: world })
  office = await openOffice(world)
})
afterAll(async () => {
  await other.close()
  await world.close()
  await files.close()
})

type Headers = Record<string, string>
const base = '/portal/operator/network'
const post = (path: string, payload: Record<string, unknown>, headers: Headers = office.operator, at = world) =>
  at.call('POST', `${base}${path}`, { headers, payload })
const add = (payload: Record<string, unknown>, headers?: Headers) => post('/sources', payload, headers)
const pause = (payload: Record<string, unknown>, headers?: Headers) => post('/sources/pause', payload, headers)
const resume = (payload: Record<string, unknown>, headers?: Headers) => post('/sources/resume', payload, headers)
const remove = (path: string) => world.call('DELETE', `${base}/sources/${path}`, { headers: office.operator })
const shown = async (url: string, at = world) => {
  const { body } = await at.call('GET', `${base}/sources`, { headers: office.operator })
  return body.data.find((source: { configured_url: string }) => source.configured_url === url)
}
const noticed = async (at = world) => {
  await noticeDueSources.run(at.ctx, {})
  await world.runJobs()
}
const fetched = (path: string) => files.asked.filter((one) => one.path === path).length
const audited = async (action: string) => {
  const { rows } = await world.house.pool.query(
    'select actor_kind, data from audit_entry where action = $1 order by happened_at',
    [action],
  )
  return rows
}
const told = async (type: string) => {
  const { rows } = await world.house.pool.query('select data from outbox_event where type = $1 order by uuid', [type])
  return rows.map(({ data }) => data)
}

describe('POST /portal/operator/network/sources', () => {
  it('adds a source, which every node fetches when its time comes', async () => {
    const url = files.serve('/added', vrpFile(20))
    const source = { kind: 'vrps', name: 'mine', url }
    expect(outcomeOf(await add(source))).toBe(204)
    expect(await shown(url, other)).toMatchObject({
      kind: 'vrps',
      name: 'mine',
      added: true,
      paused_at: null,
      rows: null,
    })
    await noticed(other)
    expect(await shown(url)).toMatchObject({ added: true, rows: 20, title: 'vrps mine' })
    expect(await audited('source.added')).toEqual([{ actor_kind: 'user', data: source }])
    expect(await told('source.added')).toEqual([source])
  })

  it('refuses one that there is, by name or by address, here or in the settings', async () => {
    const url = 'https://example.net/vrps'
    for (const twin of [
      { kind: 'vrps', name: 'mine', url },
      { kind: 'vrps', name: 'another', url: `${files.url}/added` },
      { kind: 'vrps', name: 'configured', url },
      { kind: 'vrps', name: 'another', url: `${files.url}/configured` },
      { kind: 'drop', name: 'another', url: `${files.url}/unnamed` },
    ])
      expect(outcomeOf(await add(twin))).toBe('409 source_exists')
  })

  it('refuses what cannot be fetched', async () => {
    expect(outcomeOf(await add({ kind: 'vrps', name: 'a', url: 'ftp://example.net/a' }))).toBe('422 url_refused')
    expect(outcomeOf(await add({ kind: 'vrps', name: 'a', url: 'file:///etc/passwd' }))).toBe('422 url_refused')
    expect(outcomeOf(await add({ kind: 'vrps', name: 'a', url: 'https://a:b@example.net' }))).toBe('422 url_refused')
    expect(outcomeOf(await add({ kind: 'gossip', name: 'a', url: 'https://example.net' }))).toBe('422 invalid_fields')
    expect(outcomeOf(await add({ kind: 'vrps', name: 'a b', url: 'https://example.net' }))).toBe('422 invalid_fields')
    expect(outcomeOf(await add({ kind: 'vrps', url: 'https://example.net' }))).toBe('422 invalid_fields')
  })

  it('does so once when two operators add it at once', async () => {
    const source = { kind: 'vrps', name: 'raced', url: files.serve('/raced', vrpFile(3)) }
    const outcomes = await Promise.all([
      post('/sources', source),
      post('/sources', source, office.operator, other),
      post('/sources', { ...source, name: 'raced-too' }, office.operator, other),
    ])
    expect(outcomes.map((outcome) => String(outcomeOf(outcome))).toSorted()).toEqual([
      '204',
      '409 source_exists',
      '409 source_exists',
    ])
  })

  it('is for operators alone', async () => {
    const url = 'https://example.net/for-operators'
    const asked = (headers: Headers) => add({ kind: 'vrps', name: 'for-operators', url }, headers)
    expect(await outcomesFor(office, asked)).toEqual({ ...onlyOperators, operator: 204 })
    expect(outcomeOf(await remove('vrps/for-operators'))).toBe(204)
  })
})

describe('pausing', () => {
  const source = () => ({ kind: 'vrps', url: `${files.url}/configured` })
  const longAgo = () => world.house.pool.query(`update network_import set asked_at = asked_at - interval '2 days'`)

  it('keeps a source from being fetched, on every node, until it is resumed', async () => {
    await noticed()
    const before = fetched('/configured')
    expect(outcomeOf(await pause(source()))).toBe(204)
    expect(outcomeOf(await pause(source()))).toBe(204)
    await longAgo()
    await noticed()
    await noticed(other)
    expect(fetched('/configured')).toBe(before)
    expect(await shown(source().url, other)).toMatchObject({ paused_at: expect.any(Number), rows: 10 })
    expect(outcomeOf(await resume(source()))).toBe(204)
    expect(outcomeOf(await resume(source()))).toBe(204)
    await noticed(other)
    expect(fetched('/configured')).toBe(before + 1)
    expect(await shown(source().url)).toMatchObject({ paused_at: null })
    const data = { ...source(), name: 'configured' }
    expect([await told('source.paused'), await told('source.resumed')]).toEqual([[data], [data]])
    expect([await audited('source.paused'), await audited('source.resumed')]).toEqual([
      [{ actor_kind: 'user', data }],
      [{ actor_kind: 'user', data }],
    ])
  })

  it('refuses to import it, but for an address that is given, and tests it', async () => {
    await pause(source())
    expect(outcomeOf(await post('/imports', { kind: 'vrps', name: 'configured' }))).toBe('409 source_paused')
    expect(outcomeOf(await post('/imports', { kind: 'vrps', name: 'configured', trial: true }))).toBe(201)
    expect(outcomeOf(await post('/imports', { ...source(), name: 'configured' }))).toBe(201)
    await world.runJobs()
    await resume(source())
  })

  it('knows one that nobody has named by its address', async () => {
    const unnamed = { kind: 'drop', url: `${files.url}/unnamed` }
    expect(outcomeOf(await pause(unnamed))).toBe(204)
    expect(await shown(unnamed.url)).toMatchObject({ name: null, paused_at: expect.any(Number) })
    expect(outcomeOf(await resume(unnamed))).toBe(204)
  })

  it('refuses what nobody fetches', async () => {
    const unknown = { kind: 'vrps', url: 'https://example.net/unheard' }
    expect(outcomeOf(await pause(unknown))).toBe('422 source_unknown')
    expect(outcomeOf(await resume({ ...source(), kind: 'mrt' }))).toBe('422 source_unknown')
  })

  it('is for operators alone', async () => {
    for (const say of [pause, resume])
      expect(await outcomesFor(office, (headers) => say(source(), headers))).toEqual({
        ...onlyOperators,
        operator: 204,
      })
  })
})

describe('a test', () => {
  const tried = async (payload: Record<string, unknown>) => {
    const { body } = await post('/imports', { kind: 'vrps', trial: true, ...payload })
    await world.runJobs()
    return (await world.call('GET', `${base}/imports/${body.data.uuid}`, { headers: office.operator })).body.data
  }
  const snapshots = async () => (await world.house.pool.query('select uuid from network_snapshot')).rows.length

  it('fetches a file and says what it holds, and keeps nothing', async () => {
    const before = await snapshots()
    const url = files.serve('/tried', `${vrpFile(7)}ASx,45.0.0.0/24,24,ripe,4102444800\n`)
    expect(await tried({ name: 'tried', url })).toMatchObject({
      trial: true,
      status: 'done',
      rows: 7,
      refused: 1,
      refusals: [expect.objectContaining({ where: 'line 9' })],
      unchanged: false,
    })
    expect(await snapshots()).toBe(before)
    expect(await shown(url)).toBeUndefined()
  })

  it('says when the file is the one that serves, and when an import of it would be refused', async () => {
    files.serve('/added', vrpFile(20))
    expect(await tried({ name: 'mine' })).toMatchObject({ status: 'done', rows: 20, unchanged: true })
    files.serve('/added', vrpFile(2))
    expect(await tried({ name: 'mine' })).toMatchObject({
      status: 'failed',
      failure: expect.stringContaining('where the last one had 20'),
    })
    files.serve('/added', '<html>')
    expect(await tried({ name: 'mine' })).toMatchObject({
      status: 'failed',
      failure: expect.stringContaining('web page'),
    })
    expect(await shown(`${files.url}/added`)).toMatchObject({ rows: 20 })
  })

  it('does not count as a fetch, nor as an import that failed', async () => {
    const before = fetched('/added')
    files.serve('/added', vrpFile(20))
    await world.house.pool.query(`update network_import set asked_at = asked_at - interval '2 days' where not trial`)
    await noticed()
    expect(fetched('/added')).toBe(before + 1)
    const { body } = await world.call('GET', '/portal/operator/attention', { headers: office.operator })
    const failed = body.data.find(({ kind }: { kind: string }) => kind === 'imports_failed')
    // Only the configured list, which is no list.
    expect(failed).toMatchObject({ count: 1 })
  })
})

describe('DELETE /portal/operator/network/sources/{kind}/{name}', () => {
  it('forgets what was added, with its pause, before or after its first import', async () => {
    const source = { kind: 'vrps', name: 'brief', url: files.serve('/brief', vrpFile(3)) }
    await add(source)
    await pause({ kind: 'vrps', url: source.url })
    expect(outcomeOf(await remove('vrps/brief'))).toBe(204)
    expect(outcomeOf(await remove('vrps/brief'))).toBe('404 not_found')
    expect(await told('source.removed')).toContainEqual(source)
    expect(await audited('source.removed')).toContainEqual({ actor_kind: 'user', data: source })
    await add(source)
    expect(await shown(source.url)).toMatchObject({ paused_at: null })
    await noticed()
    expect(await shown(source.url)).toMatchObject({ rows: 3 })
    expect(outcomeOf(await remove('vrps/brief'))).toBe(204)
    await noticed()
    expect([await shown(source.url), fetched('/brief')]).toEqual([undefined, 1])
  })
})
