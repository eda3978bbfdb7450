import { beforeAll, describe, expect, it } from 'vitest'
import { newUuid } from '../../../src/kernel/uuid.ts'
import { mailTo } from '../../support/server/mailbox.ts'
import { refusedPages, walkPages } from '../../support/paging.ts'
import { earn, giveBankDetails, payOutAt } from '../../support/market/payouts.ts'
import { onlyOperators, outcomesFor } from '../../support/portal.ts'
import { stageOffice } from '../../support/stages.ts'

let holders: string[]
const { world, office } = await stageOffice()
beforeAll(async () => {
  holders = []
  for (let i = 0; i < 27; i++) holders.push(await world.tenant(`Holder ${i}`, 'holder'))
  await earn(
    world,
    holders.map((holder, i) => ({ holder, at: '2026-01-05T00:00:00Z', gross: 10_000 + 20 * i })),
  )
  await payOutAt(world, '2026-02-01T00:00:00Z')
  for (const holder of [holders[0] ?? '', holders[26] ?? '']) await giveBankDetails(world, holder)
})

const list = (query = '', headers: Record<string, string> = office.operator) =>
  world.call('GET', `/portal/operator/payouts?${query}`, { headers })

const pay = (uuid: string, headers: Record<string, string> = office.operator) =>
  world.call('POST', `/portal/operator/payouts/${uuid}/paid`, { headers })

describe('GET /portal/operator/payouts', () => {
  it('lists those of every holder', async () => {
    const { status, body } = await list('sort=amount')
    expect(status).toBe(200)
    expect(body.meta).toMatchObject({ total: 27, last_page: 2 })
    expect(body.data[0]).toMatchObject({ tenant_uuid: holders[0], holder: 'Holder 0', amount: 95, status: 'pending' })
    expect(new Set((await walkPages(list, 8)).map(({ uuid }) => uuid)).size).toBe(27)
  })

  it.each([...refusedPages, 'sort=holder', 'filter[status]=late'])('refuses %s', async (query) => {
    expect((await list(query)).body.code).toBe('invalid_fields')
  })

  it('is for operators alone', async () => {
    expect(await outcomesFor(office, (headers) => list('', headers))).toEqual(onlyOperators)
  })
})

describe('POST /portal/operator/payouts/{payoutUUID}/paid', () => {
  it('notes that it was sent, once, and tells the holder', async () => {
    const { uuid, number } = (await list('sort=-amount&per_page=1')).body.data[0]
    const { email } = await world.person(holders[26] ?? '', 'owner')
    const { status, body } = await pay(uuid)
    expect(status).toBe(200)
    expect(body.data).toMatchObject({ uuid, status: 'paid', paid_at: expect.any(Number) })
    expect((await list('filter[status]=paid')).body.data).toMatchObject([{ uuid }])
    expect((await mailTo(world, email)).map(({ subject }) => subject)).toContain(`Payout ${number} sent`)
    const again = await pay(uuid)
    expect([again.status, again.body.code]).toEqual([422, 'payout_paid'])
  })

  it('knows no other', async () => {
    expect((await pay(newUuid())).body.code).toBe('not_found')
    expect((await pay('nonsense')).status).toBe(404)
  })

  it('is for operators alone', async () => {
    const { uuid } = (await list('sort=amount&per_page=1')).body.data[0]
    expect(await outcomesFor(office, (headers) => pay(uuid, headers))).toEqual(onlyOperators)
  })
})
