import { addressOf, prefixAround } from '../../kernel/ip/index.ts'
import type { LocationRows, Spot } from '../datasets/locations.ts'
import { MmdbData } from './mmdb-data.ts'
import { type Reader, SourceFault } from '../reading/source.ts'

/**
 * MaxMind's files: a search tree over the bits of addresses, and the data its leaves point to. Everything in them is
 * asked for, so the tree is walked, and not searched a hundred million times.
 */

const metadataMark = Buffer.from('\xab\xcd\xefMaxMind.com', 'latin1')
/** Room between tree and data, in bytes. */
const gap = 16
/** It must be held whole, for it is read from its end; none that is sold comes near. */
const largestFile = 2 ** 30

export const readMmdb: Reader<LocationRows> = async (input, rows) => {
  const bytes = await wholeFile(input.bytes)
  const tree = openTree(bytes)
  const spots = new Map<number, number | null>()
  const spotAt = (pointer: number): number | null => {
    const known = spots.get(pointer)
    if (known !== undefined) return known
    const spot = spotOf(tree.data.read(pointer - tree.nodes - gap))
    const number = spot === null ? null : rows.spot(spot)
    spots.set(pointer, number)
    return number
  }
  for (const { family, start, length, pointer } of leaves(tree)) {
    const spot = spotAt(pointer)
    if (spot !== null) rows.addAt(prefixAround(addressOf(family, start), length), spot)
  }
  if (rows.count === 0)
    throw new SourceFault('byte 0', 'there is no place in this file (another kind of database, perhaps)')
  return tree.built === null ? {} : { takenAt: tree.built }
}

async function wholeFile(source: AsyncIterable<Uint8Array>): Promise<Buffer> {
  const parts: Uint8Array[] = []
  let length = 0
  for await (const part of source) {
    length += part.length
    if (length > largestFile) throw new SourceFault(`byte ${largestFile}`, 'is larger than such a file may be')
    parts.push(part)
  }
  return Buffer.concat(parts, length)
}

interface Tree {
  readonly bytes: Buffer
  readonly nodes: number
  readonly recordSize: 24 | 28 | 32
  readonly bits: 32 | 128
  readonly data: MmdbData
  readonly built: Date | null
}

function openTree(bytes: Buffer): Tree {
  const mark = bytes.lastIndexOf(metadataMark)
  if (mark < 0)
    throw new SourceFault(`byte ${bytes.length}`, 'the file ends without the description that MaxMind files end with')
  const start = mark + metadataMark.length
  const said = new MmdbData(bytes, start, bytes.length).read(0)
  const {
    node_count: nodes,
    record_size: recordSize,
    ip_version: version,
    build_epoch: epoch,
  } = isMap(said) ? said : {}
  if (recordSize !== 24 && recordSize !== 28 && recordSize !== 32)
    throw new SourceFault(`byte ${start}`, 'the description of the file has no size of records')
  if (typeof nodes !== 'number' || (version !== 4 && version !== 6))
    throw new SourceFault(`byte ${start}`, 'the description of the file has no number of nodes or version of IP')
  const treeSize = (nodes * recordSize) / 4
  if (treeSize + gap > mark) throw new SourceFault(`byte ${mark}`, 'the search tree is cut off')
  const data = new MmdbData(bytes, treeSize + gap, mark)
  const built = typeof epoch === 'number' && epoch > 0 && epoch < 2 ** 32 ? new Date(epoch * 1000) : null
  return { bytes, nodes, recordSize, bits: version === 4 ? 32 : 128, data, built }
}

interface Leaf {
  readonly family: 4 | 6
  readonly start: bigint
  readonly length: number
  readonly pointer: number
}

/** Depth first and from the left, so in address order. IPv4 lives under ::/96; where IPv6 leads back to it, it is a copy. */
function* leaves(tree: Tree): Generator<Leaf> {
  const root4 = tree.bits === 128 ? ipv4Root(tree) : 0
  // Each node is under one other; more visits than that, and small files unfold without end.
  let visits = 4 * tree.nodes + 4
  const open: { node: number; start: bigint; depth: number }[] = [{ node: 0, start: 0n, depth: 0 }]
  for (let at = open.pop(); at !== undefined; at = open.pop()) {
    const { node, start, depth } = at
    const isFour = tree.bits === 32 || (depth >= 96 && start >> 32n === 0n)
    if (node > tree.nodes) yield leafOf(tree.bits, start, depth, node, isFour)
    else if (node < tree.nodes) {
      if (node === root4 && depth > 0 && !isFour) continue
      if (depth === tree.bits || visits-- < 0)
        throw new SourceFault(`byte ${(node * tree.recordSize) / 4}`, 'the search tree has no end')
      const bit = 1n << BigInt(tree.bits - depth - 1)
      open.push({ node: childOf(tree, node, 1), start: start | bit, depth: depth + 1 })
      open.push({ node: childOf(tree, node, 0), start, depth: depth + 1 })
    }
  }
}

const leafOf = (bits: 32 | 128, start: bigint, depth: number, pointer: number, isFour: boolean): Leaf =>
  isFour
    ? { family: 4, start, length: bits === 32 ? depth : depth - 96, pointer }
    : { family: 6, start, length: depth, pointer }

/** The node under which IPv4 stands; the number of nodes, which is none, where it is a leaf or missing. */
function ipv4Root(tree: Tree): number {
  let node = 0
  for (let depth = 0; depth < 96 && node < tree.nodes; depth++) node = childOf(tree, node, 0)
  return Math.min(node, tree.nodes)
}

function childOf({ bytes, recordSize }: Tree, node: number, side: 0 | 1): number {
  const at = (node * recordSize) / 4
  if (recordSize === 32) return bytes.readUInt32BE(at + side * 4)
  if (recordSize === 24) return bytes.readUIntBE(at + side * 3, 3)
  const middle = bytes[at + 3] ?? 0
  return side === 0
    ? bytes.readUIntBE(at, 3) + (middle >>> 4) * 2 ** 24
    : bytes.readUIntBE(at + 4, 3) + (middle & 15) * 2 ** 24
}

type Words = Readonly<Record<string, unknown>>
const isMap = (value: unknown): value is Words => typeof value === 'object' && value !== null && !Array.isArray(value)

/** As MaxMind and DB-IP name it; where a block is used counts before where it is registered. Flat files have a code. */
function spotOf(value: unknown): Spot | null {
  if (!isMap(value)) return null
  const country = [value['country'], value['registered_country']].find((named) => codeOf(named) !== null)
  const countryCode = codeOf(country) ?? codeOf({ iso_code: value['country_code'] ?? value['country'] })
  if (countryCode === null) return null
  const regions = value['subdivisions']
  const region: unknown = Array.isArray(regions) ? regions[0] : null
  const regionCode = isMap(region) && typeof region['iso_code'] === 'string' ? region['iso_code'] : null
  return {
    countryCode,
    cityName: nameOf(value['city']),
    state: regionCode === null ? nameOf(region ?? value['state1'] ?? value['region']) : `${countryCode}-${regionCode}`,
  }
}

function codeOf(value: unknown): string | null {
  const code = isMap(value) ? value['iso_code'] : null
  return typeof code === 'string' && /^[A-Za-z]{2}$/.test(code) ? code.toUpperCase() : null
}

function nameOf(value: unknown): string | null {
  if (typeof value === 'string') return value || null
  const names = isMap(value) ? value['names'] : null
  const english = isMap(names) ? names['en'] : null
  return typeof english === 'string' && english !== '' ? english : null
}
