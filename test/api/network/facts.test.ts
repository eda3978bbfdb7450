import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { formatPrefix, knownPrefix } from '../../../src/kernel/ip/index.ts'
import { keepFacts, keepFile, networkFacts } from '../../../src/network/index.ts'
import { anAnnouncement, aRecord, aVrp, know } from '../../support/market/facts.ts'
import { openWorld, type World } from '../../support/world.ts'

/** What the door answers when several sources have something to say. */

let world: World
beforeAll(async () => {
  world = await openWorld()
})
afterAll(() => world.close())

const block = knownPrefix('45.8.0.0/16')
const facts = () => networkFacts(world)

async function keep(work: (ctx: World['ctx']) => Promise<void>): Promise<void> {
  await world.change(work)
  await world.hear()
}

describe('without data', () => {
  it('nothing is known, which is not the same as empty', () => {
    expect([facts().vrps(block), facts().announcements(block), facts().geodata(block)]).toEqual([null, null, null])
    expect([...facts().discover(block)]).toEqual([])
    expect(facts().asn(64_500)).toMatchObject({
      name: null,
      reserved: true,
      allocated: null,
      spamhaus: null,
      uceprotect: null,
      ofac: null,
      lacking: ['delegated', 'asn-names', 'asn-drop', 'ofac'],
    })
  })
})

describe('several sources', () => {
  it('of routes are one table, a route seen as often as the best of them counts', async () => {
    await keep(async (ctx) => {
      const seen = (prefix: string, asn: number, peers: number | null) => anAnnouncement({ prefix, asn, peers })
      await keepFacts(ctx, 'riswhois', [seen('45.8.0.0/16', 1, 9), seen('45.8.1.0/24', 2, 5), seen('45.0.0.0/8', 3, 7)])
      await keepFacts(ctx, 'pfx2as', [
        seen('45.8.0.0/16', 1, null),
        seen('45.8.1.0/24', 2, 6),
        seen('45.8.0.0/24', 4, null),
      ])
    })
    const said = (known: ReturnType<typeof networkFacts>['announcements'] extends (b: never) => infer K ? K : never) =>
      known?.value.map(({ prefix, asn, peers }) => `${formatPrefix(prefix)} ${asn} ${peers}`)
    expect(said(facts().announcementsOf(block))).toEqual(['45.8.0.0/16 1 9'])
    expect(said(facts().announcementsInside(block))).toEqual(['45.8.0.0/24 4 null', '45.8.1.0/24 2 6'])
    expect(said(facts().announcementsAround(block))).toEqual(['45.0.0.0/8 3 7'])
    expect(said(facts().announcements(block))).toEqual([
      '45.0.0.0/8 3 7',
      '45.8.0.0/16 1 9',
      '45.8.0.0/24 4 null',
      '45.8.1.0/24 2 6',
    ])
  })

  it('are named together, as old as the oldest and stale when one is', async () => {
    const day = (n: number) => new Date(Date.UTC(2026, 10, n))
    await keep(async (ctx) => {
      await keepFacts(ctx, 'vrps', [aVrp({ prefix: block })], { name: 'a', title: 'A', takenAt: day(3) })
      await keepFacts(ctx, 'vrps', [aVrp({ prefix: block, asn: 0 })], { name: 'b', title: 'B', takenAt: day(1) })
    })
    expect(facts().vrps(block)).toMatchObject({ source: 'A, B', takenAt: day(1), stale: false })
    expect(
      facts()
        .vrps(block)
        ?.value.map(({ asn }) => asn),
    ).toEqual([64_500, 0])
    await keep((ctx) => keepFacts(ctx, 'vrps', [], { name: 'b', title: 'B', takenAt: day(2), freshFor: 60 }))
    expect(facts().vrps(block)).toMatchObject({ takenAt: day(2), stale: true })
  })

  it('say nothing of payloads that have expired, however young the file is', async () => {
    const inSeconds = (seconds: number) => Math.floor(Date.now() / 1_000) + seconds
    await keep((ctx) =>
      keepFacts(ctx, 'vrps', [
        aVrp({ prefix: block, asn: 1, expires: inSeconds(-1) }),
        aVrp({ prefix: block, asn: 2, expires: inSeconds(3_600) }),
        aVrp({ prefix: '45.8.0.0/24', asn: 3, expires: inSeconds(-3_600) }),
        aVrp({ prefix: '45.0.0.0/8', asn: 0, expires: null }),
      ]),
    )
    const asns = (known: ReturnType<ReturnType<typeof facts>['vrps']>) => known?.value.map(({ asn }) => asn)
    expect(asns(facts().vrps(block))).toEqual([0, 64_500, 2])
    expect(asns(facts().vrpsCovering(knownPrefix('45.8.0.0/24')))).toEqual([64_500, 2, 0])
  })

  it('find every prefix inside a block once, in order', async () => {
    await know(world, 'registry', [aRecord({ prefix: '45.8.1.0/24' }), aRecord({ prefix: '45.8.64.0/18' })])
    expect([...facts().discover(block)].map(formatPrefix)).toEqual([
      '45.8.0.0/16',
      '45.8.0.0/24',
      '45.8.1.0/24',
      '45.8.64.0/18',
    ])
    expect([...facts().discover(knownPrefix('46.0.0.0/8'))]).toEqual([])
  })
})

