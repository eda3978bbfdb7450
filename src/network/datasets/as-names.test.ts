import fc from 'fast-check'
import { expect, test } from 'vitest'
import { pack, unpack } from '../tables/columns.ts'
import { asNames } from './as-names.ts'

const asn = fc.oneof(fc.integer({ min: 0, max: 20 }), fc.integer({ min: 0, max: 0xffff_ffff }))

test('every AS keeps its first name, in whatever order they come', () => {
  const row = fc.tuple(asn, fc.string({ unit: 'grapheme' }), fc.constantFrom(null, 'SE', 'ZA'))
  fc.assert(
    fc.property(fc.array(row), asn, (given, other) => {
      const rows = asNames.collect()
      const expected = new Map<number, { name: string; countryCode: string | null }>()
      for (const [number, name, countryCode] of given) {
        const known = expected.get(number)
        expect(rows.add(number, name, countryCode)).toBe(known === undefined || known.name === name)
        if (known === undefined) expected.set(number, { name, countryCode })
      }
      const view = asNames.open(unpack(pack(rows.finish())))
      for (const number of [...expected.keys(), other]) expect(view.of(number)).toEqual(expected.get(number) ?? null)
      expect(rows.count).toBe(expected.size)
    }),
  )
})
