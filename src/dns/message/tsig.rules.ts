import { createHmac, timingSafeEqual } from 'node:crypto'
import { classes, nameBytes, readName, types, type Message, type WireRecord } from './message.rules.ts'

/** Messages signed by a key that both sides have (RFC 8945). */

export const algorithms = ['hmac-sha256', 'hmac-sha384', 'hmac-sha512'] as const
export type Algorithm = (typeof algorithms)[number]

export interface TsigKey {
  readonly name: string
  readonly algorithm: Algorithm
  readonly secret: Buffer
}

const tsigErrors: Readonly<Record<number, string>> = {
  16: 'BADSIG',
  17: 'BADKEY',
  18: 'BADTIME',
  22: 'BADTRUNC',
}

/** Seconds by which the clocks may differ. */
const fudge = 300

const hashOf = (algorithm: Algorithm): string => algorithm.slice('hmac-'.length)

const timers = (seconds: number, allowed: number): Buffer => {
  const bytes = Buffer.alloc(8)
  bytes.writeUIntBE(seconds, 0, 6)
  bytes.writeUInt16BE(allowed, 6)
  return bytes
}

const withLength = (bytes: Buffer): Buffer => {
  const length = Buffer.alloc(2)
  length.writeUInt16BE(bytes.length)
  return Buffer.concat([length, bytes])
}

interface Signed {
  readonly bytes: Buffer
  readonly mac: Buffer
}

/** The message as it is sent, and what its answer is signed together with. */
export function signed(message: Buffer, key: TsigKey, at: Date): Signed {
  const seconds = Math.floor(at.getTime() / 1_000)
  const variables = Buffer.concat([
    nameBytes(key.name),
    Buffer.from([0, classes.ANY, 0, 0, 0, 0]),
    nameBytes(key.algorithm),
    timers(seconds, fudge),
    Buffer.alloc(4),
  ])
  const mac = createHmac(hashOf(key.algorithm), key.secret).update(message).update(variables).digest()
  const data = Buffer.concat([
    nameBytes(key.algorithm),
    timers(seconds, fudge),
    withLength(mac),
    message.subarray(0, 2),
    Buffer.alloc(4),
  ])
  const head = Buffer.from([0, types.TSIG, 0, classes.ANY, 0, 0, 0, 0])
  const bytes = Buffer.concat([message, nameBytes(key.name), head, withLength(data)])
  bytes.writeUInt16BE(bytes.readUInt16BE(10) + 1, 10)
  return { bytes, mac }
}

interface Signature {
  readonly seconds: number
  readonly fudge: number
  readonly mac: Buffer
  readonly id: number
  readonly error: number
  readonly other: Buffer
}

const signatureOf = (message: Message): WireRecord | null => {
  const last = message.additionals.at(-1)
  return last?.type === types.TSIG ? last : null
}

function readSignature({ bytes }: Message, { data }: WireRecord): Signature {
  const at = readName(bytes, data).end
  const length = bytes.readUInt16BE(at + 8)
  const after = at + 10 + length
  const otherLength = bytes.readUInt16BE(after + 4)
  return {
    seconds: bytes.readUIntBE(at, 6),
    fudge: bytes.readUInt16BE(at + 6),
    mac: bytes.subarray(at + 10, after),
    id: bytes.readUInt16BE(after),
    error: bytes.readUInt16BE(after + 2),
    other: bytes.subarray(after + 6, after + 6 + otherLength),
  }
}

/** What the server says is wrong with our signature; null where it says nothing of it. */
export function tsigErrorOf(message: Message): string | null {
  const record = signatureOf(message)
  const error = record === null ? 0 : readSignature(message, record).error
  return error === 0 ? null : (tsigErrors[error] ?? `TSIG error ${error}`)
}

/** Follows the answers to one request: the first is signed with it, each further one with the one before (RFC 8945 §5.3). */
export class AnswerSeal {
  readonly #key: TsigKey
  #before: Buffer
  #isFirst = true
  #unsigned: Buffer[] = []

  constructor(key: TsigKey, requestMac: Buffer) {
    this.#key = key
    this.#before = requestMac
  }

  /** False for a message that somebody else has made or changed, or that is not of now. */
  isGood(message: Message, now: Date): boolean {
    const record = signatureOf(message)
    if (record === null) {
      // Of many messages not each is signed; the first must be, and one in a hundred.
      this.#unsigned.push(message.bytes)
      return !this.#isFirst && this.#unsigned.length < 100
    }
    const signature = readSignature(message, record)
    const hash = createHmac(hashOf(this.#key.algorithm), this.#key.secret).update(withLength(this.#before))
    for (const bytes of this.#unsigned) hash.update(bytes)
    hash.update(unsignedBytes(message, record, signature.id))
    hash.update(this.#isFirst ? this.#variables(signature) : timers(signature.seconds, signature.fudge))
    const mac = hash.digest()
    const isOurs = record.name === this.#key.name && mac.length === signature.mac.length
    this.#before = mac
    this.#isFirst = false
    this.#unsigned = []
    const isNow = Math.abs(now.getTime() / 1_000 - signature.seconds) <= signature.fudge
    return isOurs && timingSafeEqual(mac, signature.mac) && isNow
  }

  /** Whether the last one was signed, which it must be. */
  get isComplete(): boolean {
    return this.#unsigned.length === 0
  }

  #variables({ seconds, fudge: allowed, error, other }: Signature): Buffer {
    const code = Buffer.alloc(2)
    code.writeUInt16BE(error)
    return Buffer.concat([
      nameBytes(this.#key.name),
      Buffer.from([0, classes.ANY, 0, 0, 0, 0]),
      nameBytes(this.#key.algorithm),
      timers(seconds, allowed),
      code,
      withLength(other),
    ])
  }
}

/** As it was before it was signed. */
function unsignedBytes({ bytes }: Message, { start }: WireRecord, id: number): Buffer {
  const before = Buffer.from(bytes.subarray(0, start))
  before.writeUInt16BE(id, 0)
  before.writeUInt16BE(before.readUInt16BE(10) - 1, 10)
  return before
}
