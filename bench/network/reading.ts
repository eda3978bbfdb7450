import { announcements } from '../../src/network/datasets/announcements.ts'
import { asNames } from '../../src/network/datasets/as-names.ts'
import type { Collector, Dataset } from '../../src/network/datasets/dataset.ts'
import { delegations } from '../../src/network/datasets/delegations.ts'
import { places } from '../../src/network/datasets/locations.ts'
import { vrps } from '../../src/network/datasets/vrps.ts'
import { readAsnNames } from '../../src/network/sources/asn-names.ts'
import { readDelegated } from '../../src/network/sources/delegated.ts'
import { readPfx2as } from '../../src/network/sources/pfx2as.ts'
import { readAsnRanges, readCountryRanges } from '../../src/network/reading/ranges.ts'
import { eachLine } from '../../src/network/reading/lines.ts'
import type { Reader } from '../../src/network/reading/source.ts'
import { readVrps } from '../../src/network/sources/vrps.ts'
import { pack } from '../../src/network/tables/columns.ts'
import { fileBytes, realFile } from '../../test/support/market/network.ts'
import { median } from '../contest.ts'
import { atLeast, rateOf, said, sideBySide, thousands, type Finding, type Pass } from './contest.ts'

/** From the packed file to the packed snapshot, beside a loop that only unpacks and splits. */

export const routesFile = 'prefixes/pfx2as-derived-v4.tsv.gz'
export const payloadsFile = 'prefixes/vrps-synthetic-v4.csv.gz'

/** Of the rate of the bare loop. */
const leastShare = 0.6

interface Reading {
  readonly path: string
  readonly measure: () => Promise<Finding>
}

/** Read, collect, finish, pack. */
async function imported<C extends Collector>(path: string, read: Reader<C>, dataset: Dataset<C>): Promise<void> {
  const rows = dataset.collect()
  await read({ bytes: fileBytes(realFile(path)), name: path, refuse: () => undefined }, rows)
  pack(rows.finish())
}

/** Unpack, make text, split lines, split fields, count: less than any reader must do. */
async function split(path: string, separator: string): Promise<number> {
  let rest = ''
  let rows = 0
  for await (const chunk of fileBytes(realFile(path))) {
    const lines = (rest + Buffer.from(chunk).toString('latin1')).split('\n')
    rest = lines.pop() ?? ''
    for (const line of lines) if (line.split(separator).length > 1) rows++
  }
  return rows
}

function alone<C extends Collector>(path: string, read: Reader<C>, dataset: Dataset<C>): Reading {
  return {
    path,
    measure: async () => {
      const lines = await eachLine(fileBytes(realFile(path)), () => undefined)
      const pass: Pass = () => imported(path, read, dataset).then(() => lines)
      const rates = [await rateOf(pass), await rateOf(pass), await rateOf(pass)]
      return said(`read ${path}`, `${thousands(median(rates))} rows/s; ${thousands(lines)} of them`)
    },
  }
}

function compared<C extends Collector>(path: string, read: Reader<C>, dataset: Dataset<C>, separator: string): Reading {
  return {
    path,
    measure: async () => {
      const lines = await split(path, separator)
      const rates = await sideBySide(
        () => imported(path, read, dataset).then(() => lines),
        () => split(path, separator),
      )
      return atLeast(`read ${path}`, 'rows', rates, leastShare)
    },
  }
}

export const readings: readonly Reading[] = [
  compared(payloadsFile, readVrps, vrps, ','),
  compared(routesFile, readPfx2as, announcements, '\t'),
  alone('prefixes/ipasn-2014-05-13.dat.gz', readPfx2as, announcements),
  alone('registry/2023-03_delegated-lacnic-extended-latest.gz', readDelegated, delegations),
  alone('registry/2026-02_delegated-apnic-latest.gz', readDelegated, delegations),
  alone('registry/2026-05_delegated-afrinic-extended-latest.gz', readDelegated, delegations),
  alone('asn/asns.csv.gz', readAsnNames, asNames),
  alone('asn/asn-ipv4.csv.gz', readAsnRanges, asNames),
  alone('geo/geo-whois-asn-country-ipv4.csv.gz', readCountryRanges, places),
]
