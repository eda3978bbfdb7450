import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { noticeDueSources } from '../../../src/network/index.ts'
import { openFileServer, vrpFile, type FileServer } from '../../support/server/file-server.ts'
import { type Office, onlyOperators, openOffice, outcomeOf, outcomesFor } from '../../support/portal.ts'
import { openWorld, type World } from '../../support/world.ts'

/** What operators see of network data, and how they bring in more. */

let world: World
let office: Office
let files: FileServer
beforeAll(async () => {
  files = await openFileServer()
  const configured = files.serve('/configured', vrpFile(10))
  const env = {
    SUBLET_IMPORT_PRIVATE_HOSTS: '127.0.0.1',
    SUBLET_SOURCES: `vrps:configured=${configured}`,
  }
  world = await openWorld({ env })
  office = await openOffice(world)
})
afterAll(async () => {
  await world.close()
  await files.close()
})

const base = '/portal/operator/network'
const sources = (headers: Record<string, string> = office.operator) => world.call('GET', `${base}/sources`, { headers })
const imports = (query = '', headers: Record<string, string> = office.operator) =>
  world.call('GET', `${base}/imports${query}`, { headers })
const one = (uuid: string, headers: Record<string, string> = office.operator) =>
  world.call('GET', `${base}/imports/${uuid}`, { headers })
const start = (payload: Record<string, unknown>, headers: Record<string, string> = office.operator) =>
  world.call('POST', `${base}/imports`, { headers, payload })
const remove = (path: string, headers: Record<string, string> = office.operator) =>
  world.call('DELETE', `${base}/sources/${path}`, { headers })

describe('POST /portal/operator/network/imports', () => {
  it('answers at once, and the import runs by itself', async () => {
    const url = files.serve('/a.csv', vrpFile(20))
    const { status, body } = await start({ kind: 'vrps', name: 'mine', url })
    expect([status, body.data]).toEqual([
      201,
      expect.objectContaining({ kind: 'vrps', name: 'mine', origin: url, status: 'waiting', forced: false, rows: 0 }),
    ])
    await world.runJobs()
    expect((await one(body.data.uuid)).body.data).toMatchObject({
      status: 'done',
      rows: 20,
      bytes_read: vrpFile(20).length,
      failure: null,
      asked_by: expect.stringMatching(/^user /),
    })
  })

  it('takes the configured address of a source', async () => {
    const { body } = await start({ kind: 'vrps' })
    expect(body.data).toMatchObject({ name: 'configured', origin: `${files.url}/configured` })
    await world.runJobs()
    expect((await one(body.data.uuid)).body.data).toMatchObject({ status: 'done', rows: 10 })
  })

  it('writes down why one failed', async () => {
    const { body } = await start({ kind: 'vrps', name: 'bad', url: files.serve('/bad', '<html>') })
    await world.runJobs()
    expect((await one(body.data.uuid)).body.data).toMatchObject({
      status: 'failed',
      failure: 'Line 1: begins like a web page, not like data.',
      ended_at: expect.any(Number),
    })
  })

  it('takes a smaller file only by force', async () => {
    const url = files.serve('/a.csv', vrpFile(3))
    const asked = async (force: boolean) => {
      const { body } = await start({ kind: 'vrps', name: 'mine', url, force })
      await world.runJobs()
      return (await one(body.data.uuid)).body.data
    }
    expect(await asked(false)).toMatchObject({
      status: 'failed',
      failure: expect.stringContaining('where the last one had 20'),
    })
    expect(await asked(true)).toMatchObject({ status: 'done', rows: 3, forced: true })
  })

  it('reads no file of the machine, whatever way it is written', async () => {
    const path = join(world.house.config.dataDir, 'secret.key')
    const key = await readFile(path, 'utf8')
    for (const url of [path, `file://${path}`, `FILE:${path}`, `file://localhost${path}`, `../..${path}`, 'data:,x'])
      expect(outcomeOf(await start({ kind: 'asn-names', url }))).toBe('422 url_refused')
    // One that an older version has let in is waiting still.
    const { body } = await start({ kind: 'asn-names', url: 'https://example.net' })
    await world.house.pool.query('update network_import set origin = $1 where uuid = $2', [path, body.data.uuid])
    await world.runJobs()
    const failed = (await one(body.data.uuid)).body.data
    expect(failed).toMatchObject({
      status: 'failed',
      failure: expect.stringContaining('Only http and https addresses'),
    })
    expect(JSON.stringify(failed)).not.toContain(key.slice(0, 6))
  })

  it('refuses what cannot be fetched, and what is being imported', async () => {
    expect(outcomeOf(await start({ kind: 'vrps', url: 'ftp://example.net/a' }))).toBe('422 url_refused')
    expect(outcomeOf(await start({ kind: 'vrps', name: 'unheard' }))).toBe('422 source_unknown')
    expect(outcomeOf(await start({ kind: 'drop' }))).toBe('422 source_unknown')
    expect(outcomeOf(await start({ kind: 'gossip', url: 'https://example.net' }))).toBe('422 invalid_fields')
    expect(outcomeOf(await start({ kind: 'vrps', name: '../etc', url: 'https://example.net' }))).toBe(
      '422 invalid_fields',
    )
    let finish: (() => void) | undefined
    const begun = new Promise<void>((resolve) => {
      files.serve('/slow', (_request, response) => {
        response.write(vrpFile(10))
        finish = () => response.end()
        resolve()
      })
    })
    const { body } = await start({ kind: 'vrps', name: 'slow', url: `${files.url}/slow` })
    const running = world.runJobs()
    await begun
    expect(outcomeOf(await start({ kind: 'vrps', name: 'slow', url: `${files.url}/slow` }))).toBe('409 import_running')
    expect((await one(body.data.uuid)).body.data.status).toBe('running')
    finish?.()
    await running
    expect((await one(body.data.uuid)).body.data.status).toBe('done')
  })

  it('is for operators alone', async () => {
    const asked = (headers: Record<string, string>) => start({ kind: 'vrps', url: `${files.url}/configured` }, headers)
    expect(await outcomesFor(office, asked)).toEqual({ ...onlyOperators, operator: 201 })
    await world.runJobs()
  })
})

