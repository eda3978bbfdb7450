import { addressOf, prefixAround, type Family } from '../../kernel/ip/index.ts'
import type { AnnouncementRows } from '../datasets/announcements.ts'
import type { Origins } from './mrt-path.ts'

/** Counts, for one prefix after the other, from how many peers each origin is seen: a peer once, however many paths it has. */
export class Tally {
  readonly #rows: AnnouncementRows
  readonly #origins: Origins
  readonly #peerNumbers = new Map<string, number>()
  readonly #peerAsns: number[] = []
  /** Routes of each peer. */
  readonly #routes: Record<Family, number[]> = { 4: [], 6: [] }

  #family: Family = 4
  #start: number | bigint = 0
  #length = -1
  #serial = 0
  /** In which prefix a peer was last seen, and with which origin first. */
  readonly #seenIn: number[] = []
  readonly #seenWith: number[] = []
  readonly #further = new Set<string>()
  readonly #peers: number[] = []
  readonly #seeing = new Map<number, number>()
  #last = 0
  #lastSeeing = 0

  constructor(rows: AnnouncementRows, origins: Origins) {
    this.#rows = rows
    this.#origins = origins
  }

  /** The same address and ASN in several tables of one file is the same peer. */
  peer(address: string, asn: number): number {
    const identity = `${address} ${asn}`
    const known = this.#peerNumbers.get(identity)
    if (known !== undefined) return known
    const number = this.#peerAsns.push(asn) - 1
    this.#peerNumbers.set(identity, number)
    this.#routes[4].push(0)
    this.#routes[6].push(0)
    this.#seenIn.push(0)
    this.#seenWith.push(0)
    return number
  }

  asnOf(peer: number): number {
    return this.#peerAsns[peer] ?? 0
  }

  isOpen(family: Family, start: number | bigint, length: number): boolean {
    return this.#length === length && this.#start === start && this.#family === family
  }

  open(family: Family, start: number | bigint, length: number): void {
    this.#family = family
    this.#start = start
    this.#length = length
    this.#serial++
    this.#peers.length = 0
    this.#seeing.clear()
    this.#further.clear()
    this.#lastSeeing = 0
  }

  /** Most peers see the origin that the one before saw: that one is counted aside. */
  add(peer: number, origin: number): void {
    if (this.#seenIn[peer] !== this.#serial) {
      this.#seenIn[peer] = this.#serial
      this.#seenWith[peer] = origin
      this.#peers.push(peer)
    } else {
      if (this.#seenWith[peer] === origin || this.#further.has(`${peer} ${origin}`)) return
      this.#further.add(`${peer} ${origin}`)
    }
    if (origin !== this.#last) {
      this.#settleLast()
      this.#last = origin
    }
    this.#lastSeeing++
  }

  #settleLast(): void {
    if (this.#lastSeeing > 0) this.#seeing.set(this.#last, (this.#seeing.get(this.#last) ?? 0) + this.#lastSeeing)
    this.#lastSeeing = 0
  }

  /** Hands over what is known of the open prefix; says how many routes that were. */
  close(): void {
    if (this.#length < 0) return
    this.#settleLast()
    const routes = this.#routes[this.#family]
    for (const peer of this.#peers) routes[peer] = (routes[peer] ?? 0) + 1
    for (const [origin, peers] of this.#seeing) {
      const asSet = this.#origins.setText(origin)
      if (asSet !== null) {
        const prefix = prefixAround(addressOf(this.#family, this.#start), this.#length)
        this.#rows.add({ prefix, asn: 0, asSet, peers })
      } else if (typeof this.#start === 'number') this.#rows.add4(this.#start, this.#length, origin, peers)
      else this.#rows.add6(this.#start, this.#length, origin, peers)
    }
    this.#length = -1
  }

  drop(): void {
    this.#length = -1
  }

  /** A full table: at least half of the routes of the peer that has most. */
  tellVantage(): void {
    for (const family of [4, 6] as const) {
      const routes = this.#routes[family].filter((count) => count > 0)
      const most = routes.reduce((most, count) => Math.max(most, count), 0)
      if (most === 0) continue
      const fullTable = routes.filter((count) => count * 2 >= most).length
      this.#rows.seenFrom(family, { fullTable, active: routes.length })
    }
  }
}
