import fc from 'fast-check'
import { expect, test } from 'vitest'
import { readInto } from '../../support/market/network.ts'
import { knownPrefix } from '../../../src/kernel/ip/index.ts'
import { RegistryObjects, RegistryRows } from '../../../src/network/datasets/registry-objects.ts'
import { Registry } from '../../../src/network/datasets/registry.ts'
import { readRpsl } from '../../../src/network/sources/rpsl.ts'
import { pack, unpack } from '../../../src/network/tables/columns.ts'
import { domainObjects, inetnumObject, routeObject, type RpslFacts } from '../../../src/letters/release/rpsl.rules.ts'

/** What a holder is given to paste must say the same when the registry's database comes back with it. */

const block = knownPrefix('45.8.4.0/23')

const factsFor = (company: string): RpslFacts => ({
  block,
  asn: 65_001,
  company,
  maintainers: ['HOLDER-MNT', 'OTHER-MNT'],
  geofeed: 'https://sublet.example/geofeed/one.csv',
  record: {
    netname: 'HOLDER-NET',
    countries: ['NL'],
    type: 'ALLOCATED PA',
    irts: ['IRT-HOLDER'],
    contacts: [
      { handle: 'AD1-TEST', kind: 'admin-c' },
      { handle: 'TC1-TEST', kind: 'tech-c' },
    ],
  },
})

async function readBack(text: string) {
  const { rows, refused } = await readInto(readRpsl, new RegistryRows(), Buffer.from(text))
  return { refused, view: new Registry([new RegistryObjects(unpack(pack(rows.finish())))]) }
}

test.each(['RIPE', 'APNIC', 'AFRINIC'])('texts for %s are read back as they were meant', async (source) => {
  await fc.assert(
    fc.asyncProperty(fc.string({ unit: 'grapheme', maxLength: 60 }), async (company) => {
      const facts = factsFor(company)
      const objects = [inetnumObject(facts, source), routeObject(facts, source), ...domainObjects(facts, source)]
      const { refused, view } = await readBack(objects.flatMap((one) => one?.text ?? []).join('\n'))
      expect(refused).toEqual([])
      const [record] = view.recordsAround(block)
      expect(record).toMatchObject({
        prefix: block,
        source,
        countries: ['NL'],
        maintainers: facts.maintainers,
        geofeed: facts.geofeed,
      })
      expect(view.routesOf(block)).toMatchObject([{ prefix: block, origin: 65_001, source }])
      expect(view.zonesWithin(block).map(({ domain }) => domain)).toEqual([
        '4.8.45.in-addr.arpa',
        '5.8.45.in-addr.arpa',
      ])
    }),
    { numRuns: 200 },
  )
})