describe('GET /portal/operator/network/imports', () => {
  it('lists them in pages, newest first', async () => {
    const { body } = await imports('?per_page=2')
    expect(body.meta).toMatchObject({ per_page: 2, from: 1, to: 2, current_page: 1 })
    const all = (await imports('?per_page=1000')).body.data
    expect(all).toHaveLength(body.meta.total)
    expect(body.data).toEqual(all.slice(0, 2))
    expect((await imports('?per_page=2&page=2')).body.data).toEqual(all.slice(2, 4))
    const times = all.map(({ asked_at }: { asked_at: number }) => asked_at)
    expect(times).toEqual(times.toSorted((a: number, b: number) => b - a))
  })

  it('can be asked for some of them', async () => {
    const { data } = (await imports('?filter[status]=failed&filter[kind]=vrps')).body
    expect(data.length).toBeGreaterThan(0)
    expect(data.every(({ status }: { status: string }) => status === 'failed')).toBe(true)
    expect((await imports('?filter[kind]=drop')).body.data).toEqual([])
    expect(outcomeOf(await imports('?filter[status]=lost'))).toBe('422 invalid_fields')
  })

  it('is for operators alone', async () => {
    expect(await outcomesFor(office, (headers) => imports('', headers))).toEqual(onlyOperators)
  })
})

describe('GET /portal/operator/network/imports/{importUUID}', () => {
  it('knows no others', async () => {
    expect(outcomeOf(await one('019a8c1e-7b2f-7c3d-9e4f-5a6b7c8d9e0f'))).toBe('404 not_found')
    expect(outcomeOf(await one('x'))).toBe('404 not_found')
    const { uuid } = (await imports()).body.data[0]
    expect(await outcomesFor(office, (headers) => one(uuid, headers))).toEqual(onlyOperators)
  })
})

