import { readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { fillDemoWorld } from '../../db/demo.ts'
import { networkSettled } from '../../src/network/index.ts'
import { Machine } from '../support/server/server-process.ts'
import { openWorld, type World } from '../support/world.ts'

/** What the internet says on the fresh demo world: every status to look at, and real data that can be replaced. */

const titles = [
  'Meridian Address Trust',
  'Altiplano Redes',
  'Savanna Number Resources',
  'Pacific Ridge Networks',
  'Brightwave Hosting',
  'Northlight CDN',
  'Kestrel VPN',
  'Quarry Cloud',
]

interface Party {
  readonly tenant: string
  readonly headers: { readonly authorization: string }
}

let world: World
let machine: Machine
const parties = new Map<string, Party>()
beforeAll(async () => {
  machine = await Machine.open()
  world = await openWorld({ env: { SUBLET_SANDBOX: '1', SUBLET_AUTO_ACTIVATE: '1' } })
  await fillDemoWorld(world.ctx)
  await world.hear()
  await world.runJobs()
  await networkSettled(world)
  for (const title of titles) {
    const { rows } = await world.house.pool.query<{ uuid: string }>('select uuid from tenant where title = $1', [title])
    const tenant = rows[0]?.uuid ?? ''
    parties.set(title, { tenant, headers: { authorization: `Bearer ${await world.token(await world.key(tenant))}` } })
  }
})
afterAll(async () => {
  await world.close()
  await machine.close()
})

async function as(title: string, method: string, path: string, payload?: object) {
  const { tenant, headers } = parties.get(title) ?? { tenant: '', headers: {} }
  const given = { headers, ...(payload ? { payload } : {}) }
  const { status, body, text } = await world.call(method, path.replace('{}', tenant), given)
  if (status !== 200) throw new Error(`${path}: ${status} ${text}`)
  return body
}

interface Shown {
  readonly notation: string
  readonly routingHealth: Readonly<Record<string, string>>
}

const prefixesOf = async (title: string): Promise<Shown[]> =>
  (await as(title, 'POST', '/nethub-data/{}/prefixes/search', { limit: 1_000 })).data

const numberOf = (asn: number) => as('Brightwave Hosting', 'GET', `/billing/v1/common/asn/validate/${asn}`)

describe('the network of the demo world', () => {
  it('shows every status', async () => {
    const seen = (await Promise.all(titles.map(prefixesOf))).flat()
    const values = (name: string) =>
      [...new Set(seen.map(({ routingHealth }) => routingHealth[name] ?? '?'))].toSorted()
    // No block that overlaps special-use space can be listed, so nobody can see a bogon; no data here is ever stale.
    expect(values('bgpStatus')).toEqual([
      'announced',
      'covered_only',
      'low_visibility',
      'more_specific_mismatch',
      'more_specifics_only',
      'multiple_origins',
      'not_announced',
      'origin_mismatch',
      'unexpected_announcement',
    ])
    expect(values('rpkiStatus')).toEqual([
      'covered',
      'invalid_as0',
      'invalid_as_set',
      'invalid_asn',
      'invalid_length',
      'not_found',
      'protected',
      'unprotected',
      'valid',
    ])
    expect(values('irrStatus')).toEqual([
      'authority_mismatch',
      'conflict',
      'mismatch',
      'missing',
      'not_authoritative',
      'not_found',
      'partial',
      'rpki_invalid',
      'surplus',
      'unused',
      'valid',
    ])
    expect(values('criticalityStatus')).toEqual(['critical', 'info', 'ok', 'warning'])
  })

  it('knows AS numbers: good, blocked, sanctioned, warned of and reserved', async () => {
    const statuses = await Promise.all([2_497, 13_335, 900_101, 33_844, 900_102, 64_500].map(numberOf))
    expect(statuses.map(({ asn, status, valid }) => [asn, status, valid])).toEqual([
      [2_497, 'ok', true],
      [13_335, 'unknown', false],
      [900_101, 'blocked_spamhaus', false],
      [33_844, 'blocked_ofac', false],
      [900_102, 'warned_uceprotect', true],
      [64_500, 'reserved', false],
    ])
    expect(await numberOf(2_497)).toMatchObject({ as_name: 'Internet Initiative Japan', country: 'JP' })
  })

  it('has letters only for AS numbers that may have them', async () => {
    const { rows } = await world.house.pool.query<{ asn: number }>(
      `select distinct unnest(asns)::int as asn from lease order by 1`,
    )
    expect(rows.length).toBeGreaterThan(4)
    for (const { asn } of rows) expect(await numberOf(asn)).toMatchObject({ status: 'ok' })
  })

  it('has letters to look at: in force, one that waits with what to do for it, and one revoked of which something is left', async () => {
    const holder = 'Meridian Address Trust'
    const list = async (status: string) =>
      (await as(holder, 'GET', `/billing/v1/{}/market/letters?statuses=${status}`)).data
    expect((await list('active')).length).toBeGreaterThan(9)
    const [waiting, ...more] = await list('pending')
    expect([waiting?.subnet, more]).toEqual(['185.203.73.0/24', []])
    const { data } = await as(holder, 'GET', `/billing/v1/{}/market/letters/${waiting.uuid}`)
    expect(data.todo.map(({ action, done, source }: Record<string, unknown>) => [action, source, done])).toEqual([
      ['create_roa', null, false],
      ['create_route', 'RIPE', false],
      ['create_route', 'RADB', false],
      ['create_inetnum', 'RIPE', false],
      ['create_domain', 'RIPE', false],
      ['confirm', null, false],
    ])
    expect(data.todo[1].rpsl).toContain('mnt-by:         MNT-MERIDIAN\n')

    const letters = await as('Pacific Ridge Networks', 'GET', '/billing/v1/{}/market/letters?statuses=revoked')
    expect(letters.data).toMatchObject([{ subnet: '150.129.64.0/22', revoked_by: 'holder', gone_at: null }])
    const path = '/nethub-data/{}/prefixes/150.129.64.0%2F22/health'
    const { routingHealth } = (await as('Northlight CDN', 'GET', path)).data
    expect(routingHealth.rpkiActions).toEqual([{ action: 'delete_roa', asns: [900_013] }])
    expect(routingHealth.irmActions).toContainEqual({ action: 'revoke_loa', asns: [900_013] })
  })

  it('says of each source what it is, with its rows, and none grows stale', async () => {
    const operator = await world.person(await world.tenant('Operators', 'operator'))
    const { body } = await world.call('GET', '/portal/operator/network/sources', { headers: operator.cookie })
    const sources: Record<string, unknown>[] = body.data
    expect(sources.map(({ kind, name, rows, refused }) => [kind, name, rows, refused])).toEqual([
      ['asn-drop', 'demo', 1, 0],
      ['asn-names', 'demo', 13, 0],
      ['asn-names', 'main', 369, 0],
      ['country-ranges', 'registry', expect.any(Number), 0],
      ['delegated', 'afrinic', expect.any(Number), 0],
      ['delegated', 'apnic', expect.any(Number), 0],
      ['delegated', 'demo', 13, 0],
      ['delegated', 'lacnic', expect.any(Number), 0],
      ['drop', 'demo', 1, 0],
      ['geofeed', 'geofeed', 16, 0],
      ['ofac', 'main', 28, 0],
      ['riswhois', 'demo', expect.any(Number), 0],
      ['rpsl', 'demo', expect.any(Number), 0],
      ['uceprotect', 'demo', 2, 0],
      ['vrps', 'demo', expect.any(Number), 0],
    ])
    for (const source of sources) expect(source).toMatchObject({ stale: false, fresh_seconds: null })
  })

  it('learns other names from a file while it serves', async () => {
    expect(await numberOf(64_000)).toMatchObject({ as_name: null, status: 'unknown' })
    const shipped = await readFile(join(import.meta.dirname, '../../db/demo/data/as-names.csv'), 'utf8')
    const file = join(world.house.config.dataDir, 'names.csv')
    await writeFile(file, `${shipped.replace('"Cloudflare"', '"Cloudflare, renamed"')}64000,"Newcomer","test"\n`)
    const settings = { DATABASE_URL: world.databaseUrl, SUBLET_DATA_DIR: world.house.config.dataDir }
    const { code, out, err } = await machine.command(['import', 'asn-names', file, '--json'], settings)
    expect([code, err]).toEqual([0, ''])
    expect(JSON.parse(out)).toMatchObject({ kind: 'asn-names', name: 'main', rows: 370, refused: 0 })
    await world.hear()
    await networkSettled(world)
    expect(await numberOf(64_000)).toMatchObject({ as_name: 'Newcomer', status: 'unknown', lacking: ['delegated'] })
    expect(await numberOf(13_335)).toMatchObject({ as_name: 'Cloudflare, renamed', status: 'unknown' })
    expect(await numberOf(900_011)).toMatchObject({ as_name: 'Brightwave Hosting', status: 'ok' })
  })
})
