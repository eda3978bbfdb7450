import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { openWorld, type World } from '../../support/world.ts'

let world: World
beforeAll(async () => {
  world = await openWorld()
})
afterAll(() => world.close())

describe('GET /billing/v1/{tenantUUID}', () => {
  it('shows the company, times as Unix seconds', async () => {
    const { tenant, bearer } = await world.client()
    const answer = await world.call('GET', `/billing/v1/${tenant}`, { headers: bearer })
    expect(answer.status).toBe(200)
    expect(answer.body.data).toMatchObject({
      uuid: tenant,
      title: 'Example Networks',
      status: 'active',
      role: 'lessee',
    })
    expect(answer.body.data.customer_number).toBeGreaterThan(100_000)
    expect(Math.abs(answer.body.data.created_at - Date.now() / 1000)).toBeLessThan(60)
  })

  it('takes the path in any case and answers HEAD', async () => {
    const { tenant, bearer } = await world.client()
    expect((await world.call('GET', `/billing/v1/${tenant.toUpperCase()}`, { headers: bearer })).status).toBe(200)
    const head = await world.call('HEAD', `/billing/v1/${tenant}`, { headers: bearer })
    expect([head.status, head.text]).toEqual([200, ''])
  })

  it('accepts the read form of the scope', async () => {
    const { tenant, key } = await world.client()
    const token = await world.token(key, 'billing:read')
    const answer = await world.call('GET', `/billing/v1/${tenant}`, { headers: { authorization: `Bearer ${token}` } })
    expect(answer.status).toBe(200)
  })
})