describe('GET /portal/operator/network/sources', () => {
  it('shows each with its age, rows and staleness, and where it is fetched from', async () => {
    const { status, body } = await sources()
    expect(status).toBe(200)
    expect(body.data.find(({ name }: { name: string }) => name === 'configured')).toMatchObject({
      kind: 'vrps',
      title: 'vrps configured',
      configured_url: `${files.url}/configured`,
      rows: 10,
      refused: 0,
      stale: false,
      fresh_seconds: 86_400,
      age_seconds: expect.any(Number),
      bytes: expect.any(Number),
      sha256: expect.stringMatching(/^[0-9a-f]{64}$/),
    })
    expect(body.data.find(({ name }: { name: string }) => name === 'mine').configured_url).toBeNull()
  })

  it('is for operators alone', async () => {
    expect(await outcomesFor(office, sources)).toEqual(onlyOperators)
  })
})

describe('DELETE /portal/operator/network/sources/{kind}/{name}', () => {
  it('ends what the source says, and a configured one waits for its next import', async () => {
    expect(outcomeOf(await remove('vrps/mine'))).toBe(204)
    expect(outcomeOf(await remove('vrps/mine'))).toBe('404 not_found')
    expect(outcomeOf(await remove('vrps/configured'))).toBe(204)
    const { data } = (await sources()).body
    expect(data.map(({ name, rows }: { name: string; rows: number | null }) => [name, rows])).toContainEqual([
      'configured',
      null,
    ])
    expect(data.map(({ name }: { name: string }) => name)).not.toContain('mine')
    const { rows } = await world.house.pool.query(
      `select data->>'name' as name from outbox_event where type = 'network.removed'`,
    )
    expect(rows.map(({ name }) => name)).toEqual(['mine', 'configured'])
  })

  it('knows no other kinds and names', async () => {
    expect(outcomeOf(await remove('gossip/mine'))).toBe('404 not_found')
    expect(outcomeOf(await remove('vrps/..%2Fmine'))).toBe('404 not_found')
  })

  it('is for operators alone', async () => {
    expect(await outcomesFor(office, (headers) => remove('vrps/unheard', headers))).toEqual({
      ...onlyOperators,
      operator: '404 not_found',
    })
  })
})

describe('the timetable', () => {
  const noticed = async () => {
    await noticeDueSources.run(world.ctx, {})
    await world.runJobs()
  }
  const fetched = () => files.asked.filter(({ path }) => path === '/configured').length

  it('fetches what is configured when its time has come, and not before', async () => {
    await world.house.pool.query('delete from network_import')
    const before = fetched()
    await noticed()
    await noticed()
    expect(fetched() - before).toBe(1)
    await world.house.pool.query(`update network_import set asked_at = asked_at - interval '67 minutes'`)
    await noticed()
    expect(fetched() - before).toBe(2)
    expect((await sources()).body.data.find(({ name }: { name: string }) => name === 'configured').rows).toBe(10)
  })

  it('sweeps away what was kept and never served, after a while', async () => {
    const { rows } = await world.house.pool.query<{ uuid: string }>(
      `insert into network_snapshot
       select gen_random_uuid(), kind, name, title, origin, taken_at, dated, now() - hours * interval '1 hour', rows, refused,
         refusals, sha256, bytes, layout, kept_in
       from network_snapshot, unnest(array[2, 4]) as hours where name = 'configured' returning uuid`,
    )
    await noticed()
    const left = await world.house.pool.query<{ uuid: string }>('select uuid from network_snapshot')
    const uuids = new Set(left.rows.map(({ uuid }) => uuid))
    expect(rows.map(({ uuid }) => uuids.has(uuid))).toEqual([true, false])
    expect((await sources()).body.data.find(({ name }: { name: string }) => name === 'configured').rows).toBe(10)
  })

  it('marks what a dead process has left', async () => {
    await world.house.pool.query(
      `update network_import set status = 'running', ended_at = null where uuid = (select uuid from network_import limit 1)`,
    )
    await noticed()
    expect((await imports('?filter[status]=abandoned')).body.data).toEqual([
      expect.objectContaining({ failure: expect.stringContaining('ended before it was done') }),
    ])
  })
})
