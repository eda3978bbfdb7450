import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { addMonths } from '../../../src/kernel/time.ts'
import { newUuid } from '../../../src/kernel/uuid.ts'
import { buyerIn, type Buyer } from '../../support/market/carts.ts'
import { makeLease, makeOffer } from '../../support/market/market.ts'
import { outcomeOf } from '../../support/portal.ts'
import { renewUntil } from '../../support/market/renewals.ts'
import { makeSubscription, type MadeSubscription } from '../../support/market/subscriptions.ts'
import { openWorld, type World } from '../../support/world.ts'

/** GET /billing/v1/{tenantUUID}/market/ipv4/services/{serviceUUID}/periods (listLeasePeriods). */

let world: World
let buyer: Buyer
let made: MadeSubscription
beforeAll(async () => {
  world = await openWorld({ env: { SUBLET_SANDBOX: '1' } })
  buyer = await buyerIn(world)
  made = await makeSubscription(world, { lessee: buyer.tenant, block: '45.8.0.0/24', country: 'NL' })
  await makeSubscription(world, { lessee: buyer.tenant, block: '45.8.1.0/24', country: 'NL', priceMinor: 7_700 })
  await renewUntil(world, addMonths(made.period_end, 1))
})
afterAll(() => world.close())

const get = ({ tenant, bearer }: Pick<Buyer, 'tenant' | 'bearer'>, lease: string, query = '') =>
  world.call('GET', `/billing/v1/${tenant}/market/ipv4/services/${lease}/periods${query}`, { headers: bearer })

const unix = (date: Date) => Math.floor(date.getTime() / 1_000)

describe('the billed periods of a lease', () => {
  it('are listed with their invoices, the newest first, each where the one before it ends', async () => {
    const { status, body } = await get(buyer, made.lease_uuid)
    expect(status).toBe(200)
    const [newest, ...older] = body.data
    expect(newest).toEqual({
      number: body.meta.total,
      starts_at: older[0].ends_at,
      ends_at: expect.any(Number),
      amount: 100,
      invoice_uuid: expect.any(String),
      invoice_number: expect.stringMatching(/^INV-/),
      invoice_status: 'paid',
    })
    expect(body.data.at(-1)).toMatchObject({
      number: 1,
      starts_at: unix(made.period_start),
      invoice_uuid: made.invoice,
    })
    expect(body.meta.total).toBeGreaterThanOrEqual(2)
  })

  it('come by pages', async () => {
    const all = (await get(buyer, made.lease_uuid)).body.data
    const second = await get(buyer, made.lease_uuid, '?per_page=1&page=2')
    expect(second.body.data).toEqual([all[1]])
    expect(second.body.meta).toMatchObject({ current_page: 2, per_page: 1, total: all.length })
    expect((await get(buyer, made.lease_uuid, '?page=99')).body.data).toEqual([])
  })

  it('are none while nothing has been billed', async () => {
    const offer = await makeOffer(world, await world.tenant('Holder', 'holder'), { block: '45.9.0.0/24' })
    const { uuid } = await makeLease(world, offer, buyer.tenant, '45.9.0.0/24')
    expect((await get(buyer, uuid)).body).toMatchObject({ data: [], meta: { total: 0 } })
  })

  it("are the same for another company's lease and for none at all", async () => {
    const other = await buyerIn(world)
    const foreign = await get(other, made.lease_uuid)
    const unknown = await get(other, newUuid())
    expect([outcomeOf(foreign), outcomeOf(unknown)]).toEqual(['404 not_found', '404 not_found'])
    expect({ ...foreign.body, request_id: '' }).toEqual({ ...unknown.body, request_id: '' })
  })

  it.each(['?page=0', '?per_page=1001', '?sort=number', '?filter[number]=1'])('refuse %s', async (query) => {
    expect(outcomeOf(await get(buyer, made.lease_uuid, query))).toBe('422 invalid_fields')
  })
})
