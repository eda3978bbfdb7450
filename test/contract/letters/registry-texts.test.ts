import { expect, it } from 'vitest'
import { formatPrefix, knownPrefix } from '../../../src/kernel/ip/index.ts'
import { domainObjects, inetnumObject, routeObject, type RpslFacts } from '../../../src/letters/release/rpsl.rules.ts'
import { RegistryObjects, RegistryRows } from '../../../src/network/datasets/registry-objects.ts'
import { Registry } from '../../../src/network/datasets/registry.ts'
import { readRpsl } from '../../../src/network/sources/rpsl.ts'
import { pack, unpack } from '../../../src/network/tables/columns.ts'
import { readInto } from '../../support/market/network.ts'

/** What holders are asked to paste at their registry is understood by our own reader of registries' databases. */

const facts: RpslFacts = {
  block: knownPrefix('45.8.4.0/22'),
  asn: 65_001,
  company: 'Brightwave Hosting',
  maintainers: ['HOLDER-MNT', 'OTHER-MNT'],
  geofeed: 'https://sublet.example/geofeed/one.csv',
  record: {
    netname: 'HOLDER-NET',
    countries: ['NL', 'DE'],
    type: 'ALLOCATED PA',
    irts: ['IRT-HOLDER'],
    contacts: [
      { handle: 'AD1-RIPE', kind: 'admin-c' },
      { handle: 'TC1-RIPE', kind: 'tech-c' },
      { handle: 'AB1-RIPE', kind: 'abuse-c' },
    ],
  },
}

it.each(['RIPE', 'APNIC', 'AFRINIC'])('objects for %s are read back as they were meant', async (source) => {
  const objects = [inetnumObject(facts, source), routeObject(facts, source), ...domainObjects(facts, source)]
  const text = objects.map((object) => object?.text ?? '').join('\n')
  const { rows, refused } = await readInto(readRpsl, new RegistryRows(), text)
  const view = new Registry([new RegistryObjects(unpack(pack(rows.finish())))])
  expect(refused).toEqual([])
  expect(view.recordsAround(facts.block)).toMatchObject([
    {
      inetnum: '45.8.4.0 - 45.8.7.255',
      netname: 'HOLDER-NET-45-8-4-0',
      source,
      countries: ['NL'],
      maintainers: facts.maintainers,
      geofeed: facts.geofeed,
      irts: source === 'RIPE' ? [] : ['IRT-HOLDER'],
    },
  ])
  expect(view.routesWithin(facts.block)).toMatchObject([
    { origin: 65_001, source, descr: ['Brightwave Hosting'], maintainers: facts.maintainers },
  ])
  expect(view.zonesWithin(facts.block).map(({ prefix, domain }) => [formatPrefix(prefix), domain])).toEqual(
    [4, 5, 6, 7].map((third) => [`45.8.${third}.0/24`, `${third}.8.45.in-addr.arpa`]),
  )
})
