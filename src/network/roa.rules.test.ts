import { describe, expect, it } from 'vitest'
import { vrp } from '../../test/support/market/health.ts'
import { formatPrefix, knownPrefix, type Prefix } from '../kernel/ip/index.ts'
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
