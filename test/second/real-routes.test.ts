import { readFileSync } from 'node:fs'
import { gunzipSync } from 'node:zlib'
import { expect, test } from 'vitest'
import { announcements, type Announcements } from '../../src/network/datasets/announcements.ts'
import { vrps } from '../../src/network/datasets/vrps.ts'
import { readMrt } from '../../src/network/sources/mrt.ts'
import { readPfx2as } from '../../src/network/sources/pfx2as.ts'
import { readVrps } from '../../src/network/sources/vrps.ts'
import { routesOf, wholeRecords } from '../support/market/mrt.ts'
import { absent, readInto, realFile } from '../support/market/network.ts'
import { isWhole, seed, tell } from './comparison.ts'
import { bitsOf } from './plain/prefix.ts'
import type { Payload, Route } from './plain/validity.ts'
import { networkWith, routeTable } from './product/network.ts'
import { judge, Tally, worldsOf } from './real-worlds.ts'
import { Dice } from './world.ts'

/**
 * The four questions over real routes, where somebody has them (SUBLET_TEST_DATA): all of them with SECOND_CASES, each
 * with all that its /8 has; else those of a few /16 that change from run to run.
 */

const payloadsFile = 'prefixes/vrps-synthetic-v4.csv.gz'
const pfx2as = 'prefixes/pfx2as-derived-v4.tsv.gz'
const pyasn = 'prefixes/ipasn-2014-05-13.dat.gz'
/** Of the day of the payloads, which are all to expire on the same. */
const now = Date.parse('2026-09-16T12:00:00Z') / 1_000

const linesOf = (path: string): string[] =>
  gunzipSync(readFileSync(realFile(path)))
    .toString('latin1')
    .split('\n')

/** Lines by the beginning of the address that `address` finds in them. */
function bySlice(lines: readonly string[], address: RegExp): Map<string, string[]> {
  const slices = new Map<string, string[]>()
  for (const line of lines) {
    const first = address.exec(line)?.[1]
    if (first === undefined) continue
    const slice = slices.get(first)
    if (slice) slice.push(line)
    else slices.set(first, [line])
  }
  return slices
}

/** `AS13335,1.0.0.0/24,24,arin,1789657200`. */
function payloadOf(line: string): Payload {
  const [asn = '', prefix = '', maxLength, anchor = '', expires] = line.split(',')
  return {
    prefix: bitsOf(prefix),
    asn: Number(asn.slice(2)),
    maxLength: Number(maxLength),
    anchor,
    source: 0,
    expires: Number(expires),
  }
}

async function payloadView(lines: readonly string[]) {
  if (lines.length === 0) return []
  const text = ['ASN,IP Prefix,Max Length,Trust Anchor,Expires', ...lines, ''].join('\n')
  const { rows } = await readInto(readVrps, vrps.collect(), text)
  return [vrps.open(rows.finish())]
}

interface Table {
  readonly slices: ReadonlyMap<string, readonly string[]>
  readonly routeOf: (line: string) => Route
  /** As the product keeps what those lines say. */
  readonly view: (lines: readonly string[], routes: readonly Route[]) => Promise<Announcements>
}

const readTable: Table['view'] = async (lines) =>
  announcements.open((await readInto(readPfx2as, announcements.collect(), `${lines.join('\n')}\n`)).rows.finish())

const textTable = (path: string, routeOf: Table['routeOf']): Table => ({
  slices: bySlice(linesOf(path), isWhole ? /^(\d+)\./ : /^(\d+\.\d+)\./),
  routeOf,
  view: readTable,
})

/** Of binary tables the product's reader makes lines, `192.0.2.0/24 64500 3`: they have no plain form. */
async function ribTable(path: string): Promise<Table> {
  const { rows } = await readInto(readMrt, announcements.collect(), await wholeRecords(realFile(path)))
  return {
    slices: bySlice([...routesOf(rows)], isWhole ? /^(\w*)[.:]/ : /^(\w*[.:]\w*)[.:]/),
    routeOf: (line) => {
      const [prefix = '', origin = ''] = line.split(' ')
      const numbers = (origin.match(/\d+/g) ?? []).map(Number)
      return { prefix: bitsOf(prefix), origin: origin.startsWith('{') ? numbers : (numbers[0] ?? 0) }
    },
    view: async (_, routes) => routeTable(routes),
  }
}

const ribs = [
  'rib.20140523.0600-first-mb.bz2',
  'rib6.20151101.0600-first-mb.bz2',
  'bird-mrtdump_rib',
  'bird6-mrtdump_rib',
  'openbgpd_rib_table',
  'openbgpd_rib_table-v2',
  'quagga_rib',
].map((name): [string, () => Promise<Table>] => [`rib/${name}`, () => ribTable(`rib/${name}`)])

const tables: readonly [path: string, open: () => Table | Promise<Table>][] = [
  [
    // 1.0.0.0 TAB 24 TAB 13335
    pfx2as,
    () =>
      textTable(pfx2as, (line) => {
        const [address, length, asn] = line.split('\t')
        return { prefix: bitsOf(`${address}/${length}`), origin: Number(asn) }
      }),
  ],
  [
    // 1.0.0.0/24 TAB 15169
    pyasn,
    () =>
      textTable(pyasn, (line) => {
        const [prefix = '', asn] = line.split('\t')
        return { prefix: bitsOf(prefix), origin: Number(asn) }
      }),
  ],
  ...ribs,
]

let payloadLines: ReadonlyMap<string, readonly string[]> | undefined

/** What the two answered over all of the table, or over a few of its slices. */
async function compare({ slices, routeOf, view }: Table): Promise<Tally> {
  payloadLines ??= bySlice(linesOf(payloadsFile), isWhole ? /^AS\d+,(\d+)\./ : /^AS\d+,(\d+\.\d+)\./)
  const names = [...slices.keys()]
  const dice = new Dice(seed)
  const chosen = isWhole ? names : Array.from({ length: 10 }, () => names[dice.roll(names.length)] ?? '')
  const tally = new Tally()
  for (const name of chosen) {
    const lines = slices.get(name) ?? []
    const ofRpki = payloadLines.get(name) ?? []
    const [routes, payloads] = [lines.map(routeOf), ofRpki.map(payloadOf)]
    const views = { vrps: await payloadView(ofRpki), announcements: [await view(lines, routes)] }
    const network = networkWith(views, now)
    for (const world of worldsOf(routes, payloads, now)) judge(world, network, tally)
  }
  return tally
}

for (const [path, open] of tables) {
  const lacking = [path, payloadsFile].filter(absent)
  const note = lacking.length > 0 ? ` (skipped: no ${lacking.join(' and no ')})` : ''
  test.skipIf(lacking.length > 0)(
    `${path}: two implementations agree${note}`,
    { timeout: 24 * 3_600_000 },
    async () => {
      const tally = await compare(await open())
      tell(`${path}: ${tally.text}`)
      expect(tally.differing, `SECOND_SEED=${seed}`).toEqual([])
      expect(tally.routes).toBeGreaterThan(0)
    },
  )
}
