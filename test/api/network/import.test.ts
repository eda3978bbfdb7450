import { linkSync, symlinkSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { gzipSync } from 'node:zlib'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { inTransaction } from '../../../src/kernel/context.ts'
import { knownPrefix } from '../../../src/kernel/ip/index.ts'
import { Problem } from '../../../src/kernel/problems.ts'
import { keepFile, networkFacts, networkSettled, runImport } from '../../../src/network/index.ts'
import { openFileServer, vrpFile, type FileServer } from '../../support/server/file-server.ts'
import { openWorld, type World } from '../../support/world.ts'

/** What `npx sublet import` and the imports of operators and timetables have in common. */

const env = { SUBLET_IMPORT_PRIVATE_HOSTS: '127.0.0.1', SUBLET_IMPORT_MAX_MB: '64' }

let world: World
let files: FileServer
beforeAll(async () => {
  files = await openFileServer()
  world = await openWorld({ env })
})
afterAll(async () => {
  await world.close()
  await files.close()
})

interface Wish {
  readonly name?: string
  readonly force?: boolean
  readonly at?: World
}

const bring = (from: string, { name, force, at }: Wish = {}) =>
  runImport((at ?? world).ctx, { kind: 'vrps', from, name: name ?? null, force: force ?? false })

/** The sentence with which it is refused. */
async function refusal(from: string, given: Wish = {}): Promise<string> {
  const error = await bring(from, given).then(
    () => null,
    (thrown: unknown) => thrown,
  )
  return error instanceof Problem ? `${error.row.code}: ${error.message}` : `no refusal: ${String(error)}`
}

function file(name: string, content: string | Buffer): string {
  const path = join(world.house.config.dataDir, name)
  writeFileSync(path, content)
  return path
}

const originsOf = async (prefix: string, at: World = world) => {
  await at.hear()
  await networkSettled(at)
  return (
    networkFacts(at)
      .vrpsCovering(knownPrefix(prefix))
      ?.value.map(({ asn }) => asn) ?? null
  )
}

const last = async () => {
  const { rows } = await world.house.pool.query(
    'select * from network_import order by asked_at desc, uuid desc limit 1',
  )
  return rows[0]
}

describe('a file', () => {
  it('that is good serves from the next request on, and is written down', async () => {
    expect(await originsOf('45.0.1.0/24')).toBeNull()
    const done = await bring(file('a.csv', vrpFile(10)))
    expect(done).toMatchObject({
      kind: 'vrps',
      name: 'main',
      status: 'done',
      rows: 10,
      refused: 0,
      unchanged: false,
      failure: null,
      bytes_read: vrpFile(10).length,
      bytes_total: vrpFile(10).length,
    })
    expect(await originsOf('45.0.1.0/24')).toEqual([64_500])
    expect(await originsOf('45.9.9.0/24')).toEqual([])
    const { rows } = await world.house.pool.query(
      `select data->>'kind' as kind, data->>'rows' as rows from outbox_event where type = 'network.replaced'`,
    )
    expect(rows).toEqual([{ kind: 'vrps', rows: '10' }])
  })

  it('may be packed', async () => {
    expect(await bring(file('b.csv.gz', gzipSync(vrpFile(12))))).toMatchObject({ rows: 12, unchanged: false })
  })

  it('keeps its good rows, and the first of the others are told', async () => {
    const broken = vrpFile(12).replace('45.0.3.0/24', '45.0.3.7/24').replace('45.0.5.0/24', 'nowhere')
    const done = await bring(file('c.csv', broken))
    expect(done).toMatchObject({ rows: 10, refused: 2 })
    expect(done.refusals).toEqual([
      { where: 'line 5', why: expect.any(String) },
      { where: 'line 7', why: expect.any(String) },
    ])
  })

  it('that is the same as the last one replaces nothing, and was seen again', async () => {
    const path = file('d.csv', vrpFile(20))
    const first = await bring(path)
    const seen = () =>
      world.house.pool.query(`select checked_at from network_source where kind = 'vrps'`).then(({ rows }) => rows[0])
    const before = await seen()
    const again = await bring(path)
    expect(again).toMatchObject({ unchanged: true, rows: 20, snapshot_uuid: first.snapshot_uuid })
    expect((await seen()).checked_at.getTime()).toBeGreaterThan(before.checked_at.getTime())
    expect(await bring(path, { force: true })).toMatchObject({ unchanged: false })
  })

  it('that has lost more than half of its rows must be insisted on', async () => {
    await bring(file('e.csv', vrpFile(21)))
    expect(await refusal(file('f.csv', vrpFile(10)))).toBe(
      'import_shrunk: The file has 10 rows where the last one had 21; import it with force if that is right.',
    )
    expect(await originsOf('45.0.20.0/24')).toEqual([64_500])
    expect(await last()).toMatchObject({ status: 'failed', failure: expect.stringContaining('10 rows') })
    expect(await bring(file('f.csv', vrpFile(11)))).toMatchObject({ rows: 11 })
    expect(await bring(file('f.csv', vrpFile(1)), { force: true })).toMatchObject({ rows: 1, forced: true })
  })

  it('may have less than the sample that came with the program, which was never the whole', async () => {
    const sample = file('sample.csv', vrpFile(30))
    await inTransaction(world.ctx, (tx) => keepFile(tx, 'vrps', sample, { title: 'A sample' }))
    expect(await bring(file('f.csv', vrpFile(3)))).toMatchObject({ rows: 3, forced: false })
  })

  it.each([
    ['cut off', () => gzipSync(vrpFile(50)).subarray(0, 100), /^import_failed: Byte 100 of bad: .* cut off\.$/],
    ['a page', () => '<!doctype html><title>Sign in</title>', /^import_failed: Line 1: begins like a web page/],
    ['of another header', () => vrpFile(3).replace('IP Prefix', 'Range'), /^import_failed: Line 1: /],
    ['empty', () => '', /^import_failed: Byte 0: the file is empty\.$/],
  ])('that is %s changes nothing, and the sentence says where it shows', async (_name, content, sentence) => {
    await bring(file('good.csv', vrpFile(30)), { force: true })
    expect(await refusal(file('bad', content()))).toMatch(sentence)
    expect(await originsOf('45.0.29.0/24')).toEqual([64_500])
    expect(await last()).toMatchObject({ status: 'failed', ended_at: expect.any(Date) })
  })

  it('that is not there, or a folder, is refused', async () => {
    expect(await refusal('/nowhere/at/all')).toBe('import_failed: /nowhere/at/all: there is no such file.')
    expect(await refusal(world.house.config.dataDir)).toMatch(/: is a folder, not a file\.$/)
  })

  it('that is packed and nearly nothing but blank lines is refused', async () => {
    const packed = gzipSync(Buffer.alloc(150_000_000, '\n'))
    expect(packed.length).toBeLessThan(200_000)
    expect(await refusal(file('blank.gz', packed))).toMatch(
      /^import_failed: Byte \d+ unpacked: the file unpacks to more than 100 times its size\.$/,
    )
  })

  it('that is the secret key is not read, whatever it is called', async () => {
    const key = join(world.house.config.dataDir, 'secret.key')
    const [link, twin] = ['by-a-link', 'by-another-name'].map((name) => join(world.house.config.dataDir, name))
    symlinkSync(key, link ?? '')
    linkSync(key, twin ?? '')
    for (const path of [key, link, twin])
      expect(await refusal(path ?? '')).toMatch(/is the secret key of this installation, not data\.$/)
  })

  it('is known to every node, large or small', async () => {
    const beside = await openWorld({ beside: world })
    try {
      for (const [count, asn] of [
        [100, 64_501],
        [65_000, 64_502],
        [65_000, 64_503],
      ] as const) {
        await bring(file('h.csv', vrpFile(count, asn)), { force: true })
        expect(await originsOf('45.0.99.0/24', beside)).toEqual([asn])
        expect(await originsOf('45.0.99.0/24')).toEqual([asn])
      }
      const { rows } = await world.house.pool.query(
        `select count(*)::int as chunks, count(distinct snapshot_uuid)::int as kept from network_snapshot_chunk`,
      )
      expect(rows[0]).toEqual({ chunks: expect.any(Number), kept: 1 })
      expect(rows[0].chunks).toBeGreaterThan(4)
    } finally {
      await beside.close()
    }
  })

  it('has a name when it is given one, and all sources of a kind answer together', async () => {
    await bring(file('i.csv', vrpFile(5, 64_510)), { name: 'second' })
    expect((await originsOf('45.0.4.0/24'))?.toSorted()).toEqual([64_503, 64_510])
    const known = networkFacts(world).vrpsCovering(knownPrefix('45.0.4.0/24'))
    expect(known).toMatchObject({ source: 'vrps, vrps second', stale: false })
  })
})

describe('one source', () => {
  it('is imported once at a time', async () => {
    let started: (() => void) | undefined
    const begun = new Promise<void>((resolve) => (started = resolve))
    let finish: (() => void) | undefined
    const url = files.serve('/slow', (_request, response) => {
      response.write(vrpFile(60))
      // Never silent for as long as it takes to be given up, however long the others take.
      const drip = setInterval(() => response.write('\n'), 100)
      finish = () => {
        clearInterval(drip)
        response.end()
      }
      started?.()
    })
    const first = bring(url, { name: 'slow' })
    await begun
    expect(await refusal(file('j.csv', vrpFile(5)), { name: 'slow' })).toMatch(/^import_running: /)
    expect(await bring(file('j.csv', vrpFile(5)), { name: 'other' })).toMatchObject({ status: 'done' })
    finish?.()
    expect(await first).toMatchObject({ status: 'done', rows: 60 })
    expect(await bring(file('k.csv', vrpFile(59)), { name: 'slow' })).toMatchObject({ status: 'done', rows: 59 })
  })
})

describe('an address', () => {
  it('is asked whether anything has changed', async () => {
    const url = files.serve('/etag', (request, response) => {
      if (request.headers['if-none-match'] === '"one"') response.writeHead(304).end()
      else response.writeHead(200, { etag: '"one"' }).end(vrpFile(7))
    })
    expect(await bring(url, { name: 'etag' })).toMatchObject({ rows: 7, unchanged: false })
    expect(await bring(url, { name: 'etag' })).toMatchObject({ rows: 7, unchanged: true, bytes_read: 0 })
    expect(files.asked.at(-1)?.headers['if-none-match']).toBe('"one"')
    expect(await bring(url, { name: 'etag', force: true })).toMatchObject({ unchanged: false })
  })

  it('may pack what it sends, and say so or not', async () => {
    const coded = { 'content-encoding': 'gzip' }
    for (const [path, body, headers] of [
      ['/plain.gz', gzipSync(vrpFile(8)), {}],
      ['/coded', gzipSync(vrpFile(8)), coded],
      ['/twice', gzipSync(gzipSync(vrpFile(8))), coded],
      ['/untrue', Buffer.from(vrpFile(8)), coded],
    ] as const)
      expect(await bring(files.serve(path, body, headers), { name: path.slice(1) })).toMatchObject({ rows: 8 })
  })

  it('may lead on, but not often and not into our own network', async () => {
    const goal = files.serve('/goal', vrpFile(9))
    const to = (location: string) =>
      files.serve('/hop', (_request, response) => void response.writeHead(302, { location }).end())
    expect(await bring(to('/goal'), { name: 'hop' })).toMatchObject({ rows: 9 })
    expect(await refusal(to('/hop'))).toMatch(/leads on to another address more than 5 times\.$/)
    expect(await refusal(to(goal.replace('127.0.0.1', 'localhost')))).toMatch(
      /^import_failed: localhost:\d+: leads to (127\.0\.0\.1|::1) \(Loopback.*\), and only public hosts/,
    )
    expect(await refusal(to('http://169.254.169.254/latest'))).toContain('169.254.169.254 (Link local)')
    expect(await refusal(to('http://[::ffff:10.0.0.1]/'))).toContain('only public hosts are fetched')
    expect(await refusal(to('file:///etc/passwd'))).toContain('Only http and https addresses are fetched')
  })

  it.each([
    ['ftp://example.net/a', 'url_refused: Only http and https addresses are fetched, and rtr for vrps, not ftp.'],
    ['http://a:b@example.net/', 'url_refused: An address must not carry a name and a password.'],
    ['http://10.1.2.3/a', /^import_failed: 10\.1\.2\.3: leads to 10\.1\.2\.3 \(Private use\)/],
    ['http://0xa000001/a', /10\.0\.0\.1 \(Private use\)/],
  ])('that may not be fetched is refused: %s', async (url, sentence) => {
    expect(await refusal(url)).toMatch(sentence)
  })

  it('that never answers, or stops in the middle, is given up', async () => {
    const at = await openWorld({ beside: world, env: { ...env, SUBLET_IMPORT_TIMEOUT_SECONDS: '1' } })
    const silence = /has not said anything for 1 seconds\.$/
    const never = files.serve('/never', () => undefined)
    expect(await refusal(never, { at })).toMatch(silence)
    const half: Parameters<FileServer['serve']>[1] = (_request, response) => void response.write(vrpFile(100))
    expect(await refusal(files.serve('/half', half), { at })).toMatch(silence)
    await at.close()
    const hangsUp = files.serve('/gone', (_request, response) => {
      response.writeHead(200, { 'content-length': '1000000' })
      response.write(vrpFile(10), () => response.destroy())
    })
    expect(await refusal(hangsUp)).toMatch(/^import_failed: 127\.0\.0\.1:\d+: cannot be fetched from after \d+ bytes/)
    expect(await refusal(`${files.url}/missing`)).toMatch(/answers 404\.$/)
  })

  it('that sends one endless line is stopped early', async () => {
    let sent = 0
    const piece = Buffer.alloc(1 << 20, 'a')
    const url = files.serve('/line', (_request, response) => {
      const more = (): void => {
        while (!response.destroyed && sent < 5 * 2 ** 30) {
          sent += piece.length
          if (!response.write(piece)) return void response.once('drain', more)
        }
      }
      response.write('ASN,IP Prefix,Max Length,Trust Anchor,Expires\n')
      more()
    })
    expect(await refusal(url)).toMatch(/^import_failed: Line 2: is longer than 1048576 bytes/)
    expect(sent).toBeLessThan(100 * 2 ** 20)
  })

  it('that sends more than is allowed is stopped', async () => {
    const large = { 'content-length': String(65 * 2 ** 20) }
    const says = files.serve('/large', (_request, response) => response.writeHead(200, large).flushHeaders())
    expect(await refusal(says)).toContain('is larger than 67108864 bytes')
  })
})

describe('data', () => {
  it('is stale when it is older than it may be', async () => {
    await world.house.pool.query(
      `update network_source set checked_at = now() - interval '25 hours' where kind = 'vrps' and name = 'second'`,
    )
    await world.house.pool.query(`update pulse set version = version + 1 where name = 'network'`)
    await world.hear()
    expect(networkFacts(world).vrps(knownPrefix('45.0.4.0/24'))).toMatchObject({ stale: true })
    await bring(file('i.csv', vrpFile(5, 64_510)), { name: 'second' })
    await world.hear()
    expect(networkFacts(world).vrps(knownPrefix('45.0.4.0/24'))).toMatchObject({ stale: false })
  })

  it('is counted in the metrics', async () => {
    const { text } = await world.call('GET', '/metrics')
    expect(text).toMatch(/^sublet_network_source_rows\{kind="vrps",name="second"\} 5$/m)
    expect(text).toMatch(/^sublet_network_source_bytes\{kind="vrps",name="second"\} \d+$/m)
    expect(text).toMatch(/^sublet_network_source_age_seconds\{kind="vrps",name="second"\} \d/m)
    expect(text).toMatch(/^sublet_network_source_stale\{kind="vrps",name="second"\} 0$/m)
  })
})

describe('a date', () => {
  it('is the one that the file says: a table of 2019 is stale, whenever it was imported', async () => {
    const dump = '% This file was generated at Wed Jan 16 08:00:01 UTC 2019\n64500\t45.0.0.0/24\t300\n'
    const wanted = { kind: 'riswhois', from: file('riswhoisdump.IPv4', dump), name: 'old', force: false } as const
    await runImport(world.ctx, wanted)
    await world.hear()
    const known = networkFacts(world).announcementsOf(knownPrefix('45.0.0.0/24'))
    expect(known).toMatchObject({ stale: true, takenAt: new Date('2019-01-16T08:00:01Z'), value: [{ asn: 64_500 }] })
  })
})
