import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { pageMeta, pageOf, pageQuery, sortKeys } from './paging.ts'

describe('pages', () => {
  it('begin at 1 and have the size of the API unless asked otherwise', () => {
    expect(pageOf({}, 25)).toEqual({ page: 1, perPage: 25, offset: 0 })
    expect(pageOf({ page: 3, per_page: 10 }, 25)).toEqual({ page: 3, perPage: 10, offset: 20 })
  })

  it.each([
    [{ page: 1, per_page: 10 }, 10, 25, { from: 1, to: 10, last_page: 3 }],
    [{ page: 3, per_page: 10 }, 5, 25, { from: 21, to: 25, last_page: 3 }],
    [{ page: 4, per_page: 10 }, 0, 25, { from: null, to: null, last_page: 3 }],
    [{ page: 1, per_page: 10 }, 0, 0, { from: null, to: null, last_page: 1 }],
    [{ page: 1, per_page: 10 }, 10, 10, { from: 1, to: 10, last_page: 1 }],
  ])('%j with %i of %i rows', (query, rows, total, meta) => {
    expect(pageMeta(pageOf(query, 25), rows, total)).toMatchObject(meta)
  })

  it('walked from the first to the last show every row once', () => {
    fc.assert(
      fc.property(fc.nat(200), fc.integer({ min: 1, max: 50 }), (total, size) => {
        const all = Array.from({ length: total }, (_, i) => i)
        const seen: number[] = []
        for (let page = 1, last = 1; page <= last; page++) {
          const at = pageOf({ page, per_page: size }, 25)
          const rows = all.slice(at.offset, at.offset + at.perPage)
          const meta = pageMeta(at, rows.length, total)
          expect(meta).toMatchObject({ current_page: page, per_page: size, total })
          last = meta.last_page
          seen.push(...rows)
        }
        expect(seen).toEqual(all)
      }),
    )
  })

  it('at the far end still have an offset a database can count', () => {
    expect(pageOf({ page: 2_147_483_647, per_page: 1_000 }, 25).offset).toBeLessThan(Number.MAX_SAFE_INTEGER)
  })
})

describe('sortKeys', () => {
  const known = ['name', 'created_at'] as const

  it('reads fields and directions in their order, or the standard', () => {
    expect(sortKeys(['-created_at', 'name'], known, 'name')).toEqual([
      { field: 'created_at', descending: true },
      { field: 'name', descending: false },
    ])
    expect(sortKeys(undefined, known, '-name')).toEqual([{ field: 'name', descending: true }])
    expect(sortKeys([], known, '-name')).toEqual([{ field: 'name', descending: true }])
  })

  it.each(['nonsense', '', '-', '--name', 'Name', 'name desc', 'constructor'])(
    'refuses %j and names the known ones',
    (key) => {
      expect(() => sortKeys([key], known, 'name')).toThrow(
        expect.objectContaining({ fields: { sort: [expect.stringContaining('known: name, created_at')] } }),
      )
    },
  )
})

describe('pageQuery', () => {
  it('bounds everything, and takes no sort where there is one order', () => {
    const { properties } = pageQuery({ perPage: 10, sortable: [] })
    expect(properties.sort).toMatchObject({ maxItems: 0 })
    expect(properties.per_page).toMatchObject({ minimum: 1, maximum: 1_000, default: 10 })
    expect(pageQuery({ perPage: 10, sortable: ['name'] }).properties.sort).toMatchObject({ maxItems: 8 })
  })
})
