import { describe, expect, it } from 'vitest'
import { newUuid } from '../../../src/kernel/uuid.ts'
import { companyIn } from '../../support/market/commerce.ts'
import { outcomeOf } from '../../support/portal.ts'
import { stageWorld } from '../../support/stages.ts'

const world = await stageWorld()
const companyWith = companyIn(world)

describe('PATCH /ecommerce/public/{user_id}/payment-methods/{paymentMethod_uuid}', () => {
  it('makes another one the default', async () => {
    const { methods, call, theDefault } = await companyWith(3)
    const { status, body } = await call('PATCH', `/${methods[0]}`, { make_default: true })
    expect([status, body.data]).toMatchObject([
      200,
      { uuid: methods[0], is_default: true, details: { card_brand: 'visa' } },
    ])
    expect(await theDefault()).toBe(methods[0])
    expect((await call('PATCH', `/${methods[0]}`, { make_default: true })).body).toEqual(body)
  })

  it.each([{ make_default: false }, { make_default: null }, {}])('changes nothing by %j', async (payload) => {
    const { methods, call, theDefault } = await companyWith(2)
    for (const [i, uuid] of methods.entries()) {
      const { status, body } = await call('PATCH', `/${uuid}`, payload)
      expect([status, body.data]).toMatchObject([200, { uuid, is_default: i === 1 }])
    }
    expect(await theDefault()).toBe(methods[1])
  })

  it('does not know what is foreign, unknown or removed', async () => {
    const { methods, call } = await companyWith(2)
    const foreign = await companyWith(1)
    await call('DELETE', `/${methods[0]}`)
    const texts = new Set<string>()
    for (const uuid of [foreign.methods[0], newUuid(), methods[0], 'none']) {
      const answer = await call('PATCH', `/${uuid}`, { make_default: true })
      expect(outcomeOf(answer)).toBe('404 not_found')
      texts.add(answer.text.replace(answer.body.request_id, ''))
    }
    expect(texts.size).toBe(1)
    expect(await foreign.theDefault()).toBe(foreign.methods[0])
  })

  it('refuses what is no switch', async () => {
    const { methods, call } = await companyWith(1)
    const { status, body } = await call('PATCH', `/${methods[0]}`, { make_default: 'true' })
    expect([status, body.errors]).toEqual([422, { make_default: ['must be a boolean'] }])
  })
})
