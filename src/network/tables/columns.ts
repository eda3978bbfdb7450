/**
 * Named typed arrays in one run of bytes: a snapshot is stored, sent and opened without touching a single value. The
 * arrays lie at multiples of eight, so that opening them is a view and not a copy.
 */

const kinds = { Uint8Array, Uint16Array, Uint32Array, Int32Array, BigUint64Array, Float64Array } as const

type Column = Uint8Array | Uint16Array | Uint32Array | Int32Array | BigUint64Array | Float64Array
export type Columns = Readonly<Record<string, Column>>

/** Changes with every change of a layout: what another version packed is imported again, never misread. */
export const layout = 'SUBLET-2'

interface Entry {
  readonly name: string
  readonly kind: keyof typeof kinds
  readonly length: number
}

interface Head {
  readonly notes: unknown
  readonly entries: readonly Entry[]
}

export interface Packed {
  readonly columns: Columns
  /** What is said about the whole rather than about a row; JSON. */
  readonly notes: unknown
}

const padded = (length: number): number => Math.ceil(length / 8) * 8

const kindOf = (column: Column): keyof typeof kinds => {
  for (const kind of Object.keys(kinds) as (keyof typeof kinds)[]) if (column instanceof kinds[kind]) return kind
  throw new TypeError('not a column')
}

export function pack({ columns, notes }: Packed): Uint8Array<ArrayBuffer> {
  const entries = Object.entries(columns).map(([name, column]) => ({
    name,
    kind: kindOf(column),
    length: column.length,
  }))
  const head = new TextEncoder().encode(JSON.stringify({ notes, entries } satisfies Head))
  const from = padded(16 + head.length)
  const size = Object.values(columns).reduce((sum, { byteLength }) => sum + padded(byteLength), from)
  const bytes = new Uint8Array(size)
  bytes.set(new TextEncoder().encode(layout))
  new DataView(bytes.buffer).setUint32(8, head.length)
  bytes.set(head, 16)
  let at = from
  for (const column of Object.values(columns)) {
    bytes.set(new Uint8Array(column.buffer, column.byteOffset, column.byteLength), at)
    at += padded(column.byteLength)
  }
  return bytes
}

/** Bytes that begin a buffer of their own, as `pack` made them. */
export function unpack(bytes: Uint8Array): Packed {
  if (new TextDecoder('latin1').decode(bytes.subarray(0, 8)) !== layout)
    throw new Error('This snapshot was packed by another version; import its source again.')
  const length = new DataView(bytes.buffer, bytes.byteOffset).getUint32(8)
  const head: Head = JSON.parse(new TextDecoder().decode(bytes.subarray(16, 16 + length)))
  const columns: Record<string, Column> = {}
  let at = bytes.byteOffset + padded(16 + length)
  for (const { name, kind, length: count } of head.entries) {
    const View: new (buffer: ArrayBufferLike, at: number, count: number) => Column = kinds[kind]
    const column = new View(bytes.buffer, at, count)
    columns[name] = column
    at += padded(column.byteLength)
  }
  return { columns, notes: head.notes }
}
