import { describe, expect, it } from 'vitest'
import { factsOf, type Told } from '../../../test/support/market/health.ts'
import { formatPrefix } from '../../kernel/ip/index.ts'
import { rpkiHealth } from './rpki.rules.ts'

const letters = ['65001 45.8.0.0/24']
const routes = ['65001 45.8.0.0/24 90']

const cases: readonly (readonly [status: string, level: string, told: Told, sentence: string])[] = [
  [
    'valid',
    'ok',
    { letters, routes, vrps: ['65001 45.8.0.0/22 24', '65002 45.8.0.0/24'] },
    'A ROA allows 45.8.0.0/24 from AS65001.',
  ],
  // Not announced yet: judged by who may announce it.
  ['valid', 'ok', { letters, vrps: ['65001 45.8.0.0/24'] }, 'A ROA allows 45.8.0.0/24 from AS65001.'],
  // What is announced counts, not what is expected.
  [
    'valid',
    'ok',
    { letters: ['65009 45.8.0.0/24'], routes, vrps: ['65001 45.8.0.0/24'] },
    'A ROA allows 45.8.0.0/24 from AS65001.',
  ],
  [
    'invalid_asn',
    'critical',
    { letters, routes, vrps: ['65002 45.8.0.0/24'] },
    '45.8.0.0/24 from AS65001 is rejected: ROAs allow only AS65002 for 45.8.0.0/24 up to /24.',
  ],
  [
    'invalid_asn',
    'warning',
    { letters, vrps: ['65002 45.8.0.0/24'] },
    '45.8.0.0/24 from AS65001 would be rejected: ROAs allow only AS65002 for 45.8.0.0/24 up to /24.',
  ],
  // The worst over all origins.
  [
    'invalid_asn',
    'critical',
    {
      letters,
      routes: [...routes, '65002 45.8.0.0/24 12', '65003 45.8.0.0/24 12'],
      vrps: ['65001 45.8.0.0/24', '65003 45.8.0.0/20'],
    },
    '45.8.0.0/24 from AS65002 is rejected: ROAs allow only AS65001 for 45.8.0.0/24 up to /24 and AS65003 for 45.8.0.0/20 up to /20.',
  ],
  [
    'invalid_length',
    'critical',
    { letters, routes, vrps: ['65001 45.8.0.0/22'] },
    '45.8.0.0/24 from AS65001 is rejected: it is more specific than ROAs allow (AS65001 for 45.8.0.0/22 up to /22).',
  ],
  [
    'invalid_length',
    'warning',
    { letters, vrps: ['65001 45.8.0.0/22 23'] },
    '45.8.0.0/24 from AS65001 would be rejected: it is more specific than ROAs allow (AS65001 for 45.8.0.0/22 up to /23).',
  ],
  [
    'invalid_as0',
    'critical',
    { letters, routes, vrps: ['0 45.8.0.0/24'] },
    '45.8.0.0/24 from AS65001 is rejected: its ROAs are for AS0 only, which forbid every announcement.',
  ],
  [
    'invalid_as0',
    'critical',
    { letters, vrps: ['0 45.8.0.0/16 24'] },
    '45.8.0.0/24 from AS65001 would be rejected: its ROAs are for AS0 only, which forbid every announcement.',
  ],
  [
    'invalid_as_set',
    'critical',
    { letters, routes: ['{65001,65002} 45.8.0.0/24 90'], vrps: ['65001 45.8.0.0/24'] },
    '45.8.0.0/24 from the set {65001,65002} is rejected: a ROA cannot allow a set of origins.',
  ],
  [
    'not_found',
    'warning',
    { letters, routes, vrps: ['65001 45.8.0.0/25'] },
    'No ROA covers 45.8.0.0/24, so nothing vouches for AS65001.',
  ],
  ['not_found', 'warning', { letters }, 'No ROA covers 45.8.0.0/24, so nothing vouches for AS65001.'],
  [
    'not_found',
    'warning',
    { routes: ['{65001,65002} 45.8.0.0/24 90'] },
    'No ROA covers 45.8.0.0/24, so nothing vouches for {65001,65002}.',
  ],
  [
    'covered',
    'ok',
    { vrps: ['65002 45.8.0.0/16', '0 45.8.0.0/24'] },
    'Nobody is expected to announce 45.8.0.0/24; ROAs allow AS65002 for 45.8.0.0/16 up to /16 and AS0 for 45.8.0.0/24 up to /24.',
  ],
  [
    'protected',
    'ok',
    { vrps: ['0 45.8.0.0/16 24'] },
    'Nobody is expected to announce 45.8.0.0/24, and a ROA for AS0 forbids it to everybody.',
  ],
  ['unprotected', 'info', {}, 'Nobody is expected to announce 45.8.0.0/24, and no ROA forbids it to others.'],
  ['unknown', 'unknown', { letters, vrps: null }, 'There is no RPKI data here, so this is not known.'],
  [
    'unknown',
    'unknown',
    { letters, vrps: [], stale: ['vrps'] },
    'The RPKI data (test data, 2026-11-15) is older than it may be, so this is not known.',
  ],
  [
    'unknown',
    'unknown',
    { letters, routes: null, vrps: ['65001 45.8.0.0/24'] },
    'There is no routing data here, so this is not known.',
  ],
  [
    'unknown',
    'unknown',
    { routes, stale: ['routes'], vrps: [] },
    'The routing data (test data, 2026-11-15) is older than it may be, so this is not known.',
  ],
]

describe('rpkiStatus', () => {
  it.each(cases)('is %s (%s) for %j', (status, level, told, sentence) => {
    expect(rpkiHealth(factsOf(told))).toMatchObject({ status, level, sentence })
  })

  it('names the payloads that allow an origin, those that do not, and how each origin fares', () => {
    const vrps = ['65001 45.8.0.0/22 24', '65001 45.8.0.0/20', '65002 45.8.0.0/24', '65001 45.8.0.0/25']
    const { matched, unmatched, origins } = rpkiHealth(factsOf({ routes: [...routes, '65003 45.8.0.0/24 90'], vrps }))
    const shown = (all: typeof matched) => all.map(({ asn, prefix }) => `AS${asn} ${formatPrefix(prefix)}`)
    expect(shown(matched)).toEqual(['AS65001 45.8.0.0/22'])
    expect(shown(unmatched)).toEqual(['AS65001 45.8.0.0/20', 'AS65002 45.8.0.0/24'])
    expect(origins.map(({ origin, validity }) => [origin.asn, validity])).toEqual([
      [65_001, 'valid'],
      [65_003, 'invalid_asn'],
    ])
  })
})
