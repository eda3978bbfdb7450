import { readFileSync } from 'node:fs'
import { gunzipSync } from 'node:zlib'
import { expect, test } from 'vitest'
import { knownPrefix } from '../../../src/kernel/ip/index.ts'
import { vrps } from '../../../src/network/datasets/vrps.ts'
import { readVrps } from '../../../src/network/sources/vrps.ts'
import { pack, unpack } from '../../../src/network/tables/columns.ts'
import { validityOf, type Validity } from '../../../src/prefixes/health/validity.rules.ts'
import { absent, fileBytes, readInto, realFile } from '../../support/market/network.ts'

/** The health of every route of a real table, where somebody has one (SUBLET_TEST_DATA). */

const routesFile = 'prefixes/pfx2as-derived-v4.tsv.gz'
const payloadsFile = 'prefixes/vrps-synthetic-v4.csv.gz'

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
      const route = { prefix: knownPrefix(`${address}/${length}`), asn: Number(asn), asSet: null }
      const { validity } = validityOf(route, view.covering(route.prefix))
      counts[validity] = (counts[validity] ?? 0) + 1
      if (validity !== plainValidity(payloads, addressNumber(address), Number(length), Number(asn)))
        differing.push(`${line}: ${validity}`)
    }
    expect(differing).toEqual([])
    expect(counts).toEqual({ valid: 596_288, not_found: 274_987, invalid_length: 2_132, invalid_asn: 1_380 })
  },
)
