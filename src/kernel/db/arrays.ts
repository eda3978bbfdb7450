import { query, raw, type Query } from './query.ts'

/**
 * Lists as PostgreSQL itself writes them (`array_send`): a text of them is quoted and escaped here and taken apart there
 * character by character, JSON even twice. Types that have no writer here come as such a text all the same.
 */
export function arrayOf(type: string, values: readonly unknown[]): Query<unknown> {
  const element = elements[type]
  return query`${element ? written(element, values) : asText(values)}::${raw(type)}[]`
}

export const uuidArray = (values: readonly (string | null)[]) => arrayOf('uuid', values)
export const textArray = (values: readonly (string | null)[]) => arrayOf('text', values)
export const wholeArray = (values: readonly (number | null)[]) => arrayOf('bigint', values)
export const timeArray = (values: readonly (Date | null)[]) => arrayOf('timestamp with time zone', values)

/**
 * One of these, behind a column. A single one is compared with as itself: PostgreSQL plans that once and keeps the plan,
 * whereas it plans a list each time anew, for its length.
 */
export function among(uuids: readonly string[]): Query<unknown> {
  const [only, ...others] = uuids
  return only !== undefined && others.length === 0 ? query`= ${only}` : query`= any(${uuidArray(uuids)})`
}

interface Element {
  /** The type's number in every PostgreSQL. */
  readonly oid: number
  /** Writes a value from a place on and returns where it ends. */
  readonly write: (value: never, at: number) => number
}

const usualRoom = 64 * 1024
let bytes = Buffer.allocUnsafe(usualRoom)

function makeRoom(end: number): void {
  if (end <= bytes.length) return
  const larger = Buffer.allocUnsafe(end * 2)
  bytes.copy(larger)
  bytes = larger
}

/** Dimensions, whether there may be nulls, the type, how many, from which number on; then each with its length in front. */
function written({ oid, write }: Element, values: readonly unknown[]): Buffer {
  for (const [i, word] of [values.length === 0 ? 0 : 1, 1, oid, values.length, 1].entries())
    bytes.writeInt32BE(word, i * 4)
  let end = values.length === 0 ? 12 : 20
  // Values that come together are often the same, down to the object: they are copied.
  let [before, from, until]: [unknown, number, number] = [undefined, 0, 0]
  for (const value of values) {
    const at = end
    if (value === before && from !== 0) {
      end = at + until - from
      makeRoom(end)
      bytes.copyWithin(at, from, until)
    } else {
      makeRoom(at + 4)
      const isNull = value === null || value === undefined
      end = isNull ? at + 4 : write(value as never, at + 4)
      bytes.writeInt32BE(isNull ? -1 : end - at - 4, at)
    }
    ;[before, from, until] = [value, at, end]
  }
  const array = Buffer.from(bytes.subarray(0, end))
  if (bytes.length > usualRoom * 16) bytes = Buffer.allocUnsafe(usualRoom)
  return array
}

const digits = new Int8Array(128).fill(-1)
for (let value = 0; value < 16; value++)
  for (const digit of [value.toString(16), value.toString(16).toUpperCase()]) digits[digit.charCodeAt(0)] = value

const dash = 45

function writeUuid(uuid: string, at: number): number {
  makeRoom(at + 16)
  let [end, bad] = [at, uuid.length === 36 ? 0 : -1]
  for (let i = 0; i < 36; i += 2) {
    if (i === 8 || i === 13 || i === 18 || i === 23) bad |= uuid.charCodeAt(i++) === dash ? 0 : -1
    const high = digits[uuid.charCodeAt(i)] ?? -1
    const low = digits[uuid.charCodeAt(i + 1)] ?? -1
    bad |= high | low
    bytes[end++] = (high << 4) | low
  }
  if (bad < 0) throw new Error(`"${uuid}" is no UUID`)
  return end
}

const half = 2 ** 32

function whole(value: number): number {
  if (!Number.isSafeInteger(value)) throw new Error(`${value} is no whole number`)
  return value
}

/** Eight bytes of a number that is whole, and small enough to be exact. */
function writeLong(value: number, at: number): number {
  makeRoom(at + 8)
  bytes.writeInt32BE(Math.floor(whole(value) / half), at)
  return bytes.writeUInt32BE(value >>> 0, at + 4)
}

const start = Date.UTC(2000, 0, 1)

/** Microseconds since the year 2000, in two halves: as one number they are exact for three hundred years only. */
function writeTime(time: Date, at: number): number {
  const ms = time.getTime() - start
  if (Number.isNaN(ms)) throw new Error('a time is invalid')
  makeRoom(at + 8)
  const above = Math.floor(ms / half)
  const below = (ms - above * half) * 1_000
  const carried = Math.floor(below / half)
  bytes.writeInt32BE(above * 1_000 + carried, at)
  return bytes.writeUInt32BE(below - carried * half, at + 4)
}

function writeText(text: string, at: number): number {
  makeRoom(at + text.length * 3)
  return at + bytes.write(text, at)
}

const elements: Readonly<Record<string, Element>> = {
  uuid: { oid: 2950, write: writeUuid },
  text: { oid: 25, write: writeText },
  bigint: { oid: 20, write: writeLong },
  integer: {
    oid: 23,
    write: (value: number, at) => {
      makeRoom(at + 4)
      return bytes.writeInt32BE(whole(value), at)
    },
  },
  smallint: {
    oid: 21,
    write: (value: number, at) => {
      makeRoom(at + 2)
      return bytes.writeInt16BE(whole(value), at)
    },
  },
  boolean: {
    oid: 16,
    write: (value: boolean, at) => {
      makeRoom(at + 1)
      return bytes.writeUInt8(Number(value), at)
    },
  },
  'timestamp with time zone': { oid: 1184, write: writeTime },
  // The number of the form, and the text.
  jsonb: {
    oid: 3802,
    write: (value: unknown, at) => {
      makeRoom(at + 1)
      return writeText(JSON.stringify(value), bytes.writeUInt8(1, at))
    },
  },
}

const quoted = (text: string): string => `"${text.replaceAll(/["\\]/g, String.raw`\$&`)}"`

const asText = (values: readonly unknown[]): string =>
  `{${values.map((value) => (value === null || value === undefined ? 'null' : quoted(value as string))).join()}}`
