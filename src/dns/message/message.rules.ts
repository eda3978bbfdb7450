/** Messages of the DNS as they go over a connection (RFC 1035 §4, RFC 2136 §2): no more of them than is needed here. */

export const types = { NS: 2, CNAME: 5, SOA: 6, PTR: 12, TSIG: 250, AXFR: 252, ANY: 255 } as const
export const classes = { IN: 1, NONE: 254, ANY: 255 } as const
export const opcodes = { query: 0, update: 5 } as const

export class MalformedMessage extends Error {}

export interface WireRecord {
  readonly name: string
  readonly type: number
  readonly class: number
  /** Where the record begins, where its data does, and how long that is. */
  readonly start: number
  readonly data: number
  readonly length: number
}

export interface Message {
  readonly bytes: Buffer
  readonly id: number
  readonly isAnswer: boolean
  readonly isAuthoritative: boolean
  readonly code: number
  readonly answers: readonly WireRecord[]
  readonly authorities: readonly WireRecord[]
  readonly additionals: readonly WireRecord[]
}

const headLength = 12

export function readMessage(bytes: Buffer): Message {
  try {
    return readParts(bytes)
  } catch (error) {
    if (error instanceof RangeError) throw new MalformedMessage('the message ends in the middle')
    throw error
  }
}

function readParts(bytes: Buffer): Message {
  let at = headLength
  const flags = bytes.readUInt16BE(2)
  for (let n = bytes.readUInt16BE(4); n > 0; n--) at = readName(bytes, at).end + 4
  const records = (count: number): WireRecord[] =>
    Array.from({ length: count }, () => {
      const record = readRecord(bytes, at)
      at = record.data + record.length
      return record
    })
  return {
    bytes,
    id: bytes.readUInt16BE(0),
    isAnswer: (flags & 0x8000) !== 0,
    isAuthoritative: (flags & 0x0400) !== 0,
    code: flags & 0xf,
    answers: records(bytes.readUInt16BE(6)),
    authorities: records(bytes.readUInt16BE(8)),
    additionals: records(bytes.readUInt16BE(10)),
  }
}

function readRecord(bytes: Buffer, start: number): WireRecord {
  const { name, end } = readName(bytes, start)
  const length = bytes.readUInt16BE(end + 8)
  const data = end + 10
  if (data + length > bytes.length) throw new MalformedMessage('a record ends after its message')
  return { name, type: bytes.readUInt16BE(end), class: bytes.readUInt16BE(end + 2), start, data, length }
}

/** In small letters, without the last dot; what is no letter of a host is written as zone files do (RFC 1035 §5.1). */
export function readName(bytes: Buffer, start: number): { readonly name: string; readonly end: number } {
  const labels: string[] = []
  let [at, end, jumps] = [start, -1, 0]
  for (;;) {
    const length = bytes.readUInt8(at)
    if (length === 0) return { name: labels.join('.'), end: end < 0 ? at + 1 : end }
    if (length >= 0xc0) {
      if (++jumps > 64) throw new MalformedMessage('a name points at itself')
      if (end < 0) end = at + 2
      at = bytes.readUInt16BE(at) & 0x3fff
      continue
    }
    if (length > 63 || labels.length > 127) throw new MalformedMessage('a name is too long')
    if (at + 1 + length > bytes.length) throw new MalformedMessage('a name ends after its message')
    labels.push(labelIn(bytes.subarray(at + 1, at + 1 + length)))
    at += length + 1
  }
}

const plain = /^[a-zA-Z0-9_/-]+$/

function labelIn(bytes: Buffer): string {
  const text = bytes.toString('latin1')
  if (plain.test(text)) return text.toLowerCase()
  return text.toLowerCase().replaceAll(/[^!-~]|[.\\]/g, (one) => `\\${String(one.charCodeAt(0)).padStart(3, '0')}`)
}

/** Of a name that was checked: letters, digits, hyphens, no part longer than 63. */
export function nameBytes(name: string): Buffer {
  const parts = name === '' ? [] : name.split('.')
  return Buffer.concat([
    ...parts.map((part) => Buffer.concat([Buffer.from([part.length]), Buffer.from(part, 'latin1')])),
    Buffer.from([0]),
  ])
}

interface Asked {
  readonly id: number
  readonly opcode: number
  readonly name: string
  readonly type: number
}

/** A head and one question, which for an update is its zone. */
export function asking({ id, opcode, name, type }: Asked): Buffer {
  const head = Buffer.alloc(headLength)
  head.writeUInt16BE(id, 0)
  head.writeUInt16BE(opcode << 11, 2)
  head.writeUInt16BE(1, 4)
  const end = Buffer.alloc(4)
  end.writeUInt16BE(type, 0)
  end.writeUInt16BE(classes.IN, 2)
  return Buffer.concat([head, nameBytes(name), end])
}

/** The serial of a SOA record: behind two names. */
export function serialIn(bytes: Buffer, { data }: WireRecord): number {
  const { end } = readName(bytes, readName(bytes, data).end)
  return bytes.readUInt32BE(end)
}
