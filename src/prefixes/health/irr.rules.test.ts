import { describe, expect, it } from 'vitest'
import { factsOf, type Told } from '../../../test/support/market/health.ts'
import { irrHealth } from './irr.rules.ts'

const letters = ['65001 45.8.0.0/24']
const routes = ['65001 45.8.0.0/24 90']
const two = [...routes, '65002 45.8.0.0/24 90']

const cases: readonly (readonly [status: string, level: string, told: Told, sentence: string])[] = [
  ['missing', 'critical', { letters, routes }, 'No IRR has a route object for 45.8.0.0/24; AS65001 should have one.'],
  ['missing', 'warning', { letters }, 'No IRR has a route object for 45.8.0.0/24; AS65001 should have one.'],
  // Only what the RPKI contradicts is as good as nothing.
  [
    'missing',
    'critical',
    { routes, objects: ['65001 RIPE'], vrps: ['65002 45.8.0.0/24'] },
    'The only route objects for 45.8.0.0/24 are RPKI-invalid (AS65001 in RIPE), so none counts; AS65001 should have one.',
  ],
  // No objects at all: nothing the RPKI could say of them matters.
  [
    'missing',
    'critical',
    { routes, vrps: null },
    'No IRR has a route object for 45.8.0.0/24; AS65001 should have one.',
  ],
  [
    'mismatch',
    'critical',
    { letters, objects: ['65002 RIPE', '65003 RADB'] },
    'The route objects for 45.8.0.0/24 are for others (AS65002 in RIPE and AS65003 in RADB), none for AS65001.',
  ],
  [
    'mismatch',
    'critical',
    { letters, objects: ['65001 RIPE', '65002 RADB'], vrps: ['65002 45.8.0.0/24'] },
    'The route objects for 45.8.0.0/24 are for others (AS65002 in RADB), none for AS65001 but RPKI-invalid ones (AS65001 in RIPE).',
  ],
  [
    'partial',
    'critical',
    { routes: two, objects: ['65001 RIPE', '65002 RADB'], vrps: ['65001 45.8.0.0/24'] },
    'AS65002 has no route object for 45.8.0.0/24 but RPKI-invalid ones (AS65002 in RADB); others have.',
  ],
  [
    'partial',
    'critical',
    { routes: two, objects: ['65001 RIPE'] },
    'AS65002 has no route object for 45.8.0.0/24; others have.',
  ],
  [
    'partial',
    'warning',
    { letters: [...letters, '65002 45.8.0.0/24'], objects: ['65001 RIPE'] },
    'AS65002 has no route object for 45.8.0.0/24; others have.',
  ],
  // Filters have to know every member of a set.
  [
    'partial',
    'critical',
    { routes: ['{65001,65002} 45.8.0.0/24 90'], objects: ['65001 RIPE'] },
    'AS65002 has no route object for 45.8.0.0/24; others have.',
  ],
  [
    'authority_mismatch',
    'critical',
    { routes, objects: ['65002 RIPE', '65001 RADB'] },
    "The registry's own IRR says otherwise about 45.8.0.0/24 (AS65002 in RIPE); only AS65001 in RADB agrees.",
  ],
  [
    'rpki_invalid',
    'warning',
    { routes, objects: ['65001 RIPE', '65002 RADB'], vrps: ['65001 45.8.0.0/24'] },
    'Route objects for 45.8.0.0/24 are right, but there are some that the RPKI contradicts: AS65002 in RADB.',
  ],
  [
    'not_authoritative',
    'warning',
    { routes, objects: ['65001 RADB', '65001 ALTDB'] },
    "The route objects for 45.8.0.0/24 (AS65001 in RADB and AS65001 in ALTDB) are not in RIPE, the registry's own IRR.",
  ],
  [
    'not_authoritative',
    'warning',
    { routes, objects: ['65001 RIPE-NONAUTH'] },
    "The route objects for 45.8.0.0/24 (AS65001 in RIPE-NONAUTH) are not in RIPE, the registry's own IRR.",
  ],
  [
    'conflict',
    'warning',
    { routes, objects: ['65001 RIPE', '65002 RADB'] },
    'RIPE is right about 45.8.0.0/24, but other IRRs say otherwise: AS65002 in RADB.',
  ],
  [
    'surplus',
    'info',
    { routes, objects: ['65001 RIPE', '65002 RIPE'] },
    '45.8.0.0/24 has its route objects, and more than are needed: AS65002 in RIPE.',
  ],
  // Without a known registry no IRR is its own, so none disagrees with it.
  [
    'surplus',
    'info',
    { routes, objects: ['65001 RADB', '65002 RIPE'], more: { registryIrr: null } },
    '45.8.0.0/24 has its route objects, and more than are needed: AS65002 in RIPE.',
  ],
  [
    'unused',
    'info',
    { objects: ['65002 RIPE'] },
    'Nobody is expected to announce 45.8.0.0/24, but there are route objects: AS65002 in RIPE.',
  ],
  [
    'valid',
    'ok',
    { routes, objects: ['65001 ripe', '65001 RADB'], vrps: ['65001 45.8.0.0/24'] },
    'AS65001 has a route object for 45.8.0.0/24 (AS65001 in ripe and AS65001 in RADB).',
  ],
  // Who has a letter and does not announce it yet may have an object: that is no contradiction.
  [
    'valid',
    'ok',
    { letters: [...letters, '65002 45.8.0.0/24'], routes, objects: ['65001 RIPE', '65002 RADB'] },
    'AS65001 has a route object for 45.8.0.0/24 (AS65001 in RIPE).',
  ],
  ['not_found', 'ok', {}, 'There is no route object for 45.8.0.0/24, and none is needed.'],
  [
    'not_found',
    'ok',
    { objects: ['65002 RIPE'], vrps: ['0 45.8.0.0/24'] },
    'There is no route object for 45.8.0.0/24, and none is needed.',
  ],
  ['unknown', 'unknown', { objects: null }, 'There is no IRR data here, so this is not known.'],
  [
    'unknown',
    'unknown',
    { routes, objects: ['65001 RIPE'], stale: ['objects'] },
    'The IRR data (test data, 2026-11-15) is older than it may be, so this is not known.',
  ],
  [
    'unknown',
    'unknown',
    { routes: null, objects: ['65001 RIPE'] },
    'There is no routing data here, so this is not known.',
  ],
  [
    'unknown',
    'unknown',
    { routes, objects: ['65001 RIPE'], vrps: null },
    'There is no RPKI data here, so this is not known.',
  ],
  [
    'unknown',
    'unknown',
    { routes, objects: ['65001 RIPE'], stale: ['vrps'] },
    'The RPKI data (test data, 2026-11-15) is older than it may be, so this is not known.',
  ],
]

describe('irrStatus', () => {
  it.each(cases)('is %s (%s) for %j', (status, level, told, sentence) => {
    expect(irrHealth(factsOf(told))).toMatchObject({ status, level, sentence })
  })

  it('names the objects that match, those that do not, and those the RPKI contradicts', () => {
    const objects = ['65001 RIPE', '65002 RADB', '65003 RADB']
    const vrps = ['65001 45.8.0.0/24', '65002 45.8.0.0/24']
    const { matched, unmatched, invalid } = irrHealth(factsOf({ routes, objects, vrps }))
    const origins = [matched, unmatched, invalid].map((all) => all.map(({ origin }) => origin))
    expect(origins).toEqual([[65_001], [65_002], [65_003]])
  })
})
