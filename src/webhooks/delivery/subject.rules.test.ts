import { describe, expect, it } from 'vitest'
import { subjectOf } from './subject.rules.ts'

describe('the subject of an event', () => {
  it.each([
    ['its object', 'lease.started', { uuid: 'l1', block: '192.0.2.0/24', offer_uuid: 'o1' }, 'lease:l1'],
    [
      'its noun before another object',
      'subscription.termination_rejected',
      { uuid: 't1', subscription_uuid: 's1' },
      'subscription:s1',
    ],
    ['a lease, of which it says something', 'geofeed.changed', { lease_uuid: 'l1' }, 'geofeed:l1'],
    ['a prefix', 'prefix.health_changed', { block: '192.0.2.0/24' }, 'prefix:192.0.2.0/24'],
    ['else the company', 'prefixes.health_changed', { critical: 1, prefixes: [] }, 'prefixes:c1'],
  ])('is %s', (_what, type, data, expected) => {
    expect(subjectOf(type, 'c1', data)).toBe(expected)
  })
})
