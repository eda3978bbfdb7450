import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { addressOf, formatAddress, formatPrefix, knownPrefix, prefixAround } from '../../kernel/ip/index.ts'
import { readArea, readWhereabouts } from './whereabouts.rules.ts'

describe('readArea', () => {
  it('takes a prefix, or an address for the prefix of its own', () => {
    expect(formatPrefix(readArea('192.0.2.0/24'))).toBe('192.0.2.0/24')
    expect(formatPrefix(readArea('192.0.2.77'))).toBe('192.0.2.77/32')
  })

  it.each(['', 'x', '192.0.2', '192.0.2.0/', '2001:db8::', '2001:db8::1', '2001:db8::1/64', '::'])(
    'refuses %j',
    (text) => {
      expect(() => readArea(text, 'where')).toThrow(
        expect.objectContaining({ fields: { where: [expect.stringContaining('must be an IPv4 address or prefix')] } }),
      )
    },
  )
})

describe('readWhereabouts', () => {
  const texts = (text: string) => {
    const found = readWhereabouts(text)
    return 'inside' in found ? formatPrefix(found.inside) : found.oneOf.map(formatPrefix)
  }

  it('takes an address for every block that could begin there', () => {
    expect(texts('192.0.2.0')).toEqual(['192.0.2.0/23', '192.0.2.0/24'])
    expect(texts('192.0.2.1')).toEqual([])
    expect(texts('45.0.0.0')).toHaveLength(17)
  })

  it('takes a prefix for everything inside', () => {
    expect(texts('192.0.2.0/24')).toBe('192.0.2.0/24')
    expect(texts('0.0.0.0/0')).toBe('0.0.0.0/0')
  })

  it('refuses host bits and names the block that was meant', () => {
    expect(() => readWhereabouts('192.0.2.77/26')).toThrow(
      expect.objectContaining({ fields: { address: [expect.stringContaining('192.0.2.64/26')] } }),
    )
  })

  it.each(['', 'x', '192.0.2', '192.0.2.0.1', '192.0.2.256', '192.0.02.0', '192.0.2.0/33', '192.0.2.0/', '2001:db8::'])(
    'refuses %j',
    (text) => {
      expect(() => readWhereabouts(text)).toThrow(
        expect.objectContaining({ fields: { address: [expect.stringContaining('IPv4 address or prefix')] } }),
      )
    },
  )

  it('finds a block by its own first address, and by itself', () => {
    const block = fc
      .tuple(fc.nat(2 ** 32 - 1), fc.integer({ min: 8, max: 24 }))
      .map(([value, length]) => prefixAround(addressOf(4, value), length))
    fc.assert(
      fc.property(block, (prefix) => {
        expect(texts(formatAddress(addressOf(4, prefix.address)))).toContain(formatPrefix(prefix))
        expect(texts(formatPrefix(prefix))).toBe(formatPrefix(knownPrefix(formatPrefix(prefix))))
      }),
    )
  })
})
