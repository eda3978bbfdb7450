import { describe, expect, it } from 'vitest'
import { route, vrp } from '../../../test/support/market/health.ts'
import { validityOf } from './validity.rules.ts'

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
})
