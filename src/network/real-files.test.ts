import { readFileSync } from 'node:fs'
import { gunzipSync } from 'node:zlib'
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
import { pack, unpack } from './tables/columns.ts'
import type { Validity } from './validity.rules.ts'

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
  reading('prefixes/ipasn-2014-05-13.dat.gz', readPfx2as, announcements, { refused: [], count: 512_621 })
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

/** The lines of a file, without anything of ours. */
const plainLines = (path: string): string[] =>
  gunzipSync(readFileSync(realFile(path)))
    .toString('latin1')
    .trim()
    .split('\n')

const addressNumber = (text: string): number => text.split('.').reduce((value, octet) => value * 256 + Number(octet), 0)

interface Payload {
  readonly asn: number
  readonly maxLength: number
}

/** By length, then by the bits that the length leaves of the address. */
type Payloads = readonly Map<number, Payload[]>[]

const leading = (address: number, length: number): number => Math.floor(address / 2 ** (32 - length))

function plainPayloads(): Payloads {
  const all = Array.from({ length: 33 }, () => new Map<number, Payload[]>())
  for (const line of plainLines(payloadsFile).slice(1)) {
    const [asn = '', prefix = '', maxLength] = line.split(',')
    const [address = '', length] = prefix.split('/')
    const key = leading(addressNumber(address), Number(length))
    const others = all[Number(length)]?.get(key) ?? []
    all[Number(length)]?.set(key, [...others, { asn: Number(asn.slice(2)), maxLength: Number(maxLength) }])
  }
  return all
}

/** As plain as can be: every prefix around the route looked up, then RFC 6811 §2 word by word. */
function plainValidity(payloads: Payloads, start: number, length: number, asn: number): Validity {
  const covering: Payload[] = []
  for (let width = 0; width <= length; width++) {
    const found = payloads[width]?.get(leading(start, width))
    if (found) covering.push(...found)
  }
  if (covering.length === 0) return 'not_found'
  const matching = covering.filter((payload) => payload.asn === asn && asn !== 0)
  if (matching.some(({ maxLength }) => length <= maxLength)) return 'valid'
  if (matching.length > 0) return 'invalid_length'
  return covering.some((payload) => payload.asn !== 0) ? 'invalid_asn' : 'invalid_as0'
}

const lacking = absent(routesFile) || absent(payloadsFile)

test.skipIf(lacking)(
  `all routes of a whole table are judged as a plain reading of RFC 6811 judges them${lacking ? ' (skipped: no data)' : ''}`,
  { timeout: 300_000 },
  async () => {
    const { rows } = await readInto(readVrps, vrps.collect(), fileBytes(realFile(payloadsFile)))
    const view = vrps.open(unpack(pack(rows.finish())))
    const payloads = plainPayloads()
    const counts: Partial<Record<Validity, number>> = {}
    const differing: string[] = []
    for (const line of plainLines(routesFile)) {
      const [address = '', length, asn] = line.split('\t')
      const route = [addressNumber(address), Number(length), Number(asn)] as const
      const validity = view.validity4(...route)
      counts[validity] = (counts[validity] ?? 0) + 1
      if (validity !== plainValidity(payloads, ...route)) differing.push(`${line}: ${validity}`)
    }
    expect(differing).toEqual([])
    expect(counts).toEqual({ valid: 596_288, not_found: 274_987, invalid_length: 2_132, invalid_asn: 1_380 })
  },
)
