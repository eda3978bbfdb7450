import { describe, expect, it } from 'vitest'
import { newUuid } from '../../../src/kernel/uuid.ts'
import { addressesIn } from '../../support/market/commerce.ts'
import { outcomeOf } from '../../support/portal.ts'
import { stageWorld } from '../../support/stages.ts'

const world = await stageWorld()
const companyWith = addressesIn(world)

describe('GET /ecommerce/public/{user_id}/addresses/{address_id}', () => {
  it('finds one by its UUID, in any case, and by its number', async () => {
    const { made, call } = await companyWith(1)
    const [address] = made
    const byUuid = await call('GET', `/${address?.uuid}`)
    expect(byUuid.body.data).toMatchObject({ uuid: address?.uuid, id: address?.number, line_two: 'Door 1' })
    expect((await call('GET', `/${address?.uuid.toUpperCase()}`)).body).toEqual(byUuid.body)
    expect((await call('GET', `/${address?.number}`)).body).toEqual(byUuid.body)
  })

  it('does not know what is foreign, unknown or no identifier', async () => {
    const { call } = await companyWith(1)
    const [foreign] = (await companyWith(1)).made
    const texts = new Set<string>()
    for (const id of [foreign?.uuid, foreign?.number, newUuid(), 999_999_999, 99_999_999_999, 'none', '-1', '1.5']) {
      const answer = await call('GET', `/${id}`)
      expect([id, outcomeOf(answer)]).toEqual([id, '404 not_found'])
      texts.add(answer.text.replace(answer.body.request_id, ''))
    }
    expect(texts.size).toBe(1)
  })
})
