import type { VrpRows } from '../datasets/vrps.ts'
import { u16, u32 } from '../reading/bytes.ts'
import { errorWords, headLength, pdu, revisionText, whyMalformed } from '../reading/rtr-pdu.ts'
import { isPrefix4 } from '../reading/scan.ts'
import { SourceFault, type Findings, type Input } from '../reading/source.ts'
import { Window } from '../reading/window.ts'

/**
 * A cache's answer to the question for all its data (RFC 8210 §8.1), from its first PDU to the End of Data; what comes
 * after that is not read. It tells neither trust anchors nor ends, and is as of now.
 */
export async function readVrpRtr(input: Input, rows: VrpRows): Promise<Findings> {
  const window = new Window(input.bytes)
  const answer = new Answer(rows)
  try {
    while (!answer.ended) {
      if (!(await window.fill(headLength)) || !(await window.fill(wholePdu(window))))
        throw new SourceFault(`byte ${window.offset}`, 'the answer ends without its End of Data: it was cut off')
      // As many as are at hand, without waiting in between: there are a million.
      while (!answer.ended && window.left >= wholePdu(window)) answer.take(window)
    }
  } finally {
    await window.close()
  }
  return { revision: revisionText(answer) }
}

/** How many bytes it takes to go on: a beginning, then all that it announces. */
function wholePdu(window: Window): number {
  if (window.left < headLength) return headLength
  const why = whyMalformed(window.bytes, window.at)
  if (why !== '') throw new SourceFault(`byte ${window.offset}`, `the PDU that begins here ${why}`)
  return u32(window.bytes, window.at + 4)
}

class Answer {
  readonly #rows: VrpRows
  /** All of one answer are of the version of its first. */
  version = -1
  session = -1
  serial = 0
  ended = false

  constructor(rows: VrpRows) {
    this.#rows = rows
  }

  take(window: Window): void {
    const { bytes, at } = window
    const why = this.#why(bytes, at)
    if (why !== '') throw new SourceFault(`byte ${window.offset}`, `the PDU that begins here ${why}`)
    window.at += u32(bytes, at + 4)
  }

  /** What is wrong with it. */
  #why(bytes: Uint8Array, at: number): string {
    const type = bytes[at + 1]
    if (type === pdu.errorReport) return `ends the answer: ${errorWords(u16(bytes, at + 2))}`
    if (this.version < 0) return this.#begins(bytes, at, type)
    if (bytes[at] !== this.version) return 'is of another version of RTR than the first'
    if (type === pdu.ipv4) return this.#four(bytes, at)
    if (type === pdu.ipv6) return this.#six(bytes, at)
    if (type === pdu.endOfData) return this.#ends(bytes, at)
    return type === pdu.routerKey || type === pdu.serialNotify ? '' : 'is out of place in an answer'
  }

  #begins(bytes: Uint8Array, at: number, type: number | undefined): string {
    if (type !== pdu.cacheResponse) return 'is no Cache Response, with which an answer begins'
    this.version = bytes[at] ?? 0
    this.session = u16(bytes, at + 2)
    return ''
  }

  #ends(bytes: Uint8Array, at: number): string {
    if (u16(bytes, at + 2) !== this.session) return 'is of another session than the answer'
    this.serial = u32(bytes, at + 8)
    this.ended = true
    return ''
  }

  #four(bytes: Uint8Array, at: number): string {
    const length = bytes[at + 9] ?? 0
    const why = whyNoPayload(bytes, at, 32)
    const start = u32(bytes, at + 12)
    if (why !== '' || !isPrefix4(start, length)) return why || hostBits
    this.#rows.add4(start, length, u32(bytes, at + 16), bytes[at + 10] ?? 0, 0, 0)
    return ''
  }

  #six(bytes: Uint8Array, at: number): string {
    const length = bytes[at + 9] ?? 0
    const why = whyNoPayload(bytes, at, 128)
    const start = (u64(bytes, at + 12) << 64n) | u64(bytes, at + 20)
    if (why !== '' || BigInt.asUintN(128 - length, start) !== 0n) return why || hostBits
    this.#rows.add6(start, length, u32(bytes, at + 28), bytes[at + 10] ?? 0, 0, 0)
    return ''
  }
}

const u64 = (bytes: Uint8Array, at: number): bigint => (BigInt(u32(bytes, at)) << 32n) | BigInt(u32(bytes, at + 4))

const hostBits = 'has a prefix with bits beyond its length'

/** Flags, length and maximum length stand in the same places in both families. */
function whyNoPayload(bytes: Uint8Array, at: number, bits: number): string {
  if (((bytes[at + 8] ?? 0) & 1) === 0) return 'withdraws what was never announced'
  const [length, most] = [bytes[at + 9] ?? 0, bytes[at + 10] ?? 0]
  return length <= most && most <= bits ? '' : `has no length and maximum length up to ${bits}`
}
