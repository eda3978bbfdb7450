import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { factsOf, type Told } from '../../../test/support/market/health.ts'
import { knownPrefix } from '../../kernel/ip/index.ts'
import { originsOf } from '../prefix/origin.rules.ts'
import { expectedWithin } from './facts.rules.ts'
import { judgeHealth, judgeWork, routingHealthOf, shownSuggestions } from './health.rules.ts'
import { levels, worstOf } from './verdict.rules.ts'

const someone = fc.constantFrom(65_001, 65_002, 65_003)
const somewhere = fc.constantFrom('45.8.0.0/24', '45.8.0.0/25', '45.8.0.0/20', '45.8.0.128/25')
const maybe = <T>(arbitrary: fc.Arbitrary<T>) =>
  fc.oneof({ weight: 9, arbitrary }, { weight: 1, arbitrary: fc.constant(null) })
const some = (texts: fc.Arbitrary<string>) => fc.array(texts, { maxLength: 3 })

const told: fc.Arbitrary<Told> = fc.record({
  letters: some(fc.tuple(someone, somewhere, fc.constantFrom(24, 25)).map((parts) => parts.join(' '))),
  own: fc.array(someone, { maxLength: 1 }),
  listed: fc.boolean(),
  routes: maybe(
    some(
      fc
        .tuple(
          fc.oneof(someone.map(String), fc.constantFrom('{65001}', '{65001,65002}')),
          somewhere,
          fc.constantFrom(10, 90),
        )
        .map((parts) => parts.join(' ')),
    ),
  ),
  vrps: maybe(
    some(fc.tuple(fc.constantFrom(0, 65_001, 65_002), somewhere, fc.constantFrom(25, 26)).map((p) => p.join(' '))),
  ),
  objects: maybe(some(fc.tuple(someone, fc.constantFrom('RIPE', 'RADB')).map((parts) => parts.join(' ')))),
  stale: fc.subarray(['routes', 'vrps', 'objects'] as const, { maxLength: 1 }),
})

describe('routing health', () => {
  it('is as bad as the worst of its three statuses', () => {
    const order = ['critical', 'warning', 'unknown', 'info', 'ok']
    fc.assert(
      fc.property(told, (given) => {
        const { criticality, bgp, rpki, irr } = judgeHealth(factsOf(given))
        expect(criticality).toBe(order.find((level) => [bgp, rpki, irr].some((one) => one.level === level)))
      }),
    )
    expect(levels.toReversed()).toEqual(order)
    expect(worstOf([])).toBe('ok')
  })

  it('proposes a ROA and a route object only for numbers with a letter', () => {
    fc.assert(
      fc.property(told, (given) => {
        const facts = factsOf(given)
        const { rpkiActions, irrActions } = judgeWork(facts)
        const roas = rpkiActions.flatMap(({ action, asns }) => (action === 'create_roa' ? asns : []))
        const objects = irrActions.flatMap(({ action, asns }) =>
          ['create_route', 'move_route', 'replace_route'].includes(action) ? asns.map(({ origin }) => origin) : [],
        )
        for (const asn of [...roas, ...objects]) expect(facts.expected).toContain(asn)
      }),
    )
  })

  it('never proposes to delete what allows somebody with a letter, nor to withdraw it', () => {
    fc.assert(
      fc.property(told, (given) => {
        const facts = factsOf(given)
        const { bgpActions, irrActions } = judgeWork(facts)
        const asked = (wanted: string) => bgpActions.flatMap(({ action, asns }) => (action === wanted ? asns : []))
        const deleted = irrActions.flatMap(({ action, asns }) => (action === 'delete_route' ? asns : []))
        const strange = [...asked('withdraw'), ...deleted.map(({ origin }) => origin)]
        expect(strange.filter((asn) => facts.expected.includes(asn))).toEqual([])
        // A letter for the whole may not reach down to the part.
        const unlawful = (facts.routes?.value.inside ?? []).filter(
          (one) => !expectedWithin(facts, one.prefix).includes(one.asn),
        )
        expect(asked('withdraw_more_specific').filter((asn) => !originsOf(unlawful).includes(asn))).toEqual([])
      }),
    )
  })

  it('is unknown exactly where the data for it is missing or old', () => {
    fc.assert(
      fc.property(told, (given) => {
        const facts = factsOf(given)
        const { bgp, rpki, irr } = judgeHealth(facts)
        const lacks = (known: { stale: boolean } | null) => known === null || known.stale
        const [routes, vrps, objects] = [lacks(facts.routes), lacks(facts.vrps), lacks(facts.routeObjects)]
        expect(bgp.status === 'unknown').toBe(routes)
        expect(rpki.status === 'unknown').toBe(routes || vrps)
        expect(irr.status === 'unknown').toBe(
          routes || objects || (vrps && (facts.routeObjects?.value.length ?? 0) > 0),
        )
        for (const one of [bgp, rpki, irr]) expect(one.level === 'unknown').toBe(one.status === 'unknown')
      }),
    )
  })

  it('fills what a prefix shows', () => {
    const work = judgeWork(
      factsOf({ letters: ['65001 45.8.0.0/24'], routes: ['65001 45.8.0.0/24 90'], objects: ['65001 RADB'] }),
    )
    expect(routingHealthOf(work)).toEqual({
      criticalityStatus: 'warning',
      bgpStatus: 'announced',
      rpkiStatus: 'not_found',
      irrStatus: 'not_authoritative',
      bgpActions: [],
      rpkiActions: [{ action: 'create_roa', asns: [65_001] }],
      irrActions: [{ action: 'move_route', asns: [{ origin: 65_001, target: 'RIPE' }] }],
      irmActions: [{ action: 'add_mnt_routes', asns: [65_001] }],
    })
    expect(shownSuggestions(work, knownPrefix('45.8.0.0/24'))).toEqual([
      { maxLength: 24, asn: 'AS65001', ta: 'ripencc', status: 'not_found' },
    ])
  })
})
