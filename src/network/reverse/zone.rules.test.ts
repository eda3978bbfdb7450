import { expect, it } from 'vitest'
import { knownPrefix } from '../../kernel/ip/index.ts'
import { reverseZones, zoneCount, zonesAround } from './zone.rules.ts'

it.each([
  ['192.0.2.0/24', ['2.0.192.in-addr.arpa']],
  ['45.80.12.0/23', ['12.80.45.in-addr.arpa', '13.80.45.in-addr.arpa']],
  ['45.80.0.0/16', ['80.45.in-addr.arpa']],
  ['45.80.0.0/15', ['80.45.in-addr.arpa', '81.45.in-addr.arpa']],
])('%s is made up of zones at the next octet', (block, zones) => {
  expect(reverseZones(knownPrefix(block))).toEqual(zones)
  expect(zoneCount(knownPrefix(block))).toBe(zones.length)
})

it('a zone is part of others, up to but not including the /8 of a registry', () => {
  expect(zonesAround('2.0.192.in-addr.arpa')).toEqual(['2.0.192.in-addr.arpa', '0.192.in-addr.arpa'])
  expect(zonesAround('80.45.in-addr.arpa')).toEqual(['80.45.in-addr.arpa'])
})
