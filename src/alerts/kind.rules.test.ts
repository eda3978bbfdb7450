import { describe, expect, it } from 'vitest'
import { roles } from '../kernel/endpoint.ts'
import { companyKinds, isDuty, kindNames, mailWayOf, mailWays } from './kind.rules.ts'

const nothing = { own: null, company: null }

describe('how somebody is mailed', () => {
  it.each([
    ['routing', 'owner', nothing, 'at_once'],
    ['routing', 'member', nothing, 'at_once'],
    ['routing', 'viewer', nothing, 'never'],
    ['payments', 'member', nothing, 'never'],
    ['payments', 'owner', nothing, 'at_once'],
    // A company says how its people are mailed, the role whether.
    ['routing', 'member', { own: null, company: 'daily' }, 'daily'],
    ['routing', 'viewer', { own: null, company: 'at_once' }, 'never'],
    // Whoever has chosen is not asked what the company would have.
    ['routing', 'member', { own: 'never', company: 'at_once' }, 'never'],
    ['routing', 'viewer', { own: 'daily', company: null }, 'daily'],
    ['offers', 'owner', { own: 'at_once', company: 'never' }, 'at_once'],
    // What somebody must know.
    ['leases', 'owner', { own: 'never', company: 'never' }, 'at_once'],
    ['leases', 'member', { own: 'never', company: null }, 'never'],
  ] as const)('%s, %s, %o: %s', (kind, role, chosen, way) => {
    expect(mailWayOf(kind, role, chosen)).toBe(way)
  })

  it('whatever is chosen, an owner is mailed at once what is duty', () => {
    for (const kind of kindNames.filter(isDuty))
      for (const own of [null, ...mailWays])
        for (const company of [null, ...mailWays]) expect(mailWayOf(kind, 'owner', { own, company })).toBe('at_once')
  })

  it('an own choice counts in every role where it is no duty', () => {
    for (const kind of companyKinds)
      for (const role of roles)
        for (const own of mailWays) expect(mailWayOf(kind, role, { own, company: 'never' })).toBe(own)
  })
})
