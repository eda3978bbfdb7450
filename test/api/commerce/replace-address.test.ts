import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { addressesIn } from '../../support/commerce.ts'
import { outcomeOf } from '../../support/portal.ts'
import { openWorld, type World } from '../../support/world.ts'

let world: World
let companyWith: ReturnType<typeof addressesIn>
beforeAll(async () => {
  world = await openWorld()
  companyWith = addressesIn(world)
})
afterAll(() => world.close())

const changed = { line_one: 'Unter den Linden 1', city: 'Berlin', postcode: '10117', country_code: 'DE' }

describe('PUT /ecommerce/public/{user_id}/addresses/{address_id}', () => {
  it('replaces the whole address', async () => {
    const { made, call } = await companyWith(1)
    const { status, body } = await call('PUT', `/${made[0]?.number}`, changed)
    expect([status, body.data]).toMatchObject([
      200,
      { uuid: made[0]?.uuid, id: made[0]?.number, ...changed, company_name: null, line_two: null, contact_email: null },
    ])
    expect((await call('GET', `/${made[0]?.uuid}`)).body).toEqual(body)
  })

  it('refuses what no address can be, and changes nothing', async () => {
    const { made, call } = await companyWith(1)
    const before = (await call('GET', `/${made[0]?.uuid}`)).body
    const { status, body } = await call('PUT', `/${made[0]?.uuid}`, { ...changed, province_code: 'NH' })
    expect([status, Object.keys(body.errors)]).toEqual([422, ['province_code']])
    expect((await call('PUT', `/${made[0]?.uuid}`, { city: 'Berlin' })).status).toBe(422)
    expect((await call('GET', `/${made[0]?.uuid}`)).body).toEqual(before)
  })

  it('does not know what is foreign or removed', async () => {
    const { made, call } = await companyWith(1)
    const [foreign] = (await companyWith(1)).made
    await call('DELETE', `/${made[0]?.uuid}`)
    for (const id of [foreign?.uuid, foreign?.number, made[0]?.uuid])
      expect(outcomeOf(await call('PUT', `/${id}`, changed))).toBe('404 not_found')
  })
})
