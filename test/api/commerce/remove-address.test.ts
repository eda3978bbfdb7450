import { describe, expect, it } from 'vitest'
import { addressesIn } from '../../support/market/commerce.ts'
import { outcomeOf } from '../../support/portal.ts'
import { stageWorld } from '../../support/stages.ts'

const world = await stageWorld()
const companyWith = addressesIn(world)

describe('DELETE /ecommerce/public/{user_id}/addresses/{address_id}', () => {
  it('removes one for good', async () => {
    const { made, call } = await companyWith(2)
    expect((await call('DELETE', `/${made[0]?.number}`)).status).toBe(204)
    expect((await call('GET')).body).toMatchObject({ data: [{ uuid: made[1]?.uuid }], meta: { total: 1 } })
    for (const method of ['GET', 'DELETE'])
      expect(outcomeOf(await call(method, `/${made[0]?.uuid}`))).toBe('404 not_found')
    expect((await call('DELETE', `/${made[1]?.uuid}`)).status).toBe(204)
  })

  it('does not know what is foreign', async () => {
    const { call } = await companyWith(0)
    const foreign = await companyWith(1)
    expect(outcomeOf(await call('DELETE', `/${foreign.made[0]?.uuid}`))).toBe('404 not_found')
    expect((await foreign.call('GET')).body.meta.total).toBe(1)
  })
})
