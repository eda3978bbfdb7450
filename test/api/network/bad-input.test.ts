import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { knownPrefix } from '../../../src/kernel/ip/index.ts'
import { Problem } from '../../../src/kernel/problems.ts'
import { keepFacts, networkFacts, networkSettled, runImport, type KindName } from '../../../src/network/index.ts'
import { openWorld, type World } from '../../support/world.ts'

/** Files that are well formed and wrong (address families in each other's place: `src/network/sources/families.test.ts`). */

let world: World
beforeAll(async () => {
  world = await openWorld()
})
afterAll(() => world.close())

const facts = () => networkFacts(world)

async function heard(): Promise<void> {
  await world.hear()
  await networkSettled(world)
}

async function bring(kind: KindName, text: string, given: { name?: string; force?: boolean } = {}) {
  const from = join(world.house.config.dataDir, 'a-file')
  writeFileSync(from, text)
  const done = await runImport(world.ctx, { kind, from, name: given.name ?? null, force: given.force ?? false })
  await heard()
  return done
}

const refusal = (...given: Parameters<typeof bring>): Promise<string> =>
  bring(...given).then(
    () => 'no refusal',
    (error: unknown) => (error instanceof Problem ? `${error.row.code}: ${error.message}` : String(error)),
  )

const statistics = (registry: string, ...rows: string[]): string =>
  [`2|${registry}|20261116|${rows.length}|19830613|20261116|+0000`, ...rows, ''].join('\n')

describe('a registry that answers for another’s space', () => {
  it('in its statistics: those rows are left out, by line', async () => {
    const text = statistics(
      'ripencc',
      'ripencc|NL|ipv4|193.0.0.0|2048|19930901|allocated',
      'apnic|AU|ipv4|1.0.0.0|256|20110811|assigned',
    )
    expect(await bring('delegated', text)).toMatchObject({
      rows: 1,
      refused: 1,
      refusals: [{ where: 'line 3', why: 'is of another registry than the version line says' }],
    })
    await bring('delegated', statistics('apnic', 'apnic|AU|ipv4|1.0.0.0|256|20110811|assigned'))
  })

  it('in its database: nobody is taken for the holder by it, nor mailed', async () => {
    await bring(
      'rpsl',
      'inetnum: 1.0.0.0 - 1.0.0.127\nnetname: NOT-OURS\nnotify: me@thief.example\nsource: RIPE\n\ninetnum: 193.0.0.0 - 193.0.7.255\nnetname: OURS\nsource: RIPE\n',
    )
    // The registry whose space it is has told nothing yet.
    expect(facts().registryRecord(knownPrefix('1.0.0.0/25'))).toBeNull()
    await bring('rpsl', 'inetnum: 1.0.0.0 - 1.0.0.255\nnetname: THEIRS\nsource: APNIC\n')
    expect(facts().registryRecord(knownPrefix('1.0.0.0/25'))?.value).toMatchObject({ netname: 'THEIRS' })
    expect(facts().registryRecord(knownPrefix('193.0.0.0/24'))?.value).toMatchObject({ netname: 'OURS' })
  })

  it('where no statistics tell whose space it is, the registry that the holder names comes first', async () => {
    await bring('rpsl', 'inetnum: 9.9.9.0 - 9.9.9.255\nnetname: FAR\nsource: APNIC\n', { force: true })
    await bring('rpsl', 'inetnum: 9.9.9.0 - 9.9.9.127\nnetname: NEAR\nsource: RIPE\n', { force: true })
    const netname = (registry?: string) => facts().registryRecord(knownPrefix('9.9.9.0/25'), registry)?.value?.netname
    expect([netname('apnic'), netname('ripencc'), netname('arin'), netname()]).toEqual(['FAR', 'NEAR', 'NEAR', 'NEAR'])
  })
})

