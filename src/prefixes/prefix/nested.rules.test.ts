import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import {
  contains,
  formatPrefix,
  knownPrefix,
  overlaps,
  prefixAround,
  firstAddress,
  samePrefix,
} from '../../kernel/ip/index.ts'
import { Nested } from './nested.rules.ts'

const whole = knownPrefix('45.8.0.0/16')

/** Within a /16, so that many lie in each other. */
const arbitraryPrefix = fc
  .tuple(fc.integer({ min: 0, max: 255 }), fc.integer({ min: 14, max: 26 }))
  .map(([third, length]) => prefixAround(firstAddress(knownPrefix(`45.8.${third}.0/24`)), length))

describe('blocks that lie in each other', () => {
  it('are found by what lies around or inside, as a search through all would', () => {
    fc.assert(
      fc.property(
        fc.uniqueArray(arbitraryPrefix, { maxLength: 40, selector: formatPrefix }),
        arbitraryPrefix,
        (blocks, prefix) => {
          const nested = new Nested(blocks.map((block) => ({ block })))
          const texts = (found: readonly { block: typeof whole }[]) =>
            found.map(({ block }) => formatPrefix(block)).toSorted()
          const wanted = (test: (block: typeof whole) => boolean) => blocks.filter(test).map(formatPrefix).toSorted()
          expect(texts(nested.around(prefix))).toEqual(wanted((block) => contains(block, prefix)))
          expect(texts(nested.inside(prefix))).toEqual(
            wanted((block) => contains(prefix, block) && !samePrefix(prefix, block)),
          )
          expect(texts(nested.touching(prefix))).toEqual(wanted((block) => overlaps(block, prefix)))
        },
      ),
    )
  })

  it('are none where there are none', () => {
    expect(new Nested([]).touching(whole)).toEqual([])
  })
})
