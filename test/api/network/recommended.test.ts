import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { noticeDueSources, recommended } from '../../../src/network/index.ts'
import { version } from '../../../src/kernel/version.ts'
import { openFileServer, vrpFile, type FileServer } from '../../support/server/file-server.ts'
import { type Office, openOffice } from '../../support/portal.ts'
import { openWorld, type World } from '../../support/world.ts'

/** SUBLET_SOURCES=recommended, from a mirror that has two of the files and knows when they have changed. */

let world: World
let office: Office
let files: FileServer

const vrps = '/copies/console.rpki-client.org/vrps.json'
const names = '/copies/ftp.ripe.net/ripe/asnames/asn.txt'

/** Answers as publishers do: what the caller has already is not sent again. */
function publish(path: string, body: string, tag: string): void {
  files.serve(path, (request, response) => {
    if (request.headers['if-none-match'] === tag) response.writeHead(304).end()
    else response.writeHead(200, { etag: tag }).end(body)
  })
}

beforeAll(async () => {
  files = await openFileServer()
  publish(vrps, vrpFile(10), '"a"')
  publish(names, '64500 EXAMPLE, NL\n', '"b"')
  world = await openWorld({
    env: {
      SUBLET_PUBLIC_URL: 'https://market.example',
      SUBLET_IMPORT_PRIVATE_HOSTS: '127.0.0.1',
      SUBLET_SOURCES: 'recommended,-mmdb',
      SUBLET_SOURCES_MIRROR: `${files.url}/copies`,
    },
  })
  office = await openOffice(world)
})
afterAll(async () => {
  await world.close()
  await files.close()
})

const noticed = async () => {
  await noticeDueSources.run(world.ctx, {})
  await world.runJobs()
}
const later = (hours: number) =>
  world.house.pool.query(`update network_import set asked_at = asked_at - $1 * interval '1 hour'`, [hours])
const asked = (path: string) => files.asked.filter((one) => one.path === path)
const shown = async (kind: string, name: string) => {
  const { body } = await world.call('GET', '/portal/operator/network/sources', { headers: office.operator })
  return body.data.find((source: { kind: string; name: string }) => source.kind === kind && source.name === name)
}

describe('SUBLET_SOURCES=recommended', () => {
  it('fetches each source that is not left out, once, and says who asks', async () => {
    await noticed()
    await noticed()
    const wanted = recommended.filter(({ kind }) => kind !== 'mmdb').map(({ url }) => url.replace('https:/', '/copies'))
    expect(files.asked.map(({ path }) => path).toSorted()).toEqual(wanted.toSorted())
    const agents = new Set(files.asked.map(({ headers }) => headers['user-agent']))
    expect([...agents]).toEqual([`sublet/${version} (+https://market.example)`])
    expect(await shown('vrps', 'rpki-client')).toMatchObject({ rows: 10, configured_url: `${files.url}${vrps}` })
    expect(await shown('drop', 'ipv4')).toMatchObject({ rows: null, added: false, paused_at: null })
    expect(await shown('mmdb', 'dbip')).toBeUndefined()
  })

  it('comes again in the rhythm of its row, and has nothing sent that it has', async () => {
    await later(1.9)
    await noticed()
    expect([asked(vrps).length, asked(names).length]).toEqual([1, 1])
    await later(0.4)
    await noticed()
    expect([asked(vrps).length, asked(names).length]).toEqual([2, 1])
    expect(asked(vrps)[1]?.headers['if-none-match']).toBe('"a"')
    const { body } = await world.call('GET', '/portal/operator/network/imports?filter[kind]=vrps', {
      headers: office.operator,
    })
    expect(body.data[0]).toMatchObject({ status: 'done', unchanged: true, bytes_read: 0, rows: 10 })
  })

  it('takes what has changed', async () => {
    publish(vrps, vrpFile(12), '"c"')
    await later(2.3)
    await noticed()
    expect(await shown('vrps', 'rpki-client')).toMatchObject({ rows: 12 })
  })
})
