import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { comparePrefixes, contains, formatPrefix, knownPrefix } from '../../kernel/ip/index.ts'
import { crowdedPrefix } from '../../../test/support/arbitrary-ip.ts'
import type { Vrp } from '../fact.rules.ts'
import { pack, unpack } from '../tables/columns.ts'
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

const payloadAmong = crowdedPrefix.chain((prefix) =>
  fc.record({
    prefix: fc.constant(prefix),
    asn: fc.integer({ min: 0, max: 3 }),
    maxLength: fc.integer({ min: prefix.length, max: prefix.family === 4 ? 32 : 128 }),
    ta: fc.constantFrom('ripencc', 'apnic'),
    expires: fc.constantFrom(null, 1, 2),
  }),
)

const key = ({ prefix, asn, maxLength, ta }: Vrp) => `${formatPrefix(prefix)} ${asn} ${maxLength} ${ta}`
const keys = (payloads: readonly Vrp[]) => [...new Set(payloads.map(key))].toSorted()
const prefixesOf = (payloads: readonly Vrp[]) => payloads.map(({ prefix }) => prefix)

describe('payloads', () => {
  test('are found around a prefix, the most specific first, and within it, in address order', () => {
    fc.assert(
      fc.property(fc.array(payloadAmong, { maxLength: 40 }), crowdedPrefix, (payloads, asked) => {
        const view = viewOf(payloads)
        const [around, within] = [view.covering(asked), view.within(asked)]
        expect(keys(around)).toEqual(keys(payloads.filter(({ prefix }) => contains(prefix, asked))))
        expect(keys(within)).toEqual(keys(payloads.filter(({ prefix }) => contains(asked, prefix))))
        expect(prefixesOf(around)).toEqual(prefixesOf(around).toSorted((a, b) => b.length - a.length))
        expect(prefixesOf(within)).toEqual(prefixesOf(within).toSorted(comparePrefixes))
      }),
      { numRuns: 1000 },
    )
  })

  test('that say the same are one, which lives as long as the longest', () => {
    const first = { ...payload('64500 192.0.2.0/24'), expires: 100 }
    const others = [
      { ...first, ta: 'apnic' },
      { ...first, maxLength: 25 },
    ]
    const dated = [first, ...others, { ...first, expires: 200 }]
    expect(viewOf(dated).within(first.prefix)).toEqual([{ ...first, expires: 200 }, ...others])
    const undated = { ...first, expires: null }
    expect(viewOf([...dated, undated]).within(first.prefix)).toEqual([undated, ...others])
  })

  test('come out as one of each that went in, however many there are of one prefix', () => {
    fc.assert(
      fc.property(crowdedPrefix, fc.array(payloadAmong, { maxLength: 60 }), (prefix, payloads) => {
        const width = prefix.family === 4 ? 32 : 128
        const ofOne = payloads.map((one) => ({ ...one, prefix, maxLength: Math.min(one.maxLength, width) }))
        const found = viewOf(ofOne).covering(prefix)
        expect(found.map(key).toSorted()).toEqual(keys(ofOne))
        for (const one of found)
          expect(one.expires ?? Infinity).toBe(
            Math.max(...ofOne.filter((other) => key(other) === key(one)).map(({ expires }) => expires ?? Infinity)),
          )
      }),
    )
  })
})
