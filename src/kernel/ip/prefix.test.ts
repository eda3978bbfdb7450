import { containsCidr, expandCidr, overlapCidr } from 'cidr-tools'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { anyPrefix, anyPrefixPair, arbitraryAddress, knownAddress } from '../../../test/support/arbitrary-ip.ts'
import {
  type Prefix,
  addressCount,
  addressOf,
  childCount,
  children,
  comparePrefixes,
  contains,
  firstAddress,
  formatAddress,
  formatPrefix,
  halves,
  knownPrefix,
  lastAddress,
  nthChild,
  overlaps,
  parent,
  prefixAround,
  samePrefix,
} from './index.ts'

const texts = (prefixes: Iterable<Prefix>) => Array.from(prefixes, formatPrefix)

describe('against cidr-tools', () => {
  test('contains', () => {
    fc.assert(
      fc.property(anyPrefixPair, ([a, b]) => {
        expect(contains(a, b)).toBe(containsCidr(formatPrefix(a), formatPrefix(b)))
      }),
      { numRuns: 500 },
    )
  })

  test('overlaps', () => {
    fc.assert(
      fc.property(anyPrefixPair, ([a, b]) => {
        expect(overlaps(a, b)).toBe(overlapCidr(formatPrefix(a), formatPrefix(b)))
      }),
      { numRuns: 500 },
    )
  })

  test('the smallest children are the addresses, in order', () => {
    const small = fc.tuple(arbitraryAddress(4), fc.integer({ min: 24, max: 32 }))
    fc.assert(
      fc.property(small, ([address, length]) => {
        const prefix = prefixAround(address, length)
        const addresses = Array.from(children(prefix, 32), (child) => formatAddress(firstAddress(child)))
        expect(addresses).toEqual([...expandCidr(formatPrefix(prefix))])
      }),
    )
  })
})

test('families never meet, whatever their bits', () => {
  const [four, six] = [knownPrefix('0.0.0.0/0'), knownPrefix('::/0')]
  expect(contains(six, four)).toBe(false)
  expect(overlaps(four, six)).toBe(false)
})

test('the order is family, address, then the larger block', () => {
  const ordered = [
    '0.0.0.0/0',
    '9.0.0.0/8',
    '10.0.0.0/8',
    '10.0.0.0/24',
    '10.0.1.0/24',
    '::/0',
    '::/1',
    '2001:db8::/32',
  ]
  expect(texts(ordered.toReversed().map(knownPrefix).sort(comparePrefixes))).toEqual(ordered)
})

test('the order is total and the same from both sides', () => {
  fc.assert(
    fc.property(anyPrefix, anyPrefix, (a, b) => {
      expect(Math.sign(comparePrefixes(a, b)) + Math.sign(comparePrefixes(b, a))).toBe(0)
      expect(samePrefix(a, b)).toBe(formatPrefix(a) === formatPrefix(b))
    }),
  )
})

test('ends and counts', () => {
  const block = knownPrefix('192.0.2.128/25')
  expect(formatAddress(firstAddress(block))).toBe('192.0.2.128')
  expect(formatAddress(lastAddress(block))).toBe('192.0.2.255')
  expect(addressCount(block)).toBe(128)
  expect(addressCount(knownPrefix('0.0.0.0/0'))).toBe(4_294_967_296)
  expect(BigInt(addressCount(knownPrefix('::/0')))).toBe(1n << 128n)
})

test('an address out of its family’s range cannot be made', () => {
  expect(() => addressOf(4, 2 ** 32)).toThrow(RangeError)
  expect(() => addressOf(6, -1n)).toThrow(RangeError)
  expect(formatAddress(addressOf(4, 2 ** 32 - 1))).toBe('255.255.255.255')
})

test('prefixAround drops the host bits', () => {
  expect(formatPrefix(prefixAround(knownAddress('192.0.2.77'), 26))).toBe('192.0.2.64/26')
  expect(() => prefixAround(knownAddress('192.0.2.77'), 33)).toThrow(RangeError)
})

describe('the tree', () => {
  test('a half’s parent is the whole, and the halves share it out', () => {
    fc.assert(
      fc.property(anyPrefix, (prefix) => {
        const [lower, upper] = halves(prefix) ?? []
        fc.pre(lower !== undefined && upper !== undefined)
        expect([parent(lower), parent(upper)]).toEqual([prefix, prefix])
        expect(lastAddress(lower).value + 1n).toBe(firstAddress(upper).value)
        expect([firstAddress(lower), lastAddress(upper)]).toEqual([firstAddress(prefix), lastAddress(prefix)])
      }),
    )
  })

  test('ends at the whole space and at one address', () => {
    expect(parent(knownPrefix('0.0.0.0/0'))).toBeUndefined()
    expect(halves(knownPrefix('192.0.2.1/32'))).toBeUndefined()
    expect(texts(halves(knownPrefix('0.0.0.0/0')) ?? [])).toEqual(['0.0.0.0/1', '128.0.0.0/1'])
  })

  test('children are lazy, counted and numbered without a walk', () => {
    const block = knownPrefix('10.0.0.0/8')
    expect(childCount(block, 24)).toBe(65_536)
    expect(formatPrefix(nthChild(block, 24, 65_535))).toBe('10.255.255.0/24')
    expect(texts(children(knownPrefix('::/0'), 128).take(2))).toEqual(['::/128', '::1/128'])
    expect(texts(children(block, 8))).toEqual(['10.0.0.0/8'])
  })

  test('the walk and the number agree', () => {
    const grown = fc.tuple(anyPrefix, fc.integer({ min: 0, max: 6 }))
    fc.assert(
      fc.property(grown, ([prefix, depth]) => {
        const length = Math.min(prefix.length + depth, prefix.family === 4 ? 32 : 128)
        const walked = [...children(prefix, length)]
        expect(walked).toHaveLength(childCount(prefix, length))
        expect(walked).toEqual(walked.map((_, n) => nthChild(prefix, length, n)))
        expect(walked.every((child) => contains(prefix, child))).toBe(true)
      }),
    )
  })

  test('there is no child that is larger, too small, or beyond the last', () => {
    const block = knownPrefix('10.0.0.0/8')
    expect(() => childCount(block, 7)).toThrow(RangeError)
    expect(() => children(block, 33)).toThrow(RangeError)
    expect(() => nthChild(block, 24, 65_536)).toThrow(RangeError)
    expect(() => nthChild(block, 24, -1)).toThrow(RangeError)
  })
})
