import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { nearerEnd } from './pages.ts'

describe('a page from the nearer end', () => {
  const span = fc.record({ perPage: fc.integer({ min: 1, max: 50 }), offset: fc.nat(300) })

  it('has the rows it has from the front', () => {
    fc.assert(
      fc.property(span, fc.nat(250), (page, total) => {
        const all = Array.from({ length: total }, (_, i) => i)
        const { turned, most, skip } = nearerEnd(page, total)
        const found = (turned ? all.toReversed() : all).slice(skip, skip + most)
        expect(turned ? found.toReversed() : found).toEqual(all.slice(page.offset, page.offset + page.perPage))
      }),
    )
  })

  it('skips no more than half of the list', () => {
    fc.assert(
      fc.property(span, fc.nat(250), ({ perPage, offset }, total) => {
        fc.pre(offset < total)
        expect(nearerEnd({ perPage, offset }, total).skip).toBeLessThanOrEqual(total / 2)
      }),
    )
  })

  it('is the last page at no cost, and nothing beyond the end', () => {
    expect(nearerEnd({ perPage: 25, offset: 99_975 }, 100_000)).toEqual({ turned: true, most: 25, skip: 0 })
    expect(nearerEnd({ perPage: 25, offset: 100_000 }, 100_000)).toMatchObject({ most: 0 })
  })
})
