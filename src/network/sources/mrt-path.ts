import { u16, u32 } from '../reading/bytes.ts'
import { asSetText } from '../datasets/announcements.ts'

/** Who originates a route, from the attributes that BGP gives it (RFC 4271 §4.3, RFC 6793 §3). */

/** The path is empty: the peer itself originates it. */
export const ownRoute = 0
/** Not an ASN, and not the number of a set. */
export const malformed = 2 ** 33

const asPath = 2
const as4Path = 17
const asTrans = 23_456
const segment = { set: 1, sequence: 2, confederationSequence: 3, confederationSet: 4 } as const

export class Origins {
  readonly #numbers = new Map<string, number>()
  readonly #texts: string[] = []

  /** The text of a set's number, as it stands for an origin; null: it is an ASN. */
  setText(origin: number): string | null {
    return origin < 0 ? (this.#texts[-1 - origin] ?? null) : null
  }

  /**
   * An ASN, the negative number of a set, `ownRoute` or `malformed`. Width: bytes of an ASN in the path. The first path
   * decides; what comes after it is not looked at, unless it may hold the ASN for which two bytes were too few.
   */
  of(bytes: Uint8Array, from: number, to: number, width: 2 | 4): number {
    let origin = ownRoute
    for (let at = from; at < to;) {
      const wide = ((bytes[at] ?? 0) & 0x10) !== 0
      const type = bytes[at + 1] ?? 0
      const value = at + (wide ? 4 : 3)
      at = value + (wide ? u16(bytes, at + 2) : (bytes[at + 2] ?? 0))
      if (value > to || at > to) return malformed
      if (type === asPath) {
        origin = this.#last(bytes, value, at, width)
        if (origin === malformed || width === 4) return origin
      } else if (type === as4Path && width === 2 && origin === asTrans) {
        const real = this.#last(bytes, value, at, 4)
        if (real !== ownRoute) origin = real
      }
    }
    return origin
  }

  /** Confederations are the inner life of one AS: their segments are no part of the path the world sees. */
  #last(bytes: Uint8Array, from: number, to: number, width: 2 | 4): number {
    let found = -1
    let at = from
    while (at < to) {
      const kind = bytes[at] ?? 0
      const count = bytes[at + 1] ?? 0
      const next = at + 2 + count * width
      if (next > to || kind < segment.set || kind > segment.confederationSet) return malformed
      if (count > 0 && kind <= segment.sequence) found = at
      at = next
    }
    if (found < 0) return ownRoute
    const count = bytes[found + 1] ?? 0
    const read = width === 4 ? u32 : u16
    if (bytes[found] === segment.sequence) return read(bytes, found + 2 + (count - 1) * width) || malformed
    return this.#numberOf(Array.from({ length: count }, (_, i) => read(bytes, found + 2 + i * width)))
  }

  #numberOf(members: readonly number[]): number {
    const text = asSetText(members)
    const known = this.#numbers.get(text)
    if (known !== undefined) return known
    const number = -this.#texts.push(text)
    this.#numbers.set(text, number)
    return number
  }
}
