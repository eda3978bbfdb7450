import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { markPaidOut } from '../../../src/invoicing/index.ts'
import { bearerOf } from '../../support/callers.ts'
import { refusedPages, walkPages } from '../../support/paging.ts'
import { earn, payOutAt } from '../../support/market/payouts.ts'
import { openWorld, type World } from '../../support/world.ts'

/** listPayouts, and its documents: listPayoutStatements. */

let world: World
let holder: Awaited<ReturnType<World['client']>>
beforeAll(async () => {
  world = await openWorld()
  holder = await world.client(['billing'])
  const other = await world.tenant('Another holder', 'holder')
  const months = Array.from({ length: 12 }, (_, i) => String(i + 1).padStart(2, '0'))
  await earn(
    world,
    months.flatMap((month, i) => [
      { holder: holder.tenant, at: `2025-${month}-15T00:00:00Z`, gross: 10_000 + 100 * i },
      { holder: other, at: `2025-${month}-15T00:00:00Z`, gross: 10_000 },
    ]),
  )
  for (const month of months.slice(1)) await payOutAt(world, `2025-${month}-01T00:00:00Z`)
  await payOutAt(world, '2026-01-01T00:00:00Z')
  const { body } = await list('payouts', 'sort=created_at&per_page=2')
  for (const { uuid } of body.data) await world.change((ctx) => markPaidOut(ctx, uuid))
})
afterAll(() => world.close())

const list = (what: string, query = '', headers: Record<string, string> = holder.bearer) =>
  world.call('GET', `/billing/v1/${holder.tenant}/market/${what}?${query}`, { headers })

describe.each(['payouts', 'payouts_invoices'])('GET /billing/v1/{tenantUUID}/market/%s', (what) => {
  it('lists one a month, the newest first, and nobody else’s', async () => {
    const { status, body } = await list(what)
    expect(status).toBe(200)
    expect(body.meta).toEqual({ current_page: 1, from: 1, last_page: 1, per_page: 25, to: 12, total: 12 })
    expect(body.data.map(({ month }: { month: string }) => month)).toEqual(
      Array.from({ length: 12 }, (_, i) => `2025-${String(12 - i).padStart(2, '0')}`),
    )
    expect(body.data[0]).toMatchObject({
      number: expect.stringMatching(/^PAY-2026-00000[12]$/),
      status: 'pending',
      gross: 111,
      commission: 5.55,
      amount: 105.45,
      currency: 'USD',
    })
  })

  it('walks in pages', async () => {
    const rows = await walkPages((query) => list(what, query), 5)
    expect(new Set(rows.map(({ uuid }) => uuid)).size).toBe(12)
    expect((await list(what, 'page=9')).body.data).toEqual([])
  })

  it.each([
    ['sort=month', '2025-01', '2025-12'],
    ['sort=-month', '2025-12', '2025-01'],
    ['sort=amount', '2025-01', '2025-12'],
    ['sort=-amount,month', '2025-12', '2025-01'],
    ['filter[status]=paid', '2025-02', '2025-01'],
    ['filter[status]=paid,pending&sort=created_at', '2025-01', '2025-12'],
    ['filter[status]=pending&sort=created_at', '2025-03', '2025-12'],
  ])('%s begins with %s and ends with %s', async (query, first, last) => {
    const { data } = (await list(what, query)).body
    expect([data[0].month, data.at(-1).month]).toEqual([first, last])
  })

  it.each([...refusedPages, 'sort=uuid', 'filter[status]=late', 'filter[month]=2025-01'])(
    'refuses %s',
    async (query) => {
      expect((await list(what, query)).body.code).toBe('invalid_fields')
    },
  )

  it('is closed to other companies and other scopes', async () => {
    const stranger = await world.client(['billing'])
    expect((await list(what, '', stranger.bearer)).body.code).toBe('tenant_mismatch')
    const { headers } = await bearerOf(world, holder.tenant, ['ecommerce'])
    expect((await list(what, '', headers)).body.code).toBe('scope_missing')
  })
})

describe('what each shows besides', () => {
  const oldest = async (what: string) => (await list(what, 'sort=created_at&per_page=1')).body.data[0]

  it('a payout tells when it was made and paid, and of how many earnings', async () => {
    expect(await oldest('payouts')).toMatchObject({
      status: 'paid',
      earnings: 1,
      created_at: Date.UTC(2025, 1) / 1_000,
      paid_at: expect.any(Number),
    })
  })

  it('a statement tells its date and the month it is of', async () => {
    const statement = await oldest('payouts_invoices')
    expect(statement).toMatchObject({
      payout_uuid: statement.uuid,
      month: '2025-01',
      date: Date.UTC(2025, 1) / 1_000,
      period_start: Date.UTC(2025, 0) / 1_000,
      period_end: Date.UTC(2025, 1) / 1_000,
    })
  })
})
