import { describe, expect, it } from 'vitest'
import { factsOf, type Told } from '../../../test/support/market/health.ts'
import { formatPrefix } from '../../kernel/ip/index.ts'
import { bgpHealth } from './bgp.rules.ts'
import { originText } from '../prefix/origin.rules.ts'

const lessee = ['65001 45.8.0.0/24']

const cases: readonly (readonly [status: string, level: string, told: Told, sentence: string])[] = [
  [
    'bogon',
    'critical',
    { prefix: '10.1.0.0/16' },
    '10.1.0.0/16 overlaps 10.0.0.0/8 (Private use, RFC 1918), which nobody may announce.',
  ],
  // Known without any data, and worse than what the data would say.
  [
    'bogon',
    'critical',
    { prefix: '10.0.0.0/7', routes: null },
    '10.0.0.0/7 overlaps 10.0.0.0/8 (Private use, RFC 1918), which nobody may announce.',
  ],
  [
    'bogon',
    'critical',
    { prefix: '2001:db8::/32', routes: ['65001 2001:db8::/32 90'] },
    '2001:db8::/32 overlaps 2001:db8::/32 (Documentation, RFC 3849), which nobody may announce.',
  ],
  [
    'origin_mismatch',
    'critical',
    { letters: lessee, routes: ['65002 45.8.0.0/24 90'] },
    '45.8.0.0/24 is announced by AS65002, which has no LOA for it; expected is AS65001.',
  ],
  [
    'origin_mismatch',
    'critical',
    { letters: lessee, routes: ['65001 45.8.0.0/24 90', '65002 45.8.0.0/24 12'] },
    '45.8.0.0/24 is announced by AS65002, which has no LOA for it; expected is AS65001.',
  ],
  [
    'origin_mismatch',
    'critical',
    { letters: lessee, routes: ['{65001,65002} 45.8.0.0/24 90'] },
    '45.8.0.0/24 is announced by AS65002, which has no LOA for it; expected is AS65001.',
  ],
  // The holder's own number is a stranger too as long as somebody leases the block.
  [
    'origin_mismatch',
    'critical',
    { letters: lessee, own: [65002], routes: ['65002 45.8.0.0/24 90'] },
    '45.8.0.0/24 is announced by AS65002, which has no LOA for it; expected is AS65001.',
  ],
  [
    'unexpected_announcement',
    'critical',
    { listed: true, routes: ['65002 45.8.0.0/24 90'] },
    '45.8.0.0/24 is announced by AS65002, although there is no LOA for it and it is listed or leased here.',
  ],
  [
    'unexpected_announcement',
    'info',
    { listed: true, own: [65002], routes: ['65002 45.8.0.0/24 90'] },
    '45.8.0.0/24 is announced by AS65002, although there is no LOA for it and it is listed or leased here.',
  ],
  [
    'unexpected_announcement',
    'info',
    { routes: ['{65002,65003} 45.8.0.0/24 90'] },
    '45.8.0.0/24 is announced by {65002,65003}, although there is no LOA for it.',
  ],
  [
    'more_specific_mismatch',
    'critical',
    { letters: lessee, routes: ['65001 45.8.0.0/24 90', '65002 45.8.0.128/25 30'] },
    'Parts of 45.8.0.0/24 are announced without an LOA: 45.8.0.128/25 by AS65002.',
  ],
  [
    'more_specific_mismatch',
    'critical',
    { letters: lessee, routes: ['65002 45.8.0.128/25 30'] },
    'Parts of 45.8.0.0/24 are announced without an LOA: 45.8.0.128/25 by AS65002.',
  ],
  [
    'low_visibility',
    'warning',
    { letters: lessee, routes: ['65001 45.8.0.0/24 49'] },
    '45.8.0.0/24 is announced by AS65001, but only 49 of 100 full tables have it.',
  ],
  // The best origin counts, half is enough, and nothing is badly visible that nobody counts.
  [
    'multiple_origins',
    'info',
    { letters: [...lessee, '65002 45.8.0.0/24'], routes: ['65001 45.8.0.0/24 10', '65002 45.8.0.0/24 50'] },
    '45.8.0.0/24 is announced by several: AS65001 and AS65002. All of them have an LOA.',
  ],
  [
    'announced',
    'ok',
    { letters: lessee, routes: ['65001 45.8.0.0/24 10'], fullTables: null },
    '45.8.0.0/24 is announced by AS65001, as expected.',
  ],
  [
    'announced',
    'ok',
    { letters: lessee, routes: ['65001 45.8.0.0/24'] },
    '45.8.0.0/24 is announced by AS65001, as expected.',
  ],
  [
    'announced',
    'ok',
    {
      letters: ['65001 45.8.0.0/22 25'],
      routes: ['65001 45.8.0.0/24 90', '65001 45.8.0.0/25 90', '65009 45.8.0.0/16 90'],
    },
    '45.8.0.0/24 is announced by AS65001, as expected.',
  ],
  [
    'more_specifics_only',
    'ok',
    {
      letters: ['65001 45.8.0.0/24 25'],
      routes: ['65001 45.8.0.0/25 90', '65001 45.8.0.128/25 90', '65009 45.8.0.0/16 90'],
    },
    '45.8.0.0/24 itself is not announced; parts of it are, by those with an LOA: 45.8.0.0/25 and 45.8.0.128/25.',
  ],
  // A large block whose lessees announce what they lease.
  [
    'more_specifics_only',
    'ok',
    { prefix: '45.8.0.0/22', letters: lessee, routes: ['65001 45.8.0.0/24 90'] },
    '45.8.0.0/22 itself is not announced; parts of it are, by those with an LOA: 45.8.0.0/24.',
  ],
  // A letter allows its block and the parts down to its longest length; for the block as a whole it allows no part.
  [
    'more_specific_mismatch',
    'critical',
    {
      prefix: '45.8.0.0/23',
      letters: ['65001 45.8.0.0/23'],
      routes: ['65001 45.8.0.0/23 90', '65001 45.8.0.0/24 90'],
    },
    'Parts of 45.8.0.0/23 are announced without an LOA: 45.8.0.0/24 by AS65001. The LOA of AS65001 does not cover so long a prefix.',
  ],
  [
    'announced',
    'ok',
    {
      prefix: '45.8.0.0/23',
      letters: ['65001 45.8.0.0/23 24'],
      routes: ['65001 45.8.0.0/23 90', '65001 45.8.0.0/24 90'],
    },
    '45.8.0.0/23 is announced by AS65001, as expected.',
  ],
  [
    'unexpected_announcement',
    'critical',
    { listed: true, letters: ['65001 45.8.0.0/23'], routes: ['65001 45.8.0.0/24 90'] },
    '45.8.0.0/24 is announced by AS65001, although there is no LOA for it and it is listed or leased here. The LOA of AS65001 does not cover so long a prefix.',
  ],
  [
    'announced',
    'ok',
    { listed: true, letters: ['65001 45.8.0.0/23 24'], routes: ['65001 45.8.0.0/24 90'] },
    '45.8.0.0/24 is announced by AS65001, as expected.',
  ],
  [
    'covered_only',
    'info',
    { routes: ['65009 45.8.0.0/16 90', '65009 45.8.0.0/20 90'] },
    '45.8.0.0/24 is reached only by 45.8.0.0/16 and 45.8.0.0/20 around it, announced by AS65009.',
  ],
  [
    'covered_only',
    'warning',
    { letters: lessee, routes: ['65009 45.8.0.0/16 90'] },
    '45.8.0.0/24 is reached only by 45.8.0.0/16 around it, announced by AS65009.',
  ],
  ['not_announced', 'ok', {}, '45.8.0.0/24 is not announced.'],
  ['not_announced', 'info', { letters: lessee }, '45.8.0.0/24 is not announced, though AS65001 may announce it.'],
  [
    'not_announced',
    'ok',
    { prefix: '45.8.0.0/22', routes: ['65002 45.8.0.0/24 90'] },
    '45.8.0.0/22 is not announced; parts of it are: 45.8.0.0/24.',
  ],
  ['unknown', 'unknown', { routes: null }, 'There is no routing data here, so this is not known.'],
  [
    'unknown',
    'unknown',
    { routes: ['65002 45.8.0.0/24 90'], stale: ['routes'] },
    'The routing data (test data, 2026-11-15) is older than it may be, so this is not known.',
  ],
]

