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

  it.each(refusedPages)('refuses %s', async (query) => {
    const { call } = await companyWith(0)
    expect(outcomeOf(await call('GET', `?${query}`))).toBe('422 invalid_fields')
  })
})
