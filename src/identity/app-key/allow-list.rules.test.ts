import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { arbitraryAddress, arbitraryFamily } from '../../../test/support/arbitrary-ip.ts'
import { formatAddress, knownPrefix } from '../../kernel/ip/index.ts'
import { allows, plainAddress, readAllowList, shortForm } from './allow-list.rules.ts'

const read = (...given: string[]) => readAllowList(given)

describe('readAllowList', () => {
  it.each([
    ['203.0.113.7', '203.0.113.7/32'],
    ['203.0.113.7/32', '203.0.113.7/32'],
    [' 203.0.113.0/24 ', '203.0.113.0/24'],
    ['2001:DB8:0:0::1', '2001:db8::1/128'],
    ['2001:db8::/32', '2001:db8::/32'],
    ['::ffff:203.0.113.7', '203.0.113.7/32'],
    ['::ffff:cb00:7107', '203.0.113.7/32'],
    ['::ffff:203.0.113.0/120', '203.0.113.0/24'],
    ['::ffff:0:0/96', '0.0.0.0/0'],
  ])('reads %s as %s', (given, kept) => {
    expect(read(given)).toEqual({ allowed: [kept] })
  })

  it('keeps each once, in the order given', () => {
    expect(read('2001:db8::1', '203.0.113.7', '::ffff:203.0.113.7', '2001:db8::1/128')).toEqual({
      allowed: ['2001:db8::1/128', '203.0.113.7/32'],
    })
  })

  it.each([
    ['203.0.113', 'is no IPv4 or IPv6 address'],
    ['office.example.net', 'is no IPv4 or IPv6 address'],
    ['', 'is no IPv4 or IPv6 address'],
    ['203.0.113.007', 'has a leading zero, which some read as octal; leave it out'],
    ['fe80::1%eth0', 'has a zone, which means something on one machine only'],
    ['203.0.113.5/24', 'has bits set behind its prefix length; perhaps 203.0.113.0/24'],
    ['::ffff:203.0.113.5/120', 'has bits set behind its prefix length; perhaps 203.0.113.0/24'],
    ['2001:db8::1/64', 'has bits set behind its prefix length; perhaps 2001:db8::/64'],
    ['203.0.113.0/33', 'has a prefix length beyond its family'],
    ['203.0.113.0/', 'has no prefix length behind its slash'],
    ['203.0.113.0/1e1', 'has no prefix length behind its slash'],
    ['::ffff:203.0.113.0/1e2', 'is IPv4 written as IPv6; write the IPv4 prefix'],
  ])('refuses %j, and says why', (given, why) => {
    expect(read('192.0.2.1', given)).toEqual({
      faults: { 'allowed_addresses.1': [`${JSON.stringify(given)} ${why}`] },
    })
  })

  it('takes fifty, whatever they are', () => {
    const many = Array.from({ length: 51 }, (_, i) => `192.0.2.${i}`)
    expect(readAllowList(many)).toEqual({ faults: { allowed_addresses: ['must have at most 50 items'] } })
    expect(readAllowList(many.slice(1))).toMatchObject({ allowed: { length: 50 } })
  })

  it('names every row that is wrong', () => {
    expect(read('x', '192.0.2.1', 'y')).toMatchObject({
      faults: { 'allowed_addresses.0': [expect.any(String)], 'allowed_addresses.2': [expect.any(String)] },
    })
  })
})

describe('allows', () => {
  const list = ['203.0.113.0/24', '198.51.100.7/32', '2001:db8::/32'].map(knownPrefix)

  it.each([
    ['203.0.113.255', true],
    ['203.0.114.0', false],
    ['198.51.100.7', true],
    ['198.51.100.8', false],
    ['::ffff:203.0.113.1', true],
    ['::ffff:192.0.2.1', false],
    ['2001:db8:ffff::1', true],
    ['2001:db9::', false],
    ['::203.0.113.1', false],
    ['fe80::1%eth0', false],
    ['', false],
  ])('%s: %j', (address, expected) => {
    expect(allows(list, address)).toBe(expected)
  })

  it('allows everything where there is no list', () => {
    for (const address of ['203.0.113.1', '2001:db8::1', '']) expect(allows([], address)).toBe(true)
  })

  it('allows what a list names, whatever it is', () => {
    fc.assert(
      fc.property(arbitraryFamily.chain(arbitraryAddress), (address) => {
        const text = formatAddress(address)
        const kept = read(text)
        expect('allowed' in kept && allows(kept.allowed.map(knownPrefix), text)).toBe(true)
      }),
    )
  })
})

describe('how addresses are shown', () => {
  it('is as people write them', () => {
    expect(['203.0.113.7/32', '203.0.113.0/24', '2001:db8::1/128', '2001:db8::/32', '::/0'].map(shortForm)).toEqual([
      '203.0.113.7',
      '203.0.113.0/24',
      '2001:db8::1',
      '2001:db8::/32',
      '::/0',
    ])
  })

  it('is IPv4 where IPv4 is meant', () => {
    expect(['::ffff:203.0.113.7', '203.0.113.7', '2001:DB8::1', 'unix:'].map(plainAddress)).toEqual([
      '203.0.113.7',
      '203.0.113.7',
      '2001:db8::1',
      null,
    ])
  })
})
