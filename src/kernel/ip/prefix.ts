export type Family = 4 | 6

declare const checked: unique symbol

/*
 * One bigint for both families: a single arithmetic, no second code path to drift. Measured cost is tens of nanoseconds
 * an operation; the network index, where that would count, keeps its own typed arrays.
 */
export type Address = { readonly family: Family; readonly value: bigint; readonly [checked]: 'address' }

/** The bits of `address` beyond `length` are zero: only the functions of these files make one, and they see to it. */
export type Prefix = {
  readonly family: Family
  readonly address: bigint
  readonly length: number
  readonly [checked]: 'prefix'
}

export const width = (family: Family): 32 | 128 => (family === 4 ? 32 : 128)

const hostMasks = Array.from({ length: 129 }, (_, bits) => (1n << BigInt(bits)) - 1n)

/** As many one bits as a prefix of that length leaves to its hosts. */
export const hostMask = (family: Family, length: number): bigint => hostMasks[width(family) - length] ?? 0n

export const isLength = (family: Family, length: number): boolean =>
  Number.isInteger(length) && length >= 0 && length <= width(family)

/* For callers inside these files that have already checked the range and the host bits: the one place of the brand. */
// oxlint-disable-next-line typescript/no-unsafe-type-assertion
export const uncheckedAddress = (family: Family, value: bigint): Address => ({ family, value }) as Address

export const uncheckedPrefix = (family: Family, address: bigint, length: number): Prefix =>
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion
  ({ family, address, length }) as Prefix

export function addressOf(family: Family, value: number | bigint): Address {
  const wide = BigInt(value)
  if (wide < 0n || wide > hostMask(family, 0)) throw new RangeError(`${value} is not an IPv${family} address`)
  return uncheckedAddress(family, wide)
}

/** The block of that length around the address, its host bits dropped. */
export function prefixAround(address: Address, length: number): Prefix {
  requireLength(address.family, length, 0)
  return uncheckedPrefix(address.family, address.value & ~hostMask(address.family, length), length)
}

export const firstAddress = (prefix: Prefix): Address => uncheckedAddress(prefix.family, prefix.address)

export const lastAddress = (prefix: Prefix): Address => uncheckedAddress(prefix.family, lastValue(prefix))

export const lastValue = (prefix: Prefix): bigint => prefix.address | hostMask(prefix.family, prefix.length)

/** A number, so that it goes into JSON as it is; a power of two is exact at any size. */
export const addressCount = (prefix: Prefix): number => 2 ** (width(prefix.family) - prefix.length)

export const maskAddress = (prefix: Prefix): Address =>
  uncheckedAddress(prefix.family, hostMask(prefix.family, 0) ^ hostMask(prefix.family, prefix.length))

export const contains = (outer: Prefix, inner: Prefix): boolean =>
  outer.length <= inner.length && covers(outer, inner.family, inner.address)

/** Two prefixes never cross: they overlap only when one contains the other. */
export const overlaps = (a: Prefix, b: Prefix): boolean => (a.length <= b.length ? contains(a, b) : contains(b, a))

export const samePrefix = (a: Prefix, b: Prefix): boolean => comparePrefixes(a, b) === 0

/** IPv4 before IPv6, then by address, then the larger block: a parent comes right before its children. */
export const comparePrefixes = (a: Prefix, b: Prefix): number =>
  a.family - b.family || sign(a.address, b.address) || a.length - b.length

/** Undefined for the whole address space, which ends a walk upwards. */
export const parent = (prefix: Prefix): Prefix | undefined =>
  prefix.length === 0 ? undefined : prefixAround(firstAddress(prefix), prefix.length - 1)

/** Undefined for a single address. */
export function halves(prefix: Prefix): [lower: Prefix, upper: Prefix] | undefined {
  const length = prefix.length + 1
  if (!isLength(prefix.family, length)) return undefined
  return [childAt(prefix, length, 0n), childAt(prefix, length, 1n)]
}

/** A number for the same reason as `addressCount`. */
export function childCount(prefix: Prefix, length: number): number {
  requireLength(prefix.family, length, prefix.length)
  return 2 ** (length - prefix.length)
}

export function nthChild(prefix: Prefix, length: number, n: number | bigint): Prefix {
  const wide = BigInt(n)
  if (wide < 0n || wide >= BigInt(childCount(prefix, length))) throw new RangeError(`there is no child number ${n}`)
  return childAt(prefix, length, wide)
}

/** Lazy, in address order: a /8 has 65,536 children of /24, and few callers want them all. */
export function children(prefix: Prefix, length: number): Generator<Prefix, void> {
  requireLength(prefix.family, length, prefix.length)
  return walkChildren(prefix, length)
}

function* walkChildren(prefix: Prefix, length: number): Generator<Prefix, void> {
  const step = hostMask(prefix.family, length) + 1n
  const last = lastValue(prefix)
  for (let address = prefix.address; address <= last; address += step) {
    yield uncheckedPrefix(prefix.family, address, length)
  }
}

const childAt = (prefix: Prefix, length: number, n: bigint): Prefix =>
  uncheckedPrefix(prefix.family, prefix.address + n * (hostMask(prefix.family, length) + 1n), length)

const covers = (prefix: Prefix, family: Family, value: bigint): boolean =>
  prefix.family === family && value >= prefix.address && value <= lastValue(prefix)

const sign = (a: bigint, b: bigint): number => (a < b ? -1 : a > b ? 1 : 0)

function requireLength(family: Family, length: number, shortest: number): void {
  if (!isLength(family, length) || length < shortest) {
    throw new RangeError(`/${length} is not between /${shortest} and /${width(family)}`)
  }
}
