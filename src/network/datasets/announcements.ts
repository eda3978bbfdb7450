import type { Prefix } from '../../kernel/ip/index.ts'
import type { Columns, Packed } from '../tables/columns.ts'
import { growing16, growing32 } from '../tables/growing.ts'
import { arrange, PrefixBuilder } from '../tables/prefix-builder.ts'
import { openPrefixes, prefixColumns, type PrefixTable } from '../tables/prefix-table.ts'
import { settle } from '../tables/settle.ts'
import { Texts, TextsBuilder } from '../tables/texts.ts'
import type { Announcement, Vantage } from '../fact.rules.ts'
import type { Collector, Dataset, Parts } from './dataset.ts'
import { estimateVantage } from './vantage.ts'

/** A route table: which origins announce a prefix, and how many of the collectors' peers see each. */

const mostPeers = 0xffff

interface Notes {
  readonly vantage: { readonly 4: Vantage | null; readonly 6: Vantage | null }
}

/** A set has no order: one way of writing it, so that the same set is the same text. */
export const asSetText = (members: Iterable<number>): string =>
  `{${[...new Set(members)].sort((a, b) => a - b).join()}}`

export class AnnouncementRows implements Collector {
  readonly #prefixes = new PrefixBuilder()
  readonly #asns = growing32()
  /** 0: not counted. */
  readonly #peers = growing16()
  /** By the number of the fact; one route in thousands has one. */
  readonly #sets = new Map<number, number>()
  readonly #texts = new TextsBuilder()
  readonly #vantage: { 4: Vantage | null; 6: Vantage | null } = { 4: null, 6: null }
  #counted = false

  get count(): number {
    return this.#prefixes.count
  }

  get parts(): Parts {
    return this.#prefixes.families
  }

  /** Peers: 0 when the file does not count them. */
  add4(start: number, length: number, asn: number, peers: number): void {
    this.#prefixes.add4(start, length)
    this.#rest(asn, peers)
  }

  add6(start: bigint, length: number, asn: number, peers: number): void {
    this.#prefixes.add6(start, length)
    this.#rest(asn, peers)
  }

  /** A set as `asSetText` writes it. */
  add({ prefix, asn, asSet, peers }: Announcement): void {
    if (asSet !== null) this.#sets.set(this.count, this.#texts.numberOf(asSet))
    this.#prefixes.add(prefix)
    this.#rest(asSet === null ? asn : 0, peers ?? 0)
  }

  #rest(asn: number, peers: number): void {
    this.#asns.push(asn)
    this.#peers.push(peers < mostPeers ? peers : mostPeers)
    if (peers > 0) this.#counted = true
  }

  /** For files that tell who looked; for the others it is estimated from the rows. */
  seenFrom(family: 4 | 6, vantage: Vantage): void {
    this.#vantage[family] = vantage
  }

  finish(): Packed {
    const [asns, peers] = [this.#asns.finish(), this.#peers.finish()]
    const setOf = (fact: number): number => this.#sets.get(fact) ?? 0
    const { prefixes, order } = settle(
      this.#prefixes.finish(),
      (a, b) => (asns[a] ?? 0) - (asns[b] ?? 0) || setOf(a) - setOf(b) || (peers[b] ?? 0) - (peers[a] ?? 0),
      (a, b) => asns[a] === asns[b] && setOf(a) === setOf(b),
    )
    const arranged = { asns: arrange(asns, order), peers: arrange(peers, order) }
    const estimate = (from: number, to: number): Vantage | null =>
      this.#counted ? estimateVantage(prefixes.facts, arranged.peers, from, to) : null
    const [rows4, rows] = [prefixes.starts4.length, prefixes.lengths.length]
    const notes: Notes = {
      vantage: { 4: this.#vantage[4] ?? estimate(0, rows4), 6: this.#vantage[6] ?? estimate(rows4, rows) },
    }
    return {
      columns: { ...prefixColumns(prefixes), ...arranged, ...this.#setColumns(order), ...this.#texts.finish('texts') },
      notes,
    }
  }

  /** Sets as pairs: the fact's place, ascending, and the text's number. */
  #setColumns(order: Uint32Array | null): Columns {
    const places = growing32()
    const texts = growing32()
    for (let place = 0; this.#sets.size > 0 && place < (order?.length ?? this.count); place++) {
      const text = this.#sets.get(order?.[place] ?? place)
      if (text === undefined) continue
      places.push(place)
      texts.push(text)
    }
    return { setPlaces: places.finish(), setTexts: texts.finish() }
  }
}

export class Announcements {
  readonly prefixes: PrefixTable
  readonly #asns: Uint32Array
  /** 0: not counted. */
  readonly #peers: Uint16Array
  readonly #sets: Map<number, number>
  readonly #texts: Texts
  readonly #vantage: Notes['vantage']

  constructor({ columns, notes }: Packed) {
    // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- as `finish` named them
    const { asns, peers, setPlaces, setTexts } = columns as unknown as OwnColumns
    this.prefixes = openPrefixes(columns)
    this.#asns = asns
    this.#peers = peers
    this.#sets = new Map(Array.from(setPlaces, (place, i) => [place, setTexts[i] ?? 0]))
    this.#texts = new Texts(columns, 'texts')
    // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- as `finish` wrote them
    this.#vantage = (notes as Notes).vantage
  }

  /** Null: the file says nothing about who looked, or has nothing of that family. */
  vantage(family: 4 | 6): Vantage | null {
    return this.#vantage[family]
  }

  /** Of exactly this prefix. */
  of(prefix: Prefix): Announcement[] {
    const row = this.prefixes.rowOf(prefix)
    return row < 0 ? [] : this.#at(row)
  }

  /** Of parts of it, itself not included, in address order. */
  inside(prefix: Prefix): Announcement[] {
    const { from, to } = this.prefixes.within(prefix)
    const found: Announcement[] = []
    // The prefix itself, when it is there, is the first of those within it.
    for (let row = this.prefixes.rowOf(prefix) === from ? from + 1 : from; row < to; row++) found.push(...this.#at(row))
    return found
  }

  /** Of what it is part of, itself not included, the smallest first. */
  around(prefix: Prefix): Announcement[] {
    const own = this.prefixes.rowOf(prefix)
    return this.prefixes.covering(prefix).flatMap((row) => (row === own ? [] : this.#at(row)))
  }

  #at(row: number): Announcement[] {
    const { facts } = this.prefixes
    const prefix = this.prefixes.prefixAt(row)
    const found: Announcement[] = []
    for (let fact = facts[row] ?? 0; fact < (facts[row + 1] ?? 0); fact++) {
      const set = this.#sets.get(fact)
      found.push({
        prefix,
        asn: this.#asns[fact] ?? 0,
        asSet: set === undefined ? null : this.#texts.at(set),
        peers: this.#peers[fact] || null,
      })
    }
    return found
  }
}

interface OwnColumns {
  readonly asns: Uint32Array
  readonly peers: Uint16Array
  readonly setPlaces: Uint32Array
  readonly setTexts: Uint32Array
}

export const announcements: Dataset<AnnouncementRows, Announcements> = {
  collect: () => new AnnouncementRows(),
  open: (packed) => new Announcements(packed),
}
