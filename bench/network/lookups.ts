import { knownPrefix } from '../../src/kernel/ip/index.ts'
import { announcements } from '../../src/network/datasets/announcements.ts'
import { vrps } from '../../src/network/datasets/vrps.ts'
import { eachLine } from '../../src/network/reading/lines.ts'
import { readPfx2as } from '../../src/network/sources/pfx2as.ts'
import { found, readPrefix } from '../../src/network/reading/scan-prefix.ts'
import { readVrps } from '../../src/network/sources/vrps.ts'
import { PrefixBuilder } from '../../src/network/tables/prefix-builder.ts'
import { openPrefixes, prefixColumns, type PrefixTable } from '../../src/network/tables/prefix-table.ts'
import { validityOf } from '../../src/prefixes/health/validity.rules.ts'
import { fileBytes, readInto, realFile } from '../../test/support/market/network.ts'
import { atMost, sideBySide, thousands, type Finding } from './contest.ts'
import { payloadsFile, routesFile } from './reading.ts'

/** The index of the whole table, and validity of the whole table. */

export const tableFile = 'prefixes/table-2024-01.txt.gz'
const mostBytes = 24 * 2 ** 20
const questions = 1_000_000

/** The same numbers in every run. */
function seeded(seed: number): () => number {
  let state = seed
  return () => (state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0)
}

interface Prefixes4 {
  readonly starts: Uint32Array
  readonly lengths: Uint8Array
}

/** IPv4 prefixes of the table, in no order. */
async function shuffledTable(): Promise<Prefixes4> {
  const all: [number, number][] = []
  await eachLine(fileBytes(realFile(tableFile)), (bytes, from, to) => {
    if (readPrefix(bytes, from, to) && found.family === 4) all.push([found.start4, found.length])
  })
  const next = seeded(1)
  for (let i = all.length - 1; i > 0; i--) {
    const j = next() % (i + 1)
    const [a, b] = [all[i], all[j]]
    if (a && b) [all[i], all[j]] = [b, a]
  }
  return { starts: Uint32Array.from(all, ([start]) => start), lengths: Uint8Array.from(all, ([, length]) => length) }
}

function built({ starts, lengths }: Prefixes4): PrefixTable {
  const builder = new PrefixBuilder()
  for (let i = 0; i < starts.length; i++) builder.add4(starts[i] ?? 0, lengths[i] ?? 0)
  return openPrefixes(prefixColumns(builder.finish().prefixes))
}

/** Address above, length and number below, as one sorts them. */
const keysOf = ({ starts, lengths }: Prefixes4): BigUint64Array =>
  BigUint64Array.from(starts, (start, i) => (BigInt(start) << 32n) | (BigInt(lengths[i] ?? 0) << 26n) | BigInt(i))

/** The last that is not after the address, and nothing else. */
function bareSearch(starts: Uint32Array, address: number): number {
  let low = 0
  let high = starts.length
  while (low < high) {
    const middle = (low + high) >>> 1
    if ((starts[middle] ?? 0) <= address) low = middle + 1
    else high = middle
  }
  return low - 1
}

/** Addresses in announced space. */
function addressesIn({ starts, lengths }: Prefixes4): Uint32Array {
  const next = seeded(2)
  return Uint32Array.from({ length: questions }, () => {
    const row = next() % starts.length
    return (starts[row] ?? 0) + (next() % 2 ** (32 - (lengths[row] ?? 0)))
  })
}

export async function measureIndex(): Promise<Finding[]> {
  const given = await shuffledTable()
  const table = built(given)
  const { starts4, lengths, parents, facts } = table
  const bytes = [starts4, lengths, parents, facts].reduce((sum, { byteLength }) => sum + byteLength, 4 * 65_537)
  const addresses = addressesIn(given)
  const lookups = await sideBySide(
    () => counted(addresses, (address) => table.coverOf4(address, 32)),
    () => counted(addresses, (address) => bareSearch(starts4, address)),
  )
  const keys = keysOf(given)
  const builds = await sideBySide(
    () => built(given).size,
    () => keys.slice().sort().length,
  )
  return [
    {
      name: `index of ${thousands(table.size4)} IPv4 prefixes`,
      figure: `${(bytes / 2 ** 20).toFixed(1)} MiB`,
      limit: `at most ${mostBytes / 2 ** 20} MiB`,
      holds: bytes <= mostBytes,
    },
    atMost('its look-up beside a binary search', 'look-ups', lookups, 3),
    atMost('its build from no order beside the sort', 'prefixes', builds, 2),
  ]
}

let sink = 0

function counted(addresses: Uint32Array, find: (address: number) => number): number {
  for (let i = 0; i < addresses.length; i++) sink ^= find(addresses[i] ?? 0)
  return addresses.length
}

/** As the health of a prefix is judged, beside the search for the payloads that cover it. */
export async function measureValidity(): Promise<Finding[]> {
  const { rows: announced } = await readInto(readPfx2as, announcements.collect(), fileBytes(realFile(routesFile)))
  const { rows: payloads } = await readInto(readVrps, vrps.collect(), fileBytes(realFile(payloadsFile)))
  const view = vrps.open(payloads.finish())
  const routes = announcements.open(announced.finish()).inside(knownPrefix('0.0.0.0/0'))
  const rates = await sideBySide(
    () => {
      for (const route of routes) sink ^= validityOf(route, view.covering(route.prefix)).validity === 'valid' ? 1 : 0
      return routes.length
    },
    () => {
      for (const { prefix } of routes) sink ^= view.covering(prefix).length
      return routes.length
    },
  )
  return [atMost('validity of all routes beside finding their payloads', 'routes', rates, 2)]
}
