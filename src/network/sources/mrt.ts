import type { Family } from '../../kernel/ip/index.ts'
import type { AnnouncementRows } from '../datasets/announcements.ts'
import { u16, u32 } from '../reading/bytes.ts'
import { malformed, Origins, ownRoute } from './mrt-path.ts'
import { Tally } from './mrt-tally.ts'
import { type Input, type Reader, SourceFault } from '../reading/source.ts'
import { Window } from '../reading/window.ts'

/** Route tables as collectors dump them: MRT, TABLE_DUMP_V2 and its forerunner (RFC 6396, RFC 8050). */

const headLength = 12
/** A record has one prefix as up to a few thousand peers see it; one of this length is a length misread. */
const longestRecord = 1 << 24

const type = { tableDump: 12, tableDumpV2: 13 } as const
/** Updates, states and other protocols that may stand in such a file. Anything else: the records were lost. */
const otherTypes = new Set([0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 16, 17, 32, 33, 48, 49])

const peerIndexTable = 1
interface Form {
  readonly family: Family | 'said'
  readonly addPath: boolean
}
const forms: Readonly<Record<number, Form>> = {
  2: { family: 4, addPath: false },
  4: { family: 6, addPath: false },
  6: { family: 'said', addPath: false },
  8: { family: 4, addPath: true },
  10: { family: 6, addPath: true },
  12: { family: 'said', addPath: true },
}
const unicast = 1
const families: Readonly<Record<number, Family>> = { 1: 4, 2: 6 }

export const readMrt: Reader<AnnouncementRows> = async (input, rows) => {
  const table = new RouteTable(input, rows)
  const window = new Window(input.bytes)
  try {
    while (await window.fill(1)) {
      const from = window.offset
      if (!(await window.fill(headLength))) throw cutOff(from)
      const length = u32(window.bytes, window.at + 8)
      const kind = u16(window.bytes, window.at + 4)
      if (!otherTypes.has(kind) && kind !== type.tableDump && kind !== type.tableDumpV2)
        throw new SourceFault(`byte ${from}`, 'is not the beginning of an MRT record')
      if (length > longestRecord) throw new SourceFault(`byte ${from}`, 'begins an MRT record longer than any is')
      if (!(await window.fill(headLength + length))) throw cutOff(from)
      table.record(window.bytes, window.at, window.at + headLength + length, from)
      window.at += headLength + length
    }
  } finally {
    await window.close()
  }
  return { takenAt: table.finish() }
}

const cutOff = (from: number): SourceFault =>
  new SourceFault(`byte ${from}`, 'the MRT record that begins here is cut off by the end of the file')

interface RibRecord {
  readonly whole: boolean
  readonly lost: number
}

class RouteTable {
  readonly #input: Input
  readonly #origins = new Origins()
  readonly #tally: Tally
  /** Numbers of the peers as the last index table lists them. */
  #peers: number[] | null = null
  #records = 0
  #taken = 0

  constructor(input: Input, rows: AnnouncementRows) {
    this.#input = input
    this.#tally = new Tally(rows, this.#origins)
  }

