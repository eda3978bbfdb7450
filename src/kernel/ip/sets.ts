import {
  type Address,
  type Family,
  type Prefix,
  comparePrefixes,
  hostMask,
  lastValue,
  uncheckedPrefix,
  width,
} from './prefix.ts'

type Range = { readonly family: Family; readonly first: bigint; last: bigint }

/** The fewest prefixes that make up exactly the addresses from first to last, in address order. */
export function splitRange(first: Address, last: Address): Prefix[] {
  if (first.family !== last.family) throw new RangeError('a range lies within one family')
  if (first.value > last.value) throw new RangeError('a range ends before it starts')
  return prefixesOf({ family: first.family, first: first.value, last: last.value })
}

/** A delegated row counts addresses, and the count is not always a power of two (network-rules §1). */
export function prefixesOfCount(start: Address, count: number | bigint): Prefix[] {
  const last = start.value + BigInt(count) - 1n
  if (last < start.value || last > hostMask(start.family, 0)) {
    throw new RangeError(`${count} addresses do not fit there`)
  }
  return prefixesOf({ family: start.family, first: start.value, last })
}

/** The fewest prefixes that cover exactly the same addresses, in order; both families may be mixed. */
export const mergePrefixes = (prefixes: Iterable<Prefix>): Prefix[] => rangesOf(prefixes).flatMap(prefixesOf)

/** What is left of the prefix without the holes, as the fewest prefixes. Holes may overlap, or lie outside. */
export const subtract = (prefix: Prefix, holes: Iterable<Prefix>): Prefix[] => difference([prefix], holes)

/** The same for many at once, in one walk over both: sets of thousands meet in a toggle. */
export function difference(prefixes: Iterable<Prefix>, holes: Iterable<Prefix>): Prefix[] {
  const left: Prefix[] = []
  const cuts = rangesOf(holes)
  let at = 0
  for (const { family, first, last } of rangesOf(prefixes)) {
    let next = first
    let cut = cuts[at]
    while (next <= last && cut !== undefined && !isAfter(cut, family, last)) {
      if (!isBefore(cut, family, next)) {
        if (cut.first > next) left.push(...prefixesOf({ family, first: next, last: cut.first - 1n }))
        next = cut.last + 1n
      }
      // A cut that reaches past this range may reach into the next.
      if (next <= last) cut = cuts[++at]
    }
    if (next <= last) left.push(...prefixesOf({ family, first: next, last }))
  }
  return left
}

const isBefore = (cut: Range, family: Family, first: bigint): boolean =>
  cut.family < family || (cut.family === family && cut.last < first)

const isAfter = (cut: Range, family: Family, last: bigint): boolean =>
  cut.family > family || (cut.family === family && cut.first > last)

/** Sorted, with those that touch or overlap made one. */
function rangesOf(prefixes: Iterable<Prefix>): Range[] {
  const ranges: Range[] = []
  for (const prefix of Array.from(prefixes).sort(comparePrefixes)) {
    const open = ranges.at(-1)
    const last = lastValue(prefix)
    if (open === undefined || open.family !== prefix.family || prefix.address > open.last + 1n) {
      ranges.push({ family: prefix.family, first: prefix.address, last })
    } else if (last > open.last) open.last = last
  }
  return ranges
}

/** Greedy from the left: the largest block that starts here and does not pass the end. */
function prefixesOf({ family, first, last }: Range): Prefix[] {
  const prefixes: Prefix[] = []
  let next = first
  while (next <= last) {
    let length: number = width(family)
    while (length > 0 && blockFits(family, next, length - 1, last)) length--
    prefixes.push(uncheckedPrefix(family, next, length))
    next += hostMask(family, length) + 1n
  }
  return prefixes
}

function blockFits(family: Family, first: bigint, length: number, last: bigint): boolean {
  const hosts = hostMask(family, length)
  return (first & hosts) === 0n && (first | hosts) <= last
}