const inside: readonly (readonly [what: string, told: Told, expected: string])[] = [
  [
    'a letter for the whole and another for a part, both announced',
    {
      prefix: '45.8.0.0/22',
      listed: true,
      letters: ['65001 45.8.0.0/22', '65002 45.8.1.0/24'],
      routes: ['65001 45.8.0.0/22 90', '65002 45.8.1.0/24 90'],
    },
    'announced ok',
  ],
  [
    'the same, seen from the part',
    {
      prefix: '45.8.1.0/24',
      listed: true,
      letters: ['65001 45.8.0.0/22', '65002 45.8.1.0/24'],
      routes: ['65001 45.8.0.0/22 90', '65002 45.8.1.0/24 90'],
    },
    'announced ok',
  ],
  [
    'the two changed places',
    {
      prefix: '45.8.0.0/22',
      listed: true,
      letters: ['65001 45.8.0.0/22', '65002 45.8.1.0/24'],
      routes: ['65001 45.8.0.0/22 90', '65001 45.8.1.0/24 90'],
    },
    'more_specific_mismatch critical',
  ],
  [
    'a stranger inside an idle block that is listed',
    { prefix: '45.8.0.0/22', listed: true, routes: ['65002 45.8.1.0/24 90'] },
    'more_specific_mismatch critical',
  ],
  [
    'a stranger beside a lessee',
    {
      prefix: '45.8.0.0/22',
      listed: true,
      letters: ['65001 45.8.0.0/24'],
      routes: ['65001 45.8.0.0/24 90', '65002 45.8.1.0/24 90'],
    },
    'more_specific_mismatch critical',
  ],
  [
    'a stranger inside what the holder announces by its own number',
    {
      prefix: '45.8.0.0/22',
      listed: true,
      own: [65_009],
      routes: ['65009 45.8.0.0/22 90', '65002 45.8.1.0/24 90'],
    },
    'more_specific_mismatch critical',
  ],
  [
    'a stranger there and inside',
    { prefix: '45.8.0.0/22', listed: true, routes: ['65002 45.8.0.0/22 90', '65002 45.8.1.0/24 90'] },
    'unexpected_announcement critical',
  ],
  [
    'the holder inside its idle block',
    { prefix: '45.8.0.0/22', listed: true, own: [65_002], routes: ['65002 45.8.1.0/24 90'] },
    'not_announced ok',
  ],
  [
    'the holder inside what somebody has a letter for',
    {
      prefix: '45.8.0.0/22',
      listed: true,
      own: [65_002],
      letters: ['65001 45.8.1.0/24'],
      routes: ['65001 45.8.1.0/24 90', '65002 45.8.1.0/25 90'],
    },
    'more_specific_mismatch critical',
  ],
  [
    'a part that the holder keeps off the market',
    { prefix: '45.8.0.0/22', listed: true, hidden: ['45.8.1.0/24'], routes: ['65002 45.8.1.0/24 90'] },
    'not_announced ok',
  ],
  [
    'inside a block that is not listed',
    { prefix: '45.8.0.0/22', routes: ['65002 45.8.1.0/24 90'] },
    'not_announced ok',
  ],
]

