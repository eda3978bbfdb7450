import { describe, expect, test } from 'vitest'
import { absent, fileBytes, readInto, realFile } from '../../test/support/market/network.ts'
import { announcements } from './datasets/announcements.ts'
import { asNames } from './datasets/as-names.ts'
import type { Collector, Dataset } from './datasets/dataset.ts'
import { delegations } from './datasets/delegations.ts'
import { places } from './datasets/locations.ts'
import { vrps } from './datasets/vrps.ts'
import { readAsnNames } from './sources/asn-names.ts'
import { readDelegated } from './sources/delegated.ts'
import { readPfx2as } from './sources/pfx2as.ts'
import { readAsnRanges, readCountryRanges } from './reading/ranges.ts'
import type { Reader } from './reading/source.ts'
import { readVrps } from './sources/vrps.ts'

/** Over real files, where somebody has them (SUBLET_TEST_DATA): whole tables, and the oddities of the day. */

function reading<C extends Collector>(path: string, read: Reader<C>, dataset: Dataset<C>, expected: object): void {
  test.skipIf(absent(path))(
    `${path}${absent(path) ? ' (skipped: no such file)' : ''}`,
    { timeout: 120_000 },
    async () => {
      const { rows: kept, ...findings } = await readInto(read, dataset.collect(), fileBytes(realFile(path)))
      expect({ ...findings, count: kept.count }).toEqual(expected)
    },
  )
}

const routesFile = 'prefixes/pfx2as-derived-v4.tsv.gz'
const payloadsFile = 'prefixes/vrps-synthetic-v4.csv.gz'

describe('real files are read whole', () => {
  reading(routesFile, readPfx2as, announcements, { refused: [], count: 874_787 })
  reading('prefixes/ipasn-2014-05-13.dat.gz', readPfx2as, announcements, {
    refused: [],
    takenAt: new Date('2014-05-13T06:00:00Z'),
    count: 512_621,
  })
  reading(payloadsFile, readVrps, vrps, { refused: [], count: 666_622 })
  reading('asn/asns.csv.gz', readAsnNames, asNames, { refused: [], count: 103_861 })
  reading('asn/asn-ipv4.csv.gz', readAsnRanges, asNames, { refused: [], count: 84_159 })
  // Two ranges are there twice, with another country each time.
  reading('geo/geo-whois-asn-country-ipv4.csv.gz', readCountryRanges, places, {
    refused: [156_867, 220_621].map((line) => `line ${line}: has the range of the row before it`),
    count: 493_643,
  })
  reading('registry/2026-05_delegated-afrinic-extended-latest.gz', readDelegated, delegations, {
    refused: [],
    source: 'afrinic',
    takenAt: new Date('2026-05-05'),
    count: 19_380,
  })
  reading('registry/2023-03_delegated-lacnic-extended-latest.gz', readDelegated, delegations, {
    refused: [],
    source: 'lacnic',
    takenAt: new Date('2023-03-22'),
    count: 86_290,
  })
  // Written over a longer one: pieces of the day before stand at its end, two of them cut.
  reading('registry/2026-02_delegated-apnic-latest.gz', readDelegated, delegations, {
    refused: [
      'line 84162: is of another registry than the version line says',
      'line 84175: is of another registry than the version line says',
    ],
    source: 'apnic',
    takenAt: new Date('2026-02-05'),
    count: 85_358,
  })
})
