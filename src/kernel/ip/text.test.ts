import { normalizeCidr, parseCidr } from 'cidr-tools'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { anyPrefix, arbitraryAddress, arbitraryFamily, knownAddress } from '../../../test/support/arbitrary-ip.ts'
import {
  firstAddress,
  formatAddress,
  formatPrefix,
  knownPrefix,
  lastAddress,
  mask,
  parseAddress,
  parsePrefix,
  prefixFrom,
} from './index.ts'

describe('a prefix is read strictly', () => {
  test.each([
    ['', 'not_an_address'],
    ['/24', 'not_an_address'],
    ['192.0.2/24', 'not_an_address'],
    ['192.0.2.0.0/24', 'not_an_address'],
    ['256.0.0.0/8', 'not_an_address'],
    ['192.0.2.0000/24', 'leading_zero'],
    ['1000.0.0.0/8', 'not_an_address'],
    ['192..2.0/24', 'not_an_address'],
    ['-1.0.0.0/8', 'not_an_address'],
    ['0x0a.0.0.0/8', 'not_an_address'],
    ['١.0.0.0/8', 'not_an_address'],
    [' 192.0.2.0/24', 'not_an_address'],
    ['192.0.2.0 /24', 'not_an_address'],
    ['192.0.2.0/24 ', 'not_a_length'],
    ['192.0.2.0/24\n', 'not_a_length'],
    ['192.0.2.0/ 24', 'not_a_length'],
    ['192.0.2.0/', 'not_a_length'],
    ['192.0.2.0/24/24', 'not_a_length'],
    ['192.0.2.0/+24', 'not_a_length'],
    ['192.0.2.0/255.255.255.0', 'not_a_length'],
    ['192.00.2.0/24', 'leading_zero'],
    ['192.0.2.0/024', 'leading_zero'],
    ['192.0.2.0', 'length_missing'],
    ['2001:db8::', 'length_missing'],
    ['192.0.2.0/33', 'length_out_of_range'],
    ['2001:db8::/129', 'length_out_of_range'],
    ['192.0.2.1/24', 'host_bits_set'],
    ['2001:db8::1/64', 'host_bits_set'],
    ['::ffff:192.0.2.0/120', 'ipv4_in_ipv6'],
    ['2001:db8::192.0.2.0/120', 'ipv4_in_ipv6'],
    ['fe80::%eth0/64', 'zone_id'],
    ['fe80::1%1/128', 'zone_id'],
    ['1::2::3/128', 'not_an_address'],
    [':::/128', 'not_an_address'],
    [':1::/128', 'not_an_address'],
    ['1::2:/128', 'not_an_address'],
    ['1:2:3:4:5:6:7/128', 'not_an_address'],
    ['1:2:3:4:5:6:7:8:9/128', 'not_an_address'],
    ['1:2:3:4::5:6:7:8/128', 'not_an_address'],
    ['12345::/16', 'not_an_address'],
    ['g::/16', 'not_an_address'],
    ['::ffff:192.0.2/128', 'not_an_address'],
    ['::ffff:192.0.02.0/128', 'leading_zero'],
  ])('%j is %s', (text, reason) => {
    expect(parsePrefix(text)).toEqual({ ok: false, reason })
  })

  test.each([
    ['0.0.0.0/0', '0.0.0.0/0'],
    ['255.255.255.255/32', '255.255.255.255/32'],
    ['::/0', '::/0'],
    ['2001:0DB8:0000::/48', '2001:db8::/48'],
    ['1:2:3:4:5:6:7::/128', '1:2:3:4:5:6:7:0/128'],
  ])('%s is accepted, and written %s', (text, canonical) => {
    expect(formatPrefix(knownPrefix(text))).toBe(canonical)
  })

  test('address and length may come apart', () => {
    expect(prefixFrom(knownAddress('192.0.2.0'), 24)).toEqual({ ok: true, value: knownPrefix('192.0.2.0/24') })
    expect(prefixFrom(knownAddress('192.0.2.0'), 23.5)).toEqual({ ok: false, reason: 'length_out_of_range' })
    expect(prefixFrom(knownAddress('192.0.2.0'), 22)).toEqual({ ok: false, reason: 'host_bits_set' })
  })

  test('text said to be right that is not is a bug, and says which text', () => {
    expect(() => knownPrefix('192.0.2.1/24')).toThrow('"192.0.2.1/24": host_bits_set')
  })
})

describe('an address', () => {
  // The examples of RFC 5952 §4 and §5.
  test.each([
    ['2001:db8:0:0:0:0:2:1', '2001:db8::2:1'],
    ['2001:db8:0:1:1:1:1:1', '2001:db8:0:1:1:1:1:1'],
    ['2001:0:0:1:0:0:0:1', '2001:0:0:1::1'],
    ['2001:db8:0:0:1:0:0:1', '2001:db8::1:0:0:1'],
    ['2001:DB8:AAAA::0001', '2001:db8:aaaa::1'],
    ['0:0:0:0:0:0:0:0', '::'],
    ['::ffff:192.0.2.1', '::ffff:192.0.2.1'],
    ['::ffff:c000:201', '::ffff:192.0.2.1'],
    ['2001:db8::192.0.2.1', '2001:db8::c000:201'],
    ['192.0.2.1', '192.0.2.1'],
  ])('%s is written %s', (text, canonical) => {
    expect(formatAddress(knownAddress(text))).toBe(canonical)
  })

  test('has no length', () => {
    expect(parseAddress('192.0.2.0/24')).toEqual({ ok: false, reason: 'not_an_address' })
  })

  test('survives being written and read', () => {
    fc.assert(
      fc.property(arbitraryFamily.chain(arbitraryAddress), (address) => {
        expect(parseAddress(formatAddress(address))).toEqual({ ok: true, value: address })
      }),
    )
  })
})

describe('against cidr-tools', () => {
  test('a prefix survives being written and read, with the same ends', () => {
    fc.assert(
      fc.property(anyPrefix, (prefix) => {
        const text = formatPrefix(prefix)
        const peer = parseCidr(text)
        expect(parsePrefix(text)).toEqual({ ok: true, value: prefix })
        expect([peer.start, peer.end]).toEqual([firstAddress(prefix).value, lastAddress(prefix).value])
      }),
    )
  })

  test('prefixes are written alike', () => {
    const whole = (text: string) => (text.includes('/') ? text : `${text}/${text.includes(':') ? 128 : 32}`)
    fc.assert(
      fc.property(anyPrefix, (prefix) => {
        const text = formatPrefix(prefix)
        expect(text).toBe(whole(normalizeCidr(text, { hexify: true })))
      }),
    )
  })
})

describe('a mask', () => {
  test.each([
    ['0.0.0.0/0', '0.0.0.0'],
    ['10.0.0.0/9', '255.128.0.0'],
    ['192.0.2.0/24', '255.255.255.0'],
    ['192.0.2.1/32', '255.255.255.255'],
    ['2001:db8::/32', 'ffff:ffff::'],
  ])('of %s is %s', (prefix, expected) => {
    expect(mask(knownPrefix(prefix))).toBe(expected)
  })
})
