import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { formatPrefix, overlaps } from '../../kernel/ip/index.ts'
import { octetsOf, readBlocks } from './listing.rules.ts'

const read = (...texts: string[]) =>
  readBlocks(
    texts.map((text) => {
      const [address = '', length] = text.split('/')
      return { address, length: Number(length) }
    }),
  )

describe('readBlocks', () => {
  it('reads blocks in the order they came in', () => {
    const { blocks, errors } = read('45.9.0.0/22', '45.8.0.0/16')
    expect(blocks.map(formatPrefix)).toEqual(['45.9.0.0/22', '45.8.0.0/16'])
    expect(errors).toEqual({})
  })

  it.each([
    ['45.9.1.0/22', 'is not where a /22 begins; around it lies 45.9.0.0/22'],
    ['nonsense/22', 'must be an IPv4 address like 198.51.100.0'],
    ['45.9.0/22', 'must be an IPv4 address like 198.51.100.0'],
    ['045.9.0.0/22', 'must be an IPv4 address like 198.51.100.0'],
    ['2001:db8::/24', 'must be an IPv4 address like 198.51.100.0'],
    ['::ffff:45.9.0.0/22', 'must be an IPv4 address like 198.51.100.0'],
    ['10.1.0.0/16', '10.1.0.0/16 touches 10.0.0.0/8, special use: Private use (RFC 1918)'],
    ['192.0.0.0/16', '192.0.0.0/16 touches 192.0.0.8/32, special use: IPv4 dummy address (RFC 7600)'],
    ['224.0.0.0/8', '224.0.0.0/8 touches 224.0.0.0/4, special use: Multicast (RFC 5771)'],
  ])('refuses %s', (block, sentence) => {
    expect(read('45.10.0.0/24', block).errors).toEqual({ 'subnets.1.address': [sentence] })
  })

  it('refuses blocks that overlap each other, naming the later', () => {
    expect(read('45.9.1.0/24', '45.10.0.0/24', '45.9.0.0/22', '45.9.3.0/24').errors).toEqual({
      'subnets.2.address': ['overlaps 45.9.1.0/24 of the same request'],
      'subnets.3.address': ['overlaps 45.9.0.0/22 of the same request'],
    })
    expect(read('45.9.1.0/24', '45.9.1.0/24').errors).toEqual({
      'subnets.1.address': ['overlaps 45.9.1.0/24 of the same request'],
    })
  })

  const arbitraryBlocks = fc.array(fc.tuple(fc.integer({ min: 0, max: 255 }), fc.integer({ min: 16, max: 24 })), {
    minLength: 1,
    maxLength: 12,
  })

  it('finds an overlap exactly when there is one', () => {
    fc.assert(
      fc.property(arbitraryBlocks, (wanted) => {
        const { blocks, errors } = readBlocks(
          wanted.map(([third, length]) => ({ address: `45.9.${third & (0xff << (24 - length))}.0`, length })),
        )
        const any = blocks.some((a, i) => blocks.slice(0, i).some((b) => overlaps(a, b)))
        expect(Object.keys(errors).length > 0).toBe(any)
      }),
    )
  })

  it('puts blocks that overlap under the same lock', () => {
    const { blocks } = read('45.9.0.0/24', '8.0.0.0/8', '45.0.0.0/8', '9.1.0.0/16')
    expect(octetsOf(blocks)).toEqual([8, 9, 45])
  })
})
