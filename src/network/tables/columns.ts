/**
 * Named typed arrays in one run of bytes: a snapshot is stored, sent and opened without touching a single value. The
 * arrays lie at multiples of eight, so that opening them is a view and not a copy.
 */

const kinds = { Uint8Array, Uint16Array, Uint32Array, Int32Array, BigUint64Array, Float64Array } as const

type Column = Uint8Array | Uint16Array | Uint32Array | Int32Array | BigUint64Array | Float64Array
/** Bytes that were collected in parts are one column once they are packed. */
export type Columns = Readonly<Record<string, Column | readonly Uint8Array[]>>

/** Changes with every change of a layout: what another version packed is imported again, never misread. */
export const layout = 'SUBLET-3'

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

/** What is packed, before it is put together: of a whole registry's the collector's own arrays are memory enough. */
export interface Parcel {
  readonly size: number
  readonly parts: readonly Uint8Array[]
}

const padded = (length: number): number => Math.ceil(length / 8) * 8

const kindOf = (column: Column): keyof typeof kinds => {
  for (const kind of Object.keys(kinds) as (keyof typeof kinds)[]) if (column instanceof kinds[kind]) return kind
  throw new TypeError('not a column')
}

const bytesOf = ({ buffer, byteOffset, byteLength }: Column): Uint8Array =>
  new Uint8Array(buffer, byteOffset, byteLength)

const sizeOf = (parts: readonly Uint8Array[]): number => parts.reduce((sum, { byteLength }) => sum + byteLength, 0)

export function parcel({ columns, notes }: Packed): Parcel {
  const wrapped = Object.entries(columns).map(([name, column]) => {
    if (ArrayBuffer.isView(column))
      return { name, kind: kindOf(column), length: column.length, parts: [bytesOf(column)] }
    return { name, kind: 'Uint8Array' as const, length: sizeOf(column), parts: column }
  })
  const entries = wrapped.map(({ name, kind, length }) => ({ name, kind, length }))
  const head = new TextEncoder().encode(JSON.stringify({ notes, entries } satisfies Head))
  const begin = new Uint8Array(padded(16 + head.length))
  begin.set(new TextEncoder().encode(layout))
  new DataView(begin.buffer).setUint32(8, head.length)
  begin.set(head, 16)
  const parts = [begin, ...wrapped.flatMap((each) => [...each.parts, paddingAfter(sizeOf(each.parts))])]
  return { size: sizeOf(parts), parts }
}

const paddingAfter = (length: number): Uint8Array => new Uint8Array(padded(length) - length)

export function pack(packed: Packed): Uint8Array<ArrayBuffer> {
  const { size, parts } = parcel(packed)
  const bytes = new Uint8Array(size)
  let at = 0
  for (const part of parts) {
    bytes.set(part, at)
    at += part.length
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