describe('two sources that contradict each other', () => {
  it('about the country of an AS number: each of them counts', async () => {
    await bring('delegated', statistics('ripencc', 'ripencc|IR|asn|64000|1|20110811|allocated'), { force: true })
    await bring('delegated', statistics('apnic', 'apnic|AU|asn|64000|1|20110811|allocated'), { force: true })
    expect(facts().asn(64_000)).toMatchObject({ allocated: true, countries: ['AU', 'IR'] })
  })

  it('about whether it was given to anybody: whoever says that it was', async () => {
    await bring('delegated', statistics('apnic', 'apnic||asn|64001|1||available'), { force: true })
    await bring('delegated', statistics('ripencc', 'ripencc|NL|asn|64001|1|20110811|allocated'), { force: true })
    expect(facts().asn(64_001)).toMatchObject({ allocated: true, registry: 'ripencc', countries: ['NL'] })
  })

  it('about a block: the registry that gave it out, not the one that still lists it as free', async () => {
    await bring('delegated', statistics('apnic', 'apnic||ipv4|193.0.0.0|2048||available'), { force: true })
    const given = 'ripencc|NL|ipv4|193.0.0.0|2048|19930901|allocated'
    await bring('delegated', statistics('ripencc', given), { force: true })
    expect(facts().delegation(knownPrefix('193.0.0.0/24'))?.value).toMatchObject({ registry: 'ripencc' })
  })

  it('about ROAs and routes: what any of them has is there', async () => {
    const header = 'ASN,IP Prefix,Max Length,Trust Anchor,Expires'
    await bring('vrps', `${header}\nAS64500,45.0.0.0/24,24,ripe,0\n`, { name: 'one' })
    await bring('vrps', `${header}\nAS0,45.0.0.0/24,24,ripe,0\n`, { name: 'other' })
    const asns = facts()
      .vrpsCovering(knownPrefix('45.0.0.0/24'))
      ?.value.map(({ asn }) => asn)
    expect(asns).toEqual([64_500, 0])
    await bring('riswhois', '64500\t45.0.0.0/24\t300\n', { name: 'one' })
    await bring('riswhois', '64501\t45.0.0.0/24\t200\n', { name: 'other' })
    expect(facts().announcementsOf(knownPrefix('45.0.0.0/24'))?.value).toMatchObject([
      { asn: 64_500, peers: 300 },
      { asn: 64_501, peers: 200 },
    ])
  })

  it('about sanctions: whoever has the name', async () => {
    await world.change(async (ctx) => {
      await keepFacts(ctx, 'ofac', [{ entry: 'ZAGROS WAVELENGTH', program: 'SDGT', names: ['Zagros Wavelength'] }])
      await keepFacts(ctx, 'ofac', [], { name: 'other' })
    })
    await heard()
    expect(facts().sanctionsOn(['Zagros Wavelength Ltd'])?.value).toMatchObject([{ entry: 'ZAGROS WAVELENGTH' }])
  })
})

describe('a part that is missing', () => {
  const anchors = ['afrinic', 'apnic', 'arin', 'lacnic', 'ripe']
  const payloads = (named: readonly string[], each = 20): string =>
    [
      'ASN,IP Prefix,Max Length,Trust Anchor,Expires',
      ...named.flatMap((anchor) =>
        Array.from({ length: each }, (_, n) => `AS64500,${50 + anchors.indexOf(anchor)}.0.${n}.0/24,24,${anchor},0`),
      ),
      '',
    ].join('\n')

  it('a trust anchor: refused, however few its payloads are among all', async () => {
    expect(await bring('vrps', payloads(anchors), { name: 'whole' })).toMatchObject({ rows: 100 })
    const without = anchors.filter((anchor) => anchor !== 'ripe')
    expect(await refusal('vrps', payloads(without, 40), { name: 'whole' })).toBe(
      'import_shrunk: The file has 0 rows of ripencc where the last one had 20; import it with force if that is right, or by another name.',
    )
    expect(facts().vrpsCovering(knownPrefix('54.0.0.0/24'))?.value).toHaveLength(1)
    expect(await bring('vrps', payloads(without), { name: 'whole', force: true })).toMatchObject({ rows: 80 })
  })

  it('a class of a registry’s database', async () => {
    const objects = (...texts: string[]) => texts.map((text) => `${text}\nsource: RIPE\n`).join('\n')
    const [block, route, holder] = [
      'inetnum: 45.0.0.0 - 45.0.0.255',
      'route: 45.0.0.0/24\norigin: AS64500',
      'organisation: ORG-A\norg-name: A',
    ]
    await bring('rpsl', objects(block, route, holder), { name: 'whole' })
    expect(await refusal('rpsl', objects(block, holder), { name: 'whole' })).toContain('0 rows of route where')
  })

  it('an address family, when a file takes the place of the other one’s', async () => {
    await bring('riswhois', '64500\t2001:db8::/32\t300\n', { name: 'unsaid' })
    const four = '64500\t45.0.0.0/24\t300\n64500\t45.0.1.0/24\t300\n'
    expect(await refusal('riswhois', four, { name: 'unsaid' })).toContain('0 rows of IPv6 where the last one had 1')
  })
})

describe('a day to come', () => {
  const dump = (when: Date) =>
    `% This file was generated at ${when.toISOString()}\n64500\t46.0.0.0/24\t300\n64500\t46.${when.getUTCSeconds()}.1.0/24\t9\n`
  const inHours = (hours: number) => new Date(Date.now() + hours * 3_600_000)

  it('is refused, since such data would be fresh until then', async () => {
    expect(await refusal('riswhois', dump(new Date('2090-01-01T00:00:00Z')), { name: 'ahead' })).toMatch(
      /^import_ahead: The file says that it is of 2090-01-01, and today is \d{4}-\d\d-\d\d; import it with force/,
    )
    expect(facts().announcementsOf(knownPrefix('46.0.0.0/24'))?.value).toEqual([])
  })

  it('that is but hours away, and one that is insisted on, counts as now', async () => {
    for (const [when, force] of [
      [inHours(12), false],
      [new Date('2090-01-01T00:00:00Z'), true],
    ] as const) {
      await bring('riswhois', dump(when), { name: 'ahead', force })
      const { rows } = await world.house.pool.query(
        `select taken_at <= imported_at as past, dated from network_snapshot where name = 'ahead'`,
      )
      expect(rows).toEqual([{ past: true, dated: true }])
    }
  })
})
