import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { refusedPages } from '../../support/paging.ts'
import { outcomeOf } from '../../support/portal.ts'
import { openWorld, type World } from '../../support/world.ts'

let world: World
let headers: { authorization: string }
beforeAll(async () => {
  world = await openWorld()
  headers = (await world.client(['ecommerce:read'])).bearer
})
afterAll(() => world.close())

const get = (rest = '') => world.call('GET', `/ecommerce/public/common/countries${rest}`, { headers })

describe('GET /ecommerce/public/common/countries', () => {
  it('lists all of them on one page, by their English names', async () => {
    const { body } = await get()
    expect(body.meta).toEqual({ current_page: 1, from: 1, last_page: 1, per_page: 250, to: 249, total: 249 })
    expect(body.data.slice(0, 3)).toEqual([
      { name: 'Afghanistan', code: 'AF' },
      { name: 'Åland Islands', code: 'AX' },
      { name: 'Albania', code: 'AL' },
    ])
    expect(new Set(body.data.map(({ code }: { code: string }) => code)).size).toBe(249)
  })

  it('pages, and knows the end', async () => {
    const all = (await get()).body.data
    const second = await get('?per_page=100&page=2')
    expect(second.body.data).toEqual(all.slice(100, 200))
    expect((await get('?page=3&per_page=100')).body.meta).toMatchObject({ from: 201, to: 249, last_page: 3 })
    expect((await get('?page=4&per_page=100')).body).toMatchObject({ data: [], meta: { from: null, to: null } })
  })

  it('finds by code', async () => {
    const names = async (query: string) => (await get(query)).body.data.map(({ code }: { code: string }) => code)
    expect(await names('?filter[code]=nl,DE,zz')).toEqual(['DE', 'NL'])
    expect((await get('?filter[code]=NLD')).body.errors).toHaveProperty(['filter.code.0'])
    expect(outcomeOf(await get('?filter[name]=Netherlands'))).toBe('422 invalid_fields')
  })

  it('sorts by name or code, either way, and refuses what it does not know', async () => {
    const codes = async (query: string): Promise<string[]> =>
      (await get(query)).body.data.map(({ code }: { code: string }) => code)
    const byName = await codes('')
    expect(await codes('?sort=name')).toEqual(byName)
    expect(await codes('?sort=-name')).toEqual(byName.toReversed())
    expect(await codes('?sort=code')).toEqual(byName.toSorted())
    expect(await codes('?sort=-code&per_page=2&page=2')).toEqual(byName.toSorted().toReversed().slice(2, 4))
    expect(await codes('?sort=-code&filter[code]=NL,DE')).toEqual(['NL', 'DE'])
    expect((await get('?sort=population')).body.errors).toEqual({
      sort: ['cannot sort by "population"; known: name, code'],
    })
  })

  it.each(refusedPages)('refuses %s', async (query) => {
    expect(outcomeOf(await get(`?${query}`))).toBe('422 invalid_fields')
  })
})

describe('GET /ecommerce/public/common/countries/{code}/provinces', () => {
  it('lists the provinces of a country', async () => {
    const { body } = await get('/nl/provinces')
    expect(body.data).toContainEqual({ name: 'Noord-Holland', code: 'NL-NH' })
    expect(body.meta.total).toBe(body.data.length)
    expect((await get('/NL/provinces?per_page=2&page=2')).body.data).toEqual(body.data.slice(2, 4))
    expect((await get('/NL/provinces?sort=-name')).body.data).toEqual(body.data.toReversed())
  })

  it('has none for some', async () => {
    expect((await get('/AQ/provinces')).body).toMatchObject({ data: [], meta: { total: 0 } })
  })

  it('does not know other countries', async () => {
    for (const code of ['ZZ', 'NLD', '1']) expect(outcomeOf(await get(`/${code}/provinces`))).toBe('404 not_found')
  })
})
