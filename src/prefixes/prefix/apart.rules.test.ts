import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { anyPrefix } from '../../../test/support/arbitrary-ip.ts'
import { contains, mergePrefixes, overlaps, samePrefix, type Prefix } from '../../kernel/ip/index.ts'
import { Apart } from './apart.rules.ts'

describe('blocks that lie apart', () => {
  it('are found as by looking at each of them', () => {
    fc.assert(
      fc.property(fc.array(anyPrefix, { maxLength: 30 }), fc.array(anyPrefix, { minLength: 1 }), (some, asked) => {
        const blocks = mergePrefixes(some).map((block) => ({ block }))
        const apart = new Apart(blocks.toReversed())
        const where = (is: (block: Prefix) => boolean) => blocks.filter(({ block }) => is(block))
        for (const prefix of [...asked, ...some]) {
          expect(apart.around(prefix)).toEqual(where((block) => contains(block, prefix))[0] ?? null)
          expect(apart.inside(prefix)).toEqual(where((block) => contains(prefix, block) && !samePrefix(prefix, block)))
          expect(apart.touching(prefix)).toEqual(where((block) => overlaps(block, prefix)))
        }
      }),
    )
  })
})
