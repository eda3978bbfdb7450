import { expect, test } from 'vitest'
import { pieces } from '../../../test/support/market/network.ts'
import type { KindName } from '../kinds.rules.ts'
import { gather } from '../reading/gather.ts'

/** An address of the other family where one is meant is left out by its line, and the rest is kept. */
test.each<[kind: KindName, what: string, text: string, where: string, why: RegExp]>([
  [
    'rpsl',
    'a route object',
    'route: 192.0.2.0/24\norigin: AS64500\nsource: TEST\n\nroute: 2001:db8::/32\norigin: AS64500\nsource: TEST\n',
    'line 5',
    /is of the class for IPv4, and its addresses are not/,
  ],
  [
    'rpsl',
    'a route6 object',
    'route6: 2001:db8::/32\norigin: AS64500\nsource: TEST\n\nroute6: 192.0.2.0/24\norigin: AS64500\nsource: TEST\n',
    'line 5',
    /is of the class for IPv6, and its addresses are not/,
  ],
  [
    'rpsl',
    'an inetnum',
    'inetnum: 192.0.2.0 - 192.0.2.255\nsource: TEST\n\ninetnum: 2001:db8::/32\nsource: TEST\n',
    'line 4',
    /is of the class for IPv4/,
  ],
  [
    'rpsl',
    'a range from one to the other',
    'inetnum: 192.0.2.0 - 192.0.2.255\nsource: TEST\n\ninetnum: 192.0.2.0 - 2001:db8::\nsource: TEST\n',
    'line 4',
    /has no range of addresses/,
  ],
  [
    'vrps',
    'a maximum length',
    'ASN,IP Prefix,Max Length,Trust Anchor,Expires\nAS1,192.0.2.0/24,24,ripe,0\nAS1,192.0.2.0/24,48,ripe,0\n',
    'line 3',
    /has no maximum length between 24 and 32/,
  ],
  [
    'delegated',
    'a row of statistics',
    '2|apnic|20260206|2|19830613|20260205|+1000\napnic|AU|ipv4|1.0.0.0|256|20110811|assigned\napnic|AU|ipv4|2001:db8::|32|20110811|assigned\n',
    'line 3',
    /has no IPv4 address/,
  ],
  ['country-ranges', 'a range', '192.0.2.0,192.0.2.255,NL\n198.51.100.0,2001:db8::,NL\n', 'line 2', /./],
  ['riswhois', 'a length', '64500\t192.0.2.0/24\t300\n64500\t192.0.2.0/64\t300\n', 'line 2', /./],
  ['pfx2as', 'a length', '192.0.2.0\t24\t64500\n192.0.2.0\t48\t64500\n', 'line 2', /./],
  ['geofeed', 'a length', '192.0.2.0/24,NL,,,\n192.0.2.0/64,NL,,,\n', 'line 2', /./],
])('%s: %s', async (kind, _, text, where, why) => {
  const { rows, refused, refusals } = await gather(kind, 'a', () => pieces(text))
  expect([rows, refused, refusals]).toEqual([1, 1, [{ where, why: expect.stringMatching(why) }]])
})

test.each<[kind: KindName, text: string]>([
  ['riswhois', '64500\t192.0.2.0/24\t300\n64500\t2001:db8::/32\t300\n'],
  ['vrps', 'ASN,IP Prefix,Max Length\nAS1,192.0.2.0/24,24\nAS1,2001:db8::/32,48\n'],
  ['geofeed', '192.0.2.0/24,NL,,,\n2001:db8::/32,NL,,,\n'],
])('%s with both, each right, is read whole', async (kind, text) => {
  expect(await gather(kind, 'a', () => pieces(text))).toMatchObject({ rows: 2, refused: 0 })
})
