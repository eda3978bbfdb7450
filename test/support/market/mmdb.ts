import { formatPrefix, type Prefix } from '../../../src/kernel/ip/index.ts'

/** Writes MaxMind's format, as far as tests need it. */

type Value = string | number | readonly Value[] | { readonly [name: string]: Value }

function head(type: number, size: number): number[] {
  const low = size < 29 ? size : 29
  const more = size < 29 ? [] : [size - 29]
  return type > 7 ? [low, type - 7, ...more] : [(type << 5) | low, ...more]
}

export function encoded(value: Value): number[] {
  if (typeof value === 'string') return [...head(2, Buffer.byteLength(value)), ...Buffer.from(value)]
  if (typeof value === 'number') return [...head(6, 4), ...be(value, 4)]
  if (Array.isArray(value)) return [...head(11, value.length), ...value.flatMap(encoded)]
  const entries = Object.entries(value)
  return [...head(7, entries.length), ...entries.flatMap(([name, item]) => [...encoded(name), ...encoded(item)])]
}

const be = (value: number, width: number): number[] =>
  Array.from({ length: width }, (_, i) => Math.floor(value / 2 ** (8 * (width - 1 - i))) % 256)

export interface MmdbOptions {
  readonly recordSize?: 24 | 28 | 32
  readonly version?: 4 | 6
  /** Leads from this IPv6 prefix to where IPv4 stands, as such files do for 2002::/16. */
  readonly alias?: Prefix
  readonly built?: number
}

export function mmdbOf(facts: readonly (readonly [Prefix, Value])[], options: MmdbOptions = {}): Buffer {
  const { recordSize = 24, version = 6, alias, built = 1_700_000_000 } = options
  const nodes: [number | null, number | null][] = [[null, null]]
  const leaves = new Map<string, number>()
  const data: number[] = []
  const place = (prefix: Prefix, target: (node: number, side: 0 | 1) => void): void => {
    const depth = version === 6 && prefix.family === 4 ? prefix.length + 96 : prefix.length
    const bits = version === 6 ? 128 : 32
    let node = 0
    for (let at = 0; ; at++) {
      const side = Number((prefix.address >> BigInt(bits - 1 - at)) & 1n) as 0 | 1
      if (at === depth - 1) return target(node, side)
      const row = nodes[node]
      if (row === undefined) throw new Error(formatPrefix(prefix))
      row[side] ??= nodes.push([null, null]) - 1
      node = row[side]
    }
  }
  // Leaves are negative until the number of nodes is known.
  for (const [prefix, value] of facts)
    place(prefix, (node, side) => {
      const bytes = encoded(value)
      const key = bytes.join()
      if (!leaves.has(key)) leaves.set(key, data.push(...bytes) - bytes.length)
      const row = nodes[node]
      if (row !== undefined) row[side] = -1 - (leaves.get(key) ?? 0)
    })
  if (alias !== undefined) {
    let root: number | null = 0
    for (let at = 0; at < 96; at++) root = nodes[root ?? 0]?.[0] ?? null
    place(alias, (node, side) => {
      const row = nodes[node]
      if (row !== undefined) row[side] = root
    })
  }
  const number = (record: number | null): number =>
    record === null ? nodes.length : record < 0 ? nodes.length + 16 - 1 - record : record
  const tree = nodes.flatMap(([left, right]) => nodeBytes(number(left), number(right), recordSize))
  const said = { node_count: nodes.length, record_size: recordSize, ip_version: version, build_epoch: built }
  const mark = Buffer.from('\xab\xcd\xefMaxMind.com', 'latin1')
  return Buffer.from([...tree, ...Array<number>(16).fill(0), ...data, ...mark, ...encoded(said)])
}

function nodeBytes(left: number, right: number, size: 24 | 28 | 32): number[] {
  if (size !== 28) return [...be(left, size / 8), ...be(right, size / 8)]
  const middle = (Math.floor(left / 2 ** 24) << 4) | Math.floor(right / 2 ** 24)
  return [...be(left % 2 ** 24, 3), middle, ...be(right % 2 ** 24, 3)]
}
