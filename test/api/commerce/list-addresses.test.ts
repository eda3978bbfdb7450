import { describe, expect, it } from 'vitest'
import { addressesIn } from '../../support/market/commerce.ts'
import { refusedPages, walkPages } from '../../support/paging.ts'
import { outcomeOf } from '../../support/portal.ts'
import { stageWorld } from '../../support/stages.ts'

const world = await stageWorld()
const companyWith = addressesIn(world)

describe('GET /ecommerce/public/{user_id}/addresses', () => {
  it('lists page by page, oldest first, and only the own ones', async () => {
    const { made, call } = await companyWith(5)
    await companyWith(1)
    const rows = await walkPages((query) => call('GET', `?${query}`), 2)
    expect(rows.map(({ uuid }) => uuid)).toEqual(made.map(({ uuid }) => uuid))
    expect((await call('GET')).body.meta).toMatchObject({ per_page: 10, total: 5 })
  })

  it('takes the filter that client programs send, which all addresses pass', async () => {
    const { made, call } = await companyWith(2)
    const found = async (query: string) =>
      (await call('GET', `?${query}`)).body.data.map(({ uuid }: { uuid: string }) => uuid)
    const all = made.map(({ uuid }) => uuid)
    for (const spelling of [
      'filter[addressable_type]=customer',
      'filter%5Baddressable_type%5D=customer',
      'filter[addressable_type][]=customer',
      'filter[addressable_type]=order,customer',
      'filter[addressable_type]=',
    ])
      expect([spelling, await found(spelling)]).toEqual([spelling, all])
    expect(await found('filter[addressable_type]=customer&per_page=1&page=2')).toEqual(all.slice(1))
    for (const other of ['order', 'Customer', 'customer%20'])
      expect((await call('GET', `?filter[addressable_type]=${other}`)).body).toMatchObject({
        data: [],
        meta: { total: 0, from: null, last_page: 1 },
      })
  })

  it.each(['filter[addressable_id]=1', 'filter[city]=Amsterdam', `filter[addressable_type]=${'x'.repeat(65)}`])(
    'refuses %s',
    async (query) => {
      const { call } = await companyWith(0)
      expect(outcomeOf(await call('GET', `?${query}`))).toBe('422 invalid_fields')
    },
  )

  it.each(refusedPages)('refuses %s', async (query) => {
    const { call } = await companyWith(0)
    expect(outcomeOf(await call('GET', `?${query}`))).toBe('422 invalid_fields')
  })
})