describe('a registry’s objects', () => {
  it('of a class that no file of it has are unknown, not absent', async () => {
    const split = await openWorld()
    const folder = await mkdtemp(join(tmpdir(), 'sublet-'))
    const bring = async (name: string, text: string) => {
      await writeFile(join(folder, name), text)
      await split.change((ctx) => keepFile(ctx, 'rpsl', join(folder, name), { title: name }))
      await split.hear()
    }
    const inside = knownPrefix('193.0.0.0/24')
    const elsewhere = knownPrefix('1.0.0.0/24')
    await bring('ripe.db.inetnum', 'inetnum: 193.0.0.0 - 193.0.7.255\norg: ORG-A\nsource: RIPE\n')
    const asked = networkFacts(split)
    expect(asked.registryRecord(inside)?.value).toMatchObject({ organisation: '' })
    expect([asked.routeObjects(inside), asked.reverseZones(inside)]).toEqual([null, null])
    expect(asked.registryRecord(elsewhere, 'ripencc')).toMatchObject({ value: null })
    expect([asked.registryRecord(elsewhere, 'apnic'), asked.registryRecord(elsewhere)]).toEqual([null, null])
    await bring('ripe.db.route', 'route: 193.0.0.0/21\norigin: AS3333\nsource: RIPE\n')
    await bring('ripe.db.organisation', 'organisation: ORG-A\norg-name: A Holder\nsource: RIPE\n')
    expect(asked.registryRecord(inside)?.value).toMatchObject({ organisation: 'A Holder' })
    expect(asked.routeObjects(inside, 'ripencc')).toMatchObject({ value: [] })
    expect(asked.routeObjects(inside, 'apnic')).toBeNull()
    await rm(folder, { recursive: true })
    await split.close()
  })
})

