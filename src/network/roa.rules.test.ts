import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { vrp } from '../../test/support/market/health.ts'
import { formatPrefix, knownPrefix, nthChild, type Prefix } from '../kernel/ip/index.ts'
import type { Vrp } from './fact.rules.ts'
import { intendedCount, intendedPrefixes, lackingPrefixes, outlookOf, type Intent } from './roa.rules.ts'

const intent = (text: string, maxLength: number, asn = 65_001): Intent => ({ block: knownPrefix(text), asn, maxLength })
const texts = (prefixes: Iterable<Prefix>) => [...prefixes].map(formatPrefix)

describe('the ROAs an intent needs', () => {
  it('are one for each prefix that may be announced, the larger ones first', () => {
    expect(texts(intendedPrefixes(intent('45.8.0.0/24', 24)))).toEqual(['45.8.0.0/24'])
    expect(texts(intendedPrefixes(intent('45.8.0.0/22', 24)))).toEqual([
      '45.8.0.0/22',
      '45.8.0.0/23',
      '45.8.2.0/23',
      '45.8.0.0/24',
      '45.8.1.0/24',
      '45.8.2.0/24',
      '45.8.3.0/24',
    ])
    expect(intendedCount(intent('45.8.0.0/22', 24))).toBe(7)
  })

  it.each<[string, readonly string[], readonly string[]]>([
    ['none is there', [], ['45.8.0.0/23', '45.8.0.0/24', '45.8.1.0/24']],
    ['one for the whole alone', ['65001 45.8.0.0/23'], ['45.8.0.0/24', '45.8.1.0/24']],
    ['one that reaches down', ['65001 45.8.0.0/23 24'], []],
    ['one of a larger block that does', ['65001 45.8.0.0/16 24'], []],
    ['one for each', ['65001 45.8.0.0/23', '65001 45.8.0.0/24', '65001 45.8.1.0/24'], []],
    ['the parts without the whole', ['65001 45.8.0.0/24', '65001 45.8.1.0/24'], ['45.8.0.0/23']],
    ['one for another number', ['65002 45.8.0.0/23 24'], ['45.8.0.0/23', '45.8.0.0/24', '45.8.1.0/24']],
  ])('lacking where there is %s', (_, vrps, lacking) => {
    expect(texts(lackingPrefixes(intent('45.8.0.0/23', 24), vrps.map(vrp)))).toEqual(lacking)
  })

  it('are lacking for AS0 whatever there is: it allows nobody', () => {
    const nobody = intent('45.8.0.0/24', 24, 0)
    expect(texts(lackingPrefixes(nobody, [vrp('0 45.8.0.0/24')]))).toEqual(['45.8.0.0/24'])
    expect(outlookOf(nobody, [vrp('0 45.8.0.0/24')])).toBe('as0')
  })

  it('are asked for lazily: a /8 down to /24 has 131,071', () => {
    const all = lackingPrefixes(intent('45.0.0.0/8', 24), [])
    expect(formatPrefix(all.next().value ?? knownPrefix('0.0.0.0/0'))).toBe('45.0.0.0/8')
    expect(intendedCount(intent('45.0.0.0/8', 24))).toBe(131_071)
    expect(outlookOf(intent('45.0.0.0/8', 24), [])).toBe('open')
  })
})

describe('the outlook of a /23 down to /24', () => {
  it.each<[string, readonly string[], string]>([
    ['nothing covers it', [], 'open'],
    ['all is allowed', ['65001 45.8.0.0/23 24'], 'allowed'],
    ['only the whole is', ['65001 45.8.0.0/23'], 'invalid'],
    ['a part is, and nothing else is covered', ['65001 45.8.1.0/24'], 'open'],
    ['AS0 around it', ['0 45.8.0.0/16'], 'as0'],
    ['AS0 on a part', ['0 45.8.1.0/24'], 'as0'],
    ['AS0, and all is allowed', ['0 45.8.0.0/16 24', '65001 45.8.0.0/23 24'], 'allowed'],
    ['AS0, and only the whole is allowed', ['0 45.8.0.0/24', '65001 45.8.0.0/23'], 'invalid'],
    ['another around it', ['65002 45.8.0.0/16 24'], 'invalid'],
    ['another on a part', ['65002 45.8.1.0/24'], 'invalid'],
    ['another on what is too small to be announced', ['65002 45.8.1.0/25'], 'open'],
    ['another beside it', ['65002 45.8.2.0/24'], 'open'],
  ])('%s', (_, vrps, outlook) => {
    expect(outlookOf(intent('45.8.0.0/23', 24), vrps.map(vrp))).toBe(outlook)
  })
})

/** RFC 6811 once more, by plain loops over bits, prefix by prefix. */
function plainly({ block, asn, maxLength }: Intent, vrps: readonly Vrp[]) {
  const lacking: string[] = []
  let [invalid, forbidden] = [false, false]
  for (let length = block.length; length <= maxLength; length++)
    for (let n = 0; n < 2 ** (length - block.length); n++) {
      const at = nthChild(block, length, n)
      let [covered, valid, onlyAs0] = [false, false, true]
      for (const one of vrps) {
        const shift = BigInt(32 - one.prefix.length)
        if (one.prefix.length > length || one.prefix.address >> shift !== at.address >> shift) continue
        covered = true
        if (one.asn !== 0) onlyAs0 = false
        if (one.asn === asn && one.maxLength >= length) valid = true
      }
      if (!valid) lacking.push(formatPrefix(at))
      if (!valid && covered) invalid = true
      if (!valid && covered && onlyAs0) forbidden = true
    }
  return { lacking: lacking.toSorted(), invalid, forbidden }
}

const space = knownPrefix('45.8.0.0/19')
const somewhere = fc
  .tuple(fc.integer({ min: 19, max: 25 }), fc.nat({ max: 63 }))
  .map(([length, n]) => nthChild(space, length, n % 2 ** (length - 19)))
const payload = fc
  .tuple(fc.constantFrom(0, 1, 1, 2), somewhere, fc.nat({ max: 4 }))
  .map(([asn, prefix, more]): Vrp => ({ prefix, asn, maxLength: prefix.length + more, ta: '', expires: null }))
const wanted = fc
  .tuple(somewhere, fc.nat({ max: 4 }))
  .map(([block, more]): Intent => ({ block, asn: 1, maxLength: block.length + more }))

it('a second implementation, by plain loops, agrees', () => {
  fc.assert(
    fc.property(wanted, fc.array(payload, { maxLength: 10 }), (each, vrps) => {
      const { lacking, invalid, forbidden } = plainly(each, vrps)
      expect(texts(lackingPrefixes(each, vrps)).toSorted()).toEqual(lacking)
      const outlook = outlookOf(each, vrps)
      expect([outlook === 'allowed', outlook === 'as0' || outlook === 'invalid']).toEqual([
        lacking.length === 0,
        invalid,
      ])
      expect(outlook !== 'as0' || forbidden).toBe(true)
    }),
    { numRuns: 5_000 },
  )
})