  record(bytes: Uint8Array, at: number, to: number, offset: number): void {
    const kind = u16(bytes, at + 4)
    const subtype = u16(bytes, at + 6)
    const body = at + headLength
    if (kind === type.tableDump) {
      const family = families[subtype]
      if (family === undefined) return
      this.#count(u32(bytes, at))
      // Of one peer alone: what the others say of the prefix stands in records of their own.
      if (!this.#dumped(bytes, body, to, family)) this.#refuse(offset, 'the record of a route is malformed')
    } else if (kind === type.tableDumpV2) {
      this.#tally.close()
      if (subtype === peerIndexTable) {
        this.#peers = this.#readPeers(bytes, body, to)
        if (this.#peers === null) throw new SourceFault(`byte ${offset}`, 'the table of peers is malformed')
        return
      }
      const form = forms[subtype]
      if (form === undefined) return
      if (this.#peers === null) throw new SourceFault(`byte ${offset}`, 'routes come before the table of their peers')
      this.#count(u32(bytes, at))
      const { whole, lost } = this.#rib(bytes, body, to, form, this.#peers)
      if (lost > 0) this.#refuse(offset, `the paths of some peers are malformed or end in AS0 (${lost})`)
      if (whole) return this.#tally.close()
      this.#tally.drop()
      this.#refuse(offset, 'the record of a route is malformed')
    }
  }

  #count(timestamp: number): void {
    this.#records++
    if (timestamp > this.#taken) this.#taken = timestamp
  }

  #refuse(offset: number, why: string): void {
    this.#input.refuse(`byte ${offset}`, why)
  }

  finish(): Date {
    this.#tally.close()
    if (this.#records === 0) throw new SourceFault('byte 0', 'there is no route table in this file (updates, perhaps)')
    this.#tally.tellVantage()
    return new Date(this.#taken * 1000)
  }

  #readPeers(bytes: Uint8Array, from: number, to: number): number[] | null {
    let at = from + 4
    at += 2 + u16(bytes, at)
    if (at + 2 > to) return null
    const peers: number[] = []
    const count = u16(bytes, at)
    at += 2
    for (let i = 0; i < count; i++) {
      const kind = bytes[at] ?? 0
      const address = at + 5
      const asn = address + ((kind & 1) === 1 ? 16 : 4)
      at = asn + ((kind & 2) === 2 ? 4 : 2)
      if (at > to) return null
      const text = Buffer.from(bytes.buffer, bytes.byteOffset + address, asn - address).toString('hex')
      peers.push(this.#tally.peer(text, at - asn === 4 ? u32(bytes, asn) : u16(bytes, asn)))
    }
    return at === to ? peers : null
  }

  /**
   * RFC 6396 §4.3.2 and §4.3.3; with path identifiers RFC 8050 §4. Whole unless the record itself is malformed. A peer whose
   * path nobody can follow is lost, and says nothing about what the others see.
   */
  #rib(bytes: Uint8Array, from: number, to: number, form: Form, peers: readonly number[]): RibRecord {
    let lost = 0
    let at = from + 4
    let { family } = form
    if (family === 'said') {
      const said = families[u16(bytes, at)]
      if (said === undefined || bytes[at + 2] !== unicast) {
        // Routes of VPNs and the like are no announcements to the internet.
        this.#tally.drop()
        return { whole: at + 3 <= to, lost }
      }
      family = said
      at += 3
    }
    const length = bytes[at] ?? 0
    const first = at + 1
    at = first + ((length + 7) >>> 3)
    if (at + 2 > to || length > (family === 4 ? 32 : 128)) return { whole: false, lost }
    this.#tally.open(family, startOf(bytes, first, family, length), length)
    const count = u16(bytes, at)
    at += 2
    const beforeAttributes = form.addPath ? 10 : 6
    for (let i = 0; i < count; i++) {
      const peer = peers[u16(bytes, at)]
      const attributes = at + beforeAttributes + 2
      if (peer === undefined || attributes > to) return { whole: false, lost }
      at = attributes + u16(bytes, attributes - 2)
      if (at > to) return { whole: false, lost }
      if (!this.#route(peer, this.#origins.of(bytes, attributes, at, 4))) lost++
    }
    return { whole: at === to, lost }
  }

  /** RFC 6396 §4.2: a record for each peer, those of one prefix after each other. */
  #dumped(bytes: Uint8Array, from: number, to: number, family: Family): boolean {
    const width = family === 4 ? 4 : 16
    const length = bytes[from + 4 + width] ?? 0
    const peerAt = from + 4 + width + 6
    const attributes = peerAt + width + 4
    if (attributes > to || length > width * 8) return false
    if (attributes + u16(bytes, attributes - 2) !== to) return false
    const origin = this.#origins.of(bytes, attributes, to, 2)
    if (origin === malformed) return false
    const start = startOf(bytes, from + 4, family, length)
    if (!this.#tally.isOpen(family, start, length)) {
      this.#tally.close()
      this.#tally.open(family, start, length)
    }
    const address = Buffer.from(bytes.buffer, bytes.byteOffset + peerAt, width).toString('hex')
    return this.#route(this.#tally.peer(address, u16(bytes, attributes - 4)), origin)
  }

  #route(peer: number, origin: number): boolean {
    if (origin === malformed) return false
    // What the collector itself originates has neither path nor peer, and is no announcement that anybody heard.
    const announcer = origin === ownRoute ? this.#tally.asnOf(peer) : origin
    if (announcer !== 0) this.#tally.add(peer, announcer)
    return true
  }
}

/** The first address, bits beyond the length dropped: RFC 4271 §4.3 leaves them undefined. */
function startOf(bytes: Uint8Array, at: number, family: Family, length: number): number | bigint {
  const used = (length + 7) >>> 3
  const word = (number: number): number => {
    let value = 0
    for (let i = number * 4; i < number * 4 + 4; i++) value = value * 256 + (i < used ? (bytes[at + i] ?? 0) : 0)
    const bits = length - number * 32
    return bits >= 32 ? value : bits <= 0 ? 0 : (value & -(2 ** (32 - bits))) >>> 0
  }
  if (family === 4) return word(0)
  const half = (number: number): bigint => (BigInt(word(number)) << 32n) | BigInt(word(number + 1))
  return (half(0) << 64n) | half(2)
}
