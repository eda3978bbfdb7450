import { excludeCidr, mergeCidr } from 'cidr-tools'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import {
  anyPrefix,
  arbitraryAddress,
  arbitraryFamily,
  arbitraryPrefix,
  knownAddress,
} from '../../../test/support/arbitrary-ip.ts'
import {
  type Prefix,
  addressCount,
  comparePrefixes,
  difference,
  firstAddress,
  formatPrefix,
  knownPrefix,
  lastAddress,
  mergePrefixes,
  parent,
  prefixesOfCount,
  samePrefix,
  splitRange,
  subtract,
} from './index.ts'

const texts = (prefixes: readonly Prefix[]) => prefixes.map(formatPrefix)
const inOrder = (peer: readonly string[]) => texts(peer.map(knownPrefix).sort(comparePrefixes))

function areHalves(lower: Prefix | undefined, upper: Prefix): boolean {
  const whole = lower && parent(lower)
  const other = parent(upper)
  return whole !== undefined && other !== undefined && samePrefix(whole, other)
}

describe('against cidr-tools', () => {
  test('merging', () => {
    fc.assert(
      fc.property(fc.array(anyPrefix, { maxLength: 40 }), (prefixes) => {
        expect(texts(mergePrefixes(prefixes))).toEqual(inOrder(mergeCidr(texts(prefixes))))
      }),
      { numRuns: 500 },
    )
  })

  test('subtracting', () => {
    const cut = arbitraryFamily.chain((family) =>
      fc.tuple(arbitraryPrefix(family), fc.array(arbitraryPrefix(family), { maxLength: 20 })),
    )
    fc.assert(
      fc.property(cut, ([prefix, holes]) => {
        expect(texts(subtract(prefix, holes))).toEqual(inOrder(excludeCidr(formatPrefix(prefix), texts(holes))))
      }),
      { numRuns: 500 },
    )
  })

  test('a set without another', () => {
    const set = fc.array(anyPrefix, { maxLength: 30 })
    fc.assert(
      fc.property(set, set, (prefixes, holes) => {
        const peer = prefixes.length > 0 ? excludeCidr(texts(prefixes), texts(holes)) : []
        expect(texts(difference(prefixes, holes))).toEqual(inOrder(peer))
      }),
      { numRuns: 500 },
    )
  })

  test('a range is split into what merging its single addresses gives', () => {
    const range = fc.tuple(arbitraryAddress(4), fc.integer({ min: 1, max: 300 }))
    fc.assert(
      fc.property(range, ([start, wish]) => {
        const count = Math.min(wish, 2 ** 32 - Number(start.value))
        const single = Array.from({ length: count }, (_, step) => Number(start.value) + step)
        const dotted = single.map((n) => `${n >>> 24}.${(n >>> 16) & 255}.${(n >>> 8) & 255}.${n & 255}/32`)
        expect(texts(prefixesOfCount(start, count))).toEqual(inOrder(mergeCidr(dotted)))
      }),
    )
  })
})

test('a split range is exactly the range, and nothing of it can be merged', () => {
  const range = arbitraryFamily.chain((family) => fc.tuple(arbitraryAddress(family), arbitraryAddress(family)))
  fc.assert(
    fc.property(range, ([a, b]) => {
      const [first, last] = a.value <= b.value ? [a, b] : [b, a]
      const parts = splitRange(first, last)
      let next = first.value
      for (const part of parts) {
        expect(firstAddress(part).value).toBe(next)
        next = lastAddress(part).value + 1n
      }
      expect(next).toBe(last.value + 1n)
      expect(parts.filter((part, at) => areHalves(parts[at - 1], part))).toEqual([])
    }),
  )
})

test('a hole and what is left of the prefix make up the prefix again', () => {
  const cut = arbitraryFamily.chain((family) => fc.tuple(arbitraryPrefix(family), arbitraryPrefix(family)))
  fc.assert(
    fc.property(cut, ([prefix, hole]) => {
      const free = subtract(prefix, [hole])
      expect(mergePrefixes([...free, hole, prefix])).toEqual(mergePrefixes([hole, prefix]))
      expect(subtract(hole, free)).toEqual([hole])
    }),
  )
})

describe('delegated rows', () => {
  test.each([
    ['192.0.2.0', 256, ['192.0.2.0/24']],
    ['10.0.0.0', 768, ['10.0.0.0/23', '10.0.2.0/24']],
    ['10.0.1.0', 768, ['10.0.1.0/24', '10.0.2.0/23']],
    ['10.0.0.1', 1, ['10.0.0.1/32']],
    ['0.0.0.0', 2 ** 32, ['0.0.0.0/0']],
    ['255.255.255.255', 1, ['255.255.255.255/32']],
  ])('%s with %i addresses', (start, count, expected) => {
    const parts = prefixesOfCount(knownAddress(start), count)
    expect(texts(parts)).toEqual(expected)
    expect(parts.reduce((sum, part) => sum + addressCount(part), 0)).toBe(count)
  })

  test.each([0, -1, 257])('that do not fit are refused: %i', (count) => {
    expect(() => prefixesOfCount(knownAddress('255.255.255.0'), count)).toThrow(RangeError)
  })
})

test('a range that is none is refused', () => {
  expect(() => splitRange(knownAddress('10.0.0.1'), knownAddress('10.0.0.0'))).toThrow('ends before it starts')
  expect(() => splitRange(knownAddress('10.0.0.1'), knownAddress('::1'))).toThrow('one family')
})

test('no neighbours are made one across families or gaps', () => {
  const edges = ['255.255.255.255/32', '::/128', '10.0.0.0/24', '10.0.2.0/24'].map(knownPrefix)
  expect(texts(mergePrefixes(edges))).toEqual(['10.0.0.0/24', '10.0.2.0/24', '255.255.255.255/32', '::/128'])
  expect(mergePrefixes([])).toEqual([])
})

test('subtracting knows holes that are larger, foreign, twice there, or none', () => {
  const block = knownPrefix('192.0.2.0/24')
  expect(texts(subtract(block, []))).toEqual(['192.0.2.0/24'])
  expect(subtract(block, [knownPrefix('192.0.0.0/16')])).toEqual([])
  expect(texts(subtract(block, [knownPrefix('::/0'), knownPrefix('10.0.0.0/8')]))).toEqual(['192.0.2.0/24'])
  const twice = [knownPrefix('192.0.2.64/26'), knownPrefix('192.0.2.64/27'), knownPrefix('192.0.2.64/26')]
  expect(texts(subtract(block, twice))).toEqual(['192.0.2.0/26', '192.0.2.128/25'])
})
