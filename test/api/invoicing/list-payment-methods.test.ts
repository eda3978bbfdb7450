import { describe, expect, it } from 'vitest'
import { companyIn } from '../../support/market/commerce.ts'
import { refusedPages, walkPages } from '../../support/paging.ts'
import { outcomeOf } from '../../support/portal.ts'
import { stageWorld } from '../../support/stages.ts'

const world = await stageWorld()
const companyWith = companyIn(world)

describe('GET /ecommerce/public/{user_id}/payment-methods', () => {
  it('lists page by page, oldest first, and only the own ones', async () => {
    const { methods, call } = await companyWith(5)
    await companyWith(1)
    expect((await walkPages((query) => call('GET', `?${query}`), 2)).map(({ uuid }) => uuid)).toEqual(methods)
    expect((await call('GET')).body.meta).toEqual({
      current_page: 1,
      from: 1,
      last_page: 1,
      per_page: 10,
      to: 5,
      total: 5,
    })
    expect((await call('GET', '?page=9')).body).toMatchObject({ data: [], meta: { total: 5 } })
  })

  it('is found by the customer number, too', async () => {
    const { tenant, bearer, methods } = await companyWith(1)
    const { rows } = await world.house.pool.query('select customer_number as n from tenant where uuid = $1', [tenant])
    const answer = await world.call('GET', `/ecommerce/public/${rows[0].n}/payment-methods`, { headers: bearer })
    expect(answer.body.data[0].uuid).toBe(methods[0])
  })

  it.each(refusedPages)('refuses %s', async (query) => {
    const { call } = await companyWith(0)
    expect(outcomeOf(await call('GET', `?${query}`))).toBe('422 invalid_fields')
  })
})
