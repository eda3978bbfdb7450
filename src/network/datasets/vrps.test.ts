import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { contains, knownPrefix, type Prefix } from '../../kernel/ip/index.ts'
import { crowdedPrefix } from '../../../test/support/arbitrary-ip.ts'
import type { Vrp } from '../fact.rules.ts'
import { pack, unpack } from '../tables/columns.ts'
import type { Validity } from '../validity.rules.ts'
import { vrps, type Vrps } from './vrps.ts'

function viewOf(payloads: readonly Vrp[]): Vrps {
  const rows = vrps.collect()
  for (const payload of payloads) rows.add(payload)
  return vrps.open(unpack(pack(rows.finish())))
}

/** `64500 10.0.0.0/8-16` */
function payload(text: string): Vrp {
  const [asn = '', block = ''] = text.split(' ')
  const [prefix = '', maxLength] = block.split('-')
  const known = knownPrefix(prefix)
  return { prefix: known, asn: Number(asn), maxLength: Number(maxLength ?? known.length), ta: 'ripencc', expires: null }
}

/** RFC 6811 §2 word by word, over all there is. */
function byTheBook(payloads: readonly Vrp[], route: Prefix, origin: number | null): Validity {
  const covering = payloads.filter(({ prefix }) => contains(prefix, route))
  const sameAs = covering.filter(({ asn }) => asn !== 0 && asn === origin)
  if (covering.length === 0) return 'not_found'
  if (origin === null) return 'invalid_as_set'
  if (sameAs.some(({ maxLength }) => maxLength >= route.length)) return 'valid'
  if (sameAs.length > 0) return 'invalid_length'
  return covering.every(({ asn }) => asn === 0) ? 'invalid_as0' : 'invalid_asn'
}

const payloadAmong = crowdedPrefix.chain((prefix) =>
  fc.record({
    prefix: fc.constant(prefix),
    asn: fc.integer({ min: 0, max: 3 }),
    maxLength: fc.integer({ min: prefix.length, max: prefix.family === 4 ? 32 : 128 }),
    ta: fc.constantFrom('ripencc', 'apnic'),
    expires: fc.constantFrom(null, 1, 2),
  }),
)

describe('validity by RFC 6811', () => {
  test.each<[string, number | null, readonly string[], Validity]>([
    ['10.0.0.0/16', 64500, [], 'not_found'],
    // A payload for a part of a route covers nothing of it.
    ['10.0.0.0/16', 64500, ['64500 10.0.0.0/17'], 'not_found'],
    ['10.0.0.0/16', 64500, ['64500 10.1.0.0/16'], 'not_found'],
    ['10.0.0.0/16', 64500, ['64500 10.0.0.0/16'], 'valid'],
    ['10.0.0.0/16', 64500, ['64500 10.0.0.0/8-16'], 'valid'],
    ['10.0.0.0/16', 64500, ['64500 10.0.0.0/8'], 'invalid_length'],
    ['10.0.0.0/17', 64500, ['64500 10.0.0.0/8-16'], 'invalid_length'],
    ['10.0.0.0/16', 64501, ['64500 10.0.0.0/16'], 'invalid_asn'],
    // One that matches is enough, whatever the others say and wherever they stand.
    ['10.0.0.0/16', 64500, ['64501 10.0.0.0/16', '64500 10.0.0.0/8-16'], 'valid'],
    ['10.0.0.0/16', 64500, ['64500 10.0.0.0/16', '64501 10.0.0.0/8', '0 0.0.0.0/0-32'], 'valid'],
    ['10.0.0.0/16', 64500, ['64501 10.0.0.0/16', '64500 10.0.0.0/8'], 'invalid_length'],
    // AS 0 (RFC 6483 §4): says no by covering, and never yes.
    ['10.0.0.0/16', 64500, ['0 10.0.0.0/8-32'], 'invalid_as0'],
    ['10.0.0.0/16', 64500, ['0 10.0.0.0/8-32', '64501 10.0.0.0/16'], 'invalid_asn'],
    ['10.0.0.0/16', 64500, ['0 10.0.0.0/16', '64500 10.0.0.0/8-24'], 'valid'],
    ['10.0.0.0/16', 0, ['0 10.0.0.0/16'], 'invalid_as0'],
    ['10.0.0.0/16', 0, ['0 10.0.0.0/16', '64500 10.0.0.0/16'], 'invalid_asn'],
    ['10.0.0.0/16', null, ['64500 10.0.0.0/16'], 'invalid_as_set'],
    ['10.0.0.0/16', null, [], 'not_found'],
    ['0.0.0.0/0', 64500, ['64500 0.0.0.0/0'], 'valid'],
    ['2001:db8::/48', 64500, ['64500 2001:db8::/32-48'], 'valid'],
    ['2001:db8::/49', 64500, ['64500 2001:db8::/32-48'], 'invalid_length'],
    ['2001:db8::/48', 64501, ['64500 2001:db8::/32-48', '64501 0.0.0.0/0-32'], 'invalid_asn'],
    ['2001:db8::/48', 64501, ['64501 0.0.0.0/0-32'], 'not_found'],
  ])('%s of %s under %j is %s', (route, origin, payloads, expected) => {
    const known = payloads.map(payload)
    expect(viewOf(known).validity(knownPrefix(route), origin)).toBe(expected)
    expect(byTheBook(known, knownPrefix(route), origin)).toBe(expected)
  })

  test('agrees with the definition, also in plain numbers', () => {
    const origins = fc.option(fc.integer({ min: 0, max: 4 }), { freq: 10 })
    fc.assert(
      fc.property(fc.array(payloadAmong, { maxLength: 40 }), crowdedPrefix, origins, (payloads, route, origin) => {
        const view = viewOf(payloads)
        const expected = byTheBook(payloads, route, origin)
        expect(view.validity(route, origin)).toBe(expected)
        const inNumbers = route.family === 4 && origin !== null
        expect(inNumbers ? view.validity4(Number(route.address), route.length, origin) : expected).toBe(expected)
      }),
      { numRuns: 1000 },
    )
  })
})

describe('payloads', () => {
  test('that say the same are one, which lives as long as the longest', () => {
    const first = { ...payload('64500 192.0.2.0/24'), expires: 100 }
    const view = viewOf([
      { ...first, expires: null },
      first,
      { ...first, ta: 'apnic' },
      { ...first, maxLength: 25 },
      { ...first, expires: 200 },
    ])
    expect(view.within(first.prefix)).toEqual([
      { ...first, expires: 200 },
      { ...first, ta: 'apnic' },
      { ...first, maxLength: 25 },
    ])
  })

  test('come out as one of each that went in, however many there are of one prefix', () => {
    const key = ({ prefix, asn, maxLength, ta }: Vrp) => `${prefix.family} ${prefix.address} ${asn} ${maxLength} ${ta}`
    fc.assert(
      fc.property(crowdedPrefix, fc.array(payloadAmong, { maxLength: 60 }), (prefix, payloads) => {
        const width = prefix.family === 4 ? 32 : 128
        const ofOne = payloads.map((one) => ({ ...one, prefix, maxLength: Math.min(one.maxLength, width) }))
        const found = viewOf(ofOne).covering(prefix)
        expect(found.map(key).toSorted()).toEqual([...new Set(ofOne.map(key))].toSorted())
        for (const one of found)
          expect(one.expires ?? 0).toBe(
            Math.max(...ofOne.filter((other) => key(other) === key(one)).map(({ expires }) => expires ?? 0)),
          )
      }),
    )
  })
})