describe('announcements of parts', () => {
  it.each(inside)('%s', (_what, told, expected) => {
    const { status, level } = bgpHealth(factsOf(told))
    expect(`${status} ${level}`).toBe(expected)
  })
})

describe('bgpStatus', () => {
  it.each(cases)('is %s (%s) for %j', (status, level, told, sentence) => {
    expect(bgpHealth(factsOf(told))).toMatchObject({ status, level, sentence })
  })

  it('names the announcements that have a letter, and those that have none', () => {
    const routes = ['65001 45.8.0.0/24 90', '65002 45.8.0.0/24 90', '65003 45.8.0.0/25 90', '65001 45.8.0.128/25 90']
    const letters = ['65001 45.8.0.0/24 25']
    const { matched, unmatched } = bgpHealth(factsOf({ letters, routes: [...routes, '65009 45.8.0.0/16 90'] }))
    const shown = (all: typeof matched) => all.map((one) => `${originText(one)} ${formatPrefix(one.prefix)}`)
    expect(shown(matched)).toEqual(['AS65001 45.8.0.0/24', 'AS65001 45.8.0.128/25'])
    expect(shown(unmatched)).toEqual(['AS65002 45.8.0.0/24', 'AS65003 45.8.0.0/25'])
  })

  it('names only a few of many', () => {
    const routes = [1, 2, 3, 4, 5, 6].map((n) => `6500${n} 45.8.0.0/24 90`)
    expect(bgpHealth(factsOf({ routes })).sentence).toContain('by AS65001, AS65002, AS65003 and 3 others,')
  })
})
