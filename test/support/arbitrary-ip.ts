import fc from 'fast-check'
import {
  type Address,
  type Family,
  type Prefix,
  addressOf,
  parseAddress,
  prefixAround,
} from '../../src/kernel/ip/index.ts'

/** Of a text that is right. */
export function knownAddress(text: string): Address {
  const parsed = parseAddress(text)
  if (!parsed.ok) throw new TypeError(`${text}: ${parsed.reason}`)
  return parsed.value
}

const bits = (family: Family): number => (family === 4 ? 32 : 128)

/** Groups that are often zero, for the gaps that IPv6 text leaves out. */
const gappy = (groups: number): fc.Arbitrary<bigint> =>
  fc
    .array(fc.constantFrom(0n, 0n, 0n, 1n, 0xdb8n, 0xffffn), { minLength: groups, maxLength: groups })
    .map((parts) => parts.reduce<bigint>((value, part) => (value << 16n) | part, 0n))

/** Crowded near both ends of the space and near one spot between: that is where prefixes meet and sums carry. */
export function arbitraryAddress(family: Family): fc.Arbitrary<Address> {
  const last = (1n << BigInt(bits(family))) - 1n
  const middle = 0xc000_0200n << BigInt(bits(family) - 32)
  const near = fc.bigInt({ min: 0n, max: 63n })
  return fc
    .oneof(
      fc.bigInt({ min: 0n, max: last }),
      gappy(bits(family) / 16),
      near,
      near.map((step) => last - step),
      near.map((step) => middle + step),
    )
    .map((value) => addressOf(family, value))
}

export function arbitraryPrefix(family: Family): fc.Arbitrary<Prefix> {
  const whole = bits(family)
  const length = fc.oneof(fc.integer({ min: 0, max: whole }), fc.integer({ min: whole - 6, max: whole }))
  return fc.tuple(arbitraryAddress(family), length).map(([address, length]) => prefixAround(address, length))
}

export const arbitraryFamily: fc.Arbitrary<Family> = fc.constantFrom(4, 6)

export const anyPrefix: fc.Arbitrary<Prefix> = arbitraryFamily.chain(arbitraryPrefix)

export const anyPrefixPair: fc.Arbitrary<[Prefix, Prefix]> = arbitraryFamily.chain((family) =>
  fc.tuple(arbitraryPrefix(family), arbitraryPrefix(family)),
)

/** In three small places of each family, both ends among them: so that prefixes nest, repeat and touch. */
export const crowdedPrefix: fc.Arbitrary<Prefix> = arbitraryFamily.chain((family) => {
  const last = (1n << BigInt(bits(family))) - 1n
  return fc
    .tuple(
      fc.constantFrom(0n, 0x0an << BigInt(bits(family) - 8), last ^ 255n),
      fc.bigInt({ min: 0n, max: 255n }),
      fc.oneof(fc.integer({ min: 0, max: bits(family) }), fc.integer({ min: bits(family) - 8, max: bits(family) })),
    )
    .map(([base, low, length]) => prefixAround(addressOf(family, base | low), length))
})
