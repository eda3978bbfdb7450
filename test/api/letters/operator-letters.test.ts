import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { asHolder, asOperator, nowhere, type Asking } from '../../support/market/holder-letters.ts'
import { fitAsn, openLetters, type Office } from '../../support/market/letters.ts'
import { outcomeOf } from '../../support/portal.ts'
import { openWorld, type World } from '../../support/world.ts'

/** operatorListLetters: GET /portal/operator/letters, and operatorGetLetter: GET /portal/operator/letters/{letterUUID}. */

let world: World
let office: Office
let operator: Asking
let bought: string[]
let lessee: Awaited<ReturnType<Office['lessee']>>
beforeAll(async () => {
  world = await openWorld()
  office = await openLetters(world)
  operator = await asOperator(world)
  lessee = await office.lessee()
  const blocks = [await lessee.lease(), await lessee.lease(22)].map(({ block }) => block)
  bought = []
  for (const block of blocks) bought.push(...(await lessee.buy({ subnets: [block] })))
  await asHolder(world, office.holder).confirm(bought[0] ?? '')
})
afterAll(() => world.close())

const placesOf = async (query: string) =>
  (await operator.list(query)).body.data.map(({ uuid }: { uuid: string }) => bought.indexOf(uuid))

describe('letters, for the operator', () => {
  it('are those of all companies, and say whose', async () => {
    const { body } = await operator.list()
    expect(body.meta.total).toBe(2)
    expect(body.data[0]).toMatchObject({
      uuid: bought[1],
      tenant_uuid: lessee.tenant,
      holder_uuid: office.holder.tenant,
      order_uuid: expect.any(String),
      status: 'Pending',
    })
  })

  it('by holder, status, number and offer, in an order', async () => {
    expect(await placesOf(`holder_uuid=${office.holder.tenant}`)).toEqual([1, 0])
    expect(await placesOf(`holder_uuid=${lessee.tenant}`)).toEqual([])
    expect(await placesOf('statuses=active')).toEqual([0])
    expect(await placesOf(`asn=${fitAsn}&market_service_uuid=${office.offer.uuid}&sort=address`)).toEqual([0, 1])
  })

  it('one by one, with what the holder has to do', async () => {
    const { status, body } = await operator.show(bought[1] ?? '')
    expect(status).toBe(200)
    expect(body.data.todo[0].roa).toMatchObject({ max_length: 22, origin: `AS${fitAsn}` })
    expect((await operator.show(nowhere)).status).toBe(404)
  })

  it('and nobody else', async () => {
    const { cookie } = await world.person(office.holder.tenant)
    for (const path of ['', `/${bought[0]}`])
      expect((await world.call('GET', `/portal/operator/letters${path}`, { headers: cookie })).status).toBe(403)
    expect((await world.call('GET', '/portal/operator/letters')).status).toBe(401)
    expect(outcomeOf(await operator.list('statuses=lost'))).toBe('422 invalid_fields')
  })
})