describe('an AS number', () => {
  const grant = { registry: 'apnic', countryCode: 'AU', status: 'allocated', date: null, holder: null } as const

  it('is unallocated only where all registries have been asked', async () => {
    await keep((ctx) => keepFacts(ctx, 'delegated', [{ asn: 4_608, count: 256, ...grant }], { name: 'apnic' }))
    expect(facts().asn(4_700)).toMatchObject({ allocated: true, registry: 'apnic', countries: ['AU'] })
    expect(facts().asn(3_333)).toMatchObject({ allocated: null, lacking: expect.arrayContaining(['delegated']) })
    await keep(async (ctx) => {
      for (const name of ['afrinic', 'arin', 'lacnic', 'ripencc']) await keepFacts(ctx, 'delegated', [], { name })
    })
    expect(facts().asn(3_333)).toMatchObject({ allocated: false })
    expect(facts().asn(3_333).lacking).not.toContain('delegated')
  })

  it('is on lists of its own kinds only, and its name is looked for among the sanctioned', async () => {
    await keep(async (ctx) => {
      await keepFacts(ctx, 'asn-names', [{ asn: 4_700, name: 'Zagros Wavelength Shipping Company', countryCode: 'AU' }])
      await keepFacts(ctx, 'asn-drop', [{ asn: 4_700, list: 'ASN-DROP', reason: '' }])
      await keepFacts(ctx, 'uceprotect', [{ asn: 4_701, list: 'UCEPROTECT', reason: '' }])
      const names = ['Zagros Wavelength Shipping']
      await keepFacts(ctx, 'ofac', [{ entry: 'ZAGROS WAVELENGTH SHIPPING', program: 'TEST', names }])
    })
    expect(facts().asn(4_700)).toMatchObject({
      name: 'Zagros Wavelength Shipping Company',
      spamhaus: true,
      uceprotect: false,
      ofac: [{ entry: 'ZAGROS WAVELENGTH SHIPPING', program: 'TEST', matched: expect.any(String) }],
      lacking: [],
    })
    expect(facts().asn(4_701)).toMatchObject({ spamhaus: false, uceprotect: true, ofac: [] })
  })

  it('lacks a country where its row tells none, or only a region, and a name where nobody has one', async () => {
    await keep(async (ctx) => {
      const rows = [
        { asn: 4_608, count: 256, ...grant },
        { asn: 5_000, count: 1, ...grant, countryCode: null },
        { asn: 5_001, count: 1, ...grant, countryCode: 'AP' },
      ]
      await keepFacts(ctx, 'delegated', rows, { name: 'apnic' })
      const names = [5_000, 5_001].map((asn) => ({ asn, name: `NET-${asn}`, countryCode: 'AU' }))
      await keepFacts(ctx, 'asn-names', names)
    })
    expect(facts().asn(5_000)).toMatchObject({ allocated: true, countries: ['AU'], lacking: ['country'] })
    expect(facts().asn(5_001)).toMatchObject({ allocated: true, countries: ['AU'], lacking: ['country'] })
    expect(facts().asn(4_700)).toMatchObject({ countries: ['AU'], lacking: ['asn-names'] })
  })

  it('is of every country that anybody says, its registry first', async () => {
    await keep((ctx) => keepFacts(ctx, 'asn-names', [{ asn: 4_700, name: 'STAR', countryCode: 'KP' }]))
    expect(facts().asn(4_700)).toMatchObject({ countries: ['AU', 'KP'], lacking: [] })
  })

  it('is screened by the name of its organisation, and by every name that it has', async () => {
    const dump = [
      'aut-num: AS4701\nas-name: PLAIN-AS\norg: ORG-Z\nsource: APNIC',
      'organisation: ORG-Z\norg-name: Zagros Wavelength Shipping Ltd\nsource: APNIC',
      'aut-num: AS4702\nas-name: OLD-AS\ndescr: Zagros Wavelength Shipping\ndescr: Somewhere\nsource: APNIC',
    ]
    const folder = await mkdtemp(join(tmpdir(), 'sublet-'))
    await writeFile(join(folder, 'apnic.db'), `${dump.join('\n\n')}\n`)
    await keep(async (ctx) => {
      await keepFile(ctx, 'rpsl', join(folder, 'apnic.db'), { title: 'a database' })
      const names = [4_701, 4_702, 4_703].map((asn) => ({ asn, name: `NET-${asn}`, countryCode: null }))
      await keepFacts(ctx, 'asn-names', names)
      await keepFacts(ctx, 'asn-names', [{ asn: 4_703, name: 'Zagros Wavelength Shipping', countryCode: null }], {
        name: 'other',
      })
    })
    await rm(folder, { recursive: true })
    for (const asn of [4_701, 4_702, 4_703])
      expect(facts().asn(asn)).toMatchObject({ ofac: [{ entry: 'ZAGROS WAVELENGTH SHIPPING' }] })
  })
})
