/** AS numbers as they are spoken of. */

/** Where a route comes from: a number, or the set that aggregation left of several. */
export interface Origin {
  /** 0 when the origin is a set. */
  readonly asn: number
  readonly asSet: string | null
}

export const asText = (asn: number): string => `AS${asn}`

export const distinct = (asns: Iterable<number>): number[] => [...new Set(asns)].sort((a, b) => a - b)

/** The numbers an origin stands for: those of a set may each be where the route comes from. */
export const numbersOf = ({ asn, asSet }: Origin): number[] =>
  asSet === null ? [asn] : Array.from(asSet.matchAll(/\d+/g), ([digits]) => Number(digits))

export const originsOf = (routes: readonly Origin[]): number[] => distinct(routes.flatMap(numbersOf))

export const originText = ({ asn, asSet }: Origin): string => asSet ?? asText(asn)

const named = 3

/** `a, b and c`; of many only the first few. */
export function wordsOf(texts: readonly string[]): string {
  const each = [...new Set(texts)]
  const shown = each.length > named + 1 ? [...each.slice(0, named), `${each.length - named} others`] : each
  return shown.length < 2 ? (shown[0] ?? 'nobody') : `${shown.slice(0, -1).join(', ')} and ${shown.at(-1)}`
}

export const asWords = (asns: readonly number[]): string => wordsOf(asns.map(asText))
