import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { newUuid } from '../../../src/kernel/uuid.ts'
import { makeOffer, type MadeOffer } from '../../support/market/market.ts'
import { outcomeOf } from '../../support/portal.ts'
import { anonymous } from '../../support/refusals.ts'
import { openWorld, type World } from '../../support/world.ts'

let world: World
let tenant: string
let bearer: { authorization: string }
let offer: MadeOffer
beforeAll(async () => {
  world = await openWorld()
  ;({ tenant, bearer } = await world.client())
  offer = await makeOffer(world, tenant, { block: '45.8.0.0/20' })
})
afterAll(() => world.close())

const toggle = async (addresses: readonly string[], more: object = {}): Promise<string> => {
  const { body } = await world.call('POST', `/billing/v1/${tenant}/market/ipv4/child/toggle`, {
    headers: bearer,
    payload: { childs: addresses.map((address) => ({ address })), market_service_uuid: offer.uuid, cidr: 24, ...more },
  })
  return String(body.batchId)
}

const read = (batch: string, headers = bearer, company = tenant) =>
  world.call('GET', `/billing/v1/${company}/market/ipv4/child/toggle/${batch}`, { headers })

describe('GET /billing/v1/{tenantUUID}/market/ipv4/child/toggle/{batchId}', () => {
  it('tells what the batch made of each child, in address order, and goes on telling it', async () => {
    await toggle(['45.8.10.0'])
    const batch = await toggle(['45.8.10.0', '45.8.9.0', '45.8.0.0'], { reason: 'Moved house' })
    await toggle(['45.8.9.0'])
    const { body } = await read(batch)
    expect(body).toEqual({
      data: {
        batchId: batch,
        market_service_uuid: offer.uuid,
        cidr: 24,
        reason: 'Moved house',
        status: 'completed',
        created_at: expect.any(Number),
        counts: { total: 3, hidden: 2, shown: 1 },
        childs: [
          { address: '45.8.0.0', cidr: 24, hidden: true },
          { address: '45.8.9.0', cidr: 24, hidden: true },
          { address: '45.8.10.0', cidr: 24, hidden: false },
        ],
      },
    })
    expect(Math.abs(body.data.created_at - Date.now() / 1_000)).toBeLessThan(60)
  })

  it.each([[{}], [{ reason: null }]])('has no reason when none was given: %j', async (more) => {
    expect((await read(await toggle(['45.8.1.0'], more))).body.data.reason).toBeNull()
  })

  it('does not know the batches of others from those that do not exist', async () => {
    const other = await world.client()
    const batch = await toggle(['45.8.2.0'])
    const foreign = await read(batch, other.bearer, other.tenant)
    expect(outcomeOf(foreign)).toBe('404 not_found')
    expect(anonymous(foreign)).toBe(anonymous(await read(newUuid(), other.bearer, other.tenant)))
    expect(outcomeOf(await read('none'))).toBe('404 not_found')
  })
})
