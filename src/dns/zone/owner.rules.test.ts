import { describe, expect, it } from 'vitest'
import { firstAddress, knownPrefix } from '../../kernel/ip/index.ts'
import { delegatedNames, delegationSets, ptrName, zoneLengthOf, zoneNameOf } from './owner.rules.ts'

const sets = (block: string, zoneLength: number) =>
  delegationSets(knownPrefix(block), zoneLength, ['ns2.example.net', 'ns1.example.net']).map(
    ({ name, type, contents }) => `${name} ${type} ${contents.join()}`,
  )

describe('names in reverse zones', () => {
  it('are read backwards', () => {
    expect(ptrName(firstAddress(knownPrefix('192.0.2.5/32')))).toBe('5.2.0.192.in-addr.arpa')
    expect(['192.0.0.0/8', '192.0.0.0/16', '192.0.2.0/24'].map((block) => zoneNameOf(knownPrefix(block)))).toEqual([
      '192.in-addr.arpa',
      '0.192.in-addr.arpa',
      '2.0.192.in-addr.arpa',
    ])
  })

  it.each([
    ['192.in-addr.arpa', 8],
    ['0.192.in-addr.arpa', 16],
    ['2.0.192.in-addr.arpa', 24],
    ['0-63.2.0.192.in-addr.arpa', null],
    ['5.2.0.192.in-addr.arpa', null],
    ['example.net', null],
  ])('say how long a zone is: %s', (name, length) => {
    expect(zoneLengthOf(name)).toBe(length)
  })
})

describe('a delegation', () => {
  it('of a /24 in the zone of a /16 is one cut', () => {
    expect(sets('45.80.12.0/24', 16)).toEqual(['12.80.45.in-addr.arpa NS ns1.example.net,ns2.example.net'])
    expect(sets('45.80.12.0/23', 16).map((line) => line.split(' ')[0])).toEqual([
      '12.80.45.in-addr.arpa',
      '13.80.45.in-addr.arpa',
    ])
  })

  it('below a /24, or of a whole zone, leads each address to a name of its own (RFC 2317)', () => {
    const [handedOver, first, ...rest] = sets('45.80.12.64/26', 16)
    expect(handedOver).toBe('64-127.12.80.45.in-addr.arpa NS ns1.example.net,ns2.example.net')
    expect(first).toBe('64.12.80.45.in-addr.arpa CNAME 64.64-127.12.80.45.in-addr.arpa')
    expect(rest.at(-1)).toBe('127.12.80.45.in-addr.arpa CNAME 127.64-127.12.80.45.in-addr.arpa')
    expect(rest.length).toBe(63)
    expect(delegatedNames(knownPrefix('45.80.12.0/24'), 24)).toEqual(['0-255.12.80.45.in-addr.arpa'])
    expect(sets('45.80.12.0/23', 24).length).toBe(2 * 257)
  })
})
