import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { crowdedPrefix } from '../../../test/support/arbitrary-ip.ts'
import { route, vrp } from '../../../test/support/market/health.ts'
import { contains } from '../../kernel/ip/index.ts'
import type { Vrp } from '../../network/index.ts'
import { isInvalid, validityOf, type Validity } from './validity.rules.ts'

const validity = (announced: string, vrps: readonly string[]) => validityOf(route(announced), vrps.map(vrp)).validity

describe('validity by RFC 6811', () => {
  it.each([
    ['valid', '65001 45.8.0.0/24', ['65001 45.8.0.0/24']],
    ['valid', '65001 45.8.0.0/24', ['65001 45.8.0.0/16 24']],
    // One that allows it is enough, whatever the others say (RFC 6811 §2).
    ['valid', '65001 45.8.0.0/24', ['65002 45.8.0.0/24', '0 45.8.0.0/16', '65001 45.8.0.0/22 24']],
    ['not_found', '65001 45.8.0.0/24', []],
    ['not_found', '65001 45.8.0.0/24', ['65001 45.8.0.0/25', '65001 45.9.0.0/16 24']],
    ['invalid_length', '65001 45.8.0.0/24', ['65001 45.8.0.0/16 23', '65002 45.8.0.0/24']],
    ['invalid_asn', '65001 45.8.0.0/24', ['65002 45.8.0.0/24']],
    ['invalid_asn', '65001 45.8.0.0/24', ['65002 45.8.0.0/24', '0 45.8.0.0/24']],
    ['invalid_as0', '65001 45.8.0.0/24', ['0 45.8.0.0/24', '0 45.8.0.0/16 24']],
    // Nobody may be AS 0, so AS 0 allows not even that (RFC 6483 §4, RFC 7607).
    ['invalid_as0', '0 45.8.0.0/24', ['0 45.8.0.0/24']],
    ['invalid_asn', '0 45.8.0.0/24', ['0 45.8.0.0/24', '65001 45.8.0.0/24']],
    ['invalid_as_set', '{65001} 45.8.0.0/24', ['65001 45.8.0.0/24']],
    ['invalid_as_set', '{65001,65002} 45.8.0.0/24', ['0 45.8.0.0/24']],
    ['not_found', '{65001,65002} 45.8.0.0/24', []],
    ['valid', '65001 0.0.0.0/0', ['65001 0.0.0.0/0']],
    ['valid', '65001 2001:db8::/48', ['65001 2001:db8::/32 48']],
    ['invalid_length', '65001 2001:db8::/49', ['65001 2001:db8::/32 48']],
    ['not_found', '65001 2001:db8::/48', ['65001 0.0.0.0/0 32']],
  ] as const)('is %s for %s among %j', (expected, announced, vrps) => {
    expect(validity(announced, vrps)).toBe(expected)
  })

  it('names the payloads that allow it, and those that cover it and do not', () => {
    const [yes, no, aside] = [vrp('65001 45.8.0.0/16 24'), vrp('65002 45.8.0.0/24'), vrp('65001 45.8.0.0/25')]
    expect(validityOf(route('65001 45.8.0.0/24'), [yes, no, aside])).toEqual({
      validity: 'valid',
      matched: [yes],
      unmatched: [no],
    })
  })

  it('is as RFC 6811 §2 spells it out, for any route and payloads', () => {
    const payload = crowdedPrefix.chain((prefix) =>
      fc.record({
        prefix: fc.constant(prefix),
        asn: fc.integer({ min: 0, max: 3 }),
        maxLength: fc.integer({ min: prefix.length, max: prefix.family === 4 ? 32 : 128 }),
        ta: fc.constant('arin'),
        expires: fc.constant(null),
      }),
    )
    const origin = fc.record({
      prefix: crowdedPrefix,
      asn: fc.integer({ min: 0, max: 4 }),
      asSet: fc.option(fc.constant('{1,2}'), { freq: 10 }),
    })
    fc.assert(
      fc.property(origin, fc.array(payload, { maxLength: 40 }), (announced, vrps) => {
        const { validity, matched, unmatched } = validityOf(announced, vrps)
        expect(validity).toBe(byTheBook(announced, vrps))
        expect(matched.length > 0).toBe(validity === 'valid')
        expect(matched.length + unmatched.length > 0).toBe(validity !== 'not_found')
        expect(isInvalid(validity)).toBe(matched.length === 0 && unmatched.length > 0)
      }),
      { numRuns: 1000 },
    )
  })
})

/** Word by word, over all there is. */
function byTheBook({ prefix, asn, asSet }: Parameters<typeof validityOf>[0], vrps: readonly Vrp[]): Validity {
  const covering = vrps.filter((vrp) => contains(vrp.prefix, prefix))
  const ofOrigin = covering.filter((vrp) => vrp.asn !== 0 && vrp.asn === asn)
  if (covering.length === 0) return 'not_found'
  if (asSet !== null) return 'invalid_as_set'
  if (ofOrigin.some(({ maxLength }) => maxLength >= prefix.length)) return 'valid'
  if (ofOrigin.length > 0) return 'invalid_length'
  return covering.every((vrp) => vrp.asn === 0) ? 'invalid_as0' : 'invalid_asn'
}
