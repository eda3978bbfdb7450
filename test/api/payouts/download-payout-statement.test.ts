import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { newUuid } from '../../../src/kernel/uuid.ts'
import { textOf } from '../../support/market/pdf.ts'
import { earn, payOutAt } from '../../support/market/payouts.ts'
import { openWorld, type World } from '../../support/world.ts'

/** downloadPayoutStatement */

let world: World
let holder: Awaited<ReturnType<World['client']>>
beforeAll(async () => {
  world = await openWorld({ env: { SUBLET_SELLER_NAME: 'Sublet B.V.' } })
  holder = await world.client(['billing'])
})
afterAll(() => world.close())

const download = (uuid: string, { tenant, bearer } = holder) =>
  world.server.inject({
    method: 'GET',
    url: `/billing/v1/${tenant}/market/payouts_invoices/${uuid}/download`,
    headers: bearer,
  })

async function payoutOf(leases: number, month: string): Promise<{ uuid: string; number: string }> {
  await earn(
    world,
    Array.from({ length: leases }, (_, i) => ({
      holder: holder.tenant,
      at: `2025-${month}-05T00:00:00Z`,
      gross: 10_000,
      name: `10.0.${i}.0/24`,
    })),
  )
  await payOutAt(world, `2025-${String(Number(month) + 1).padStart(2, '0')}-01T00:00:00Z`)
  const { rows } = await world.house.pool.query<{ uuid: string; number: string }>(
    'select uuid, number from payout where tenant_uuid = $1 order by month desc limit 1',
    [holder.tenant],
  )
  return rows[0] ?? { uuid: '', number: '' }
}

describe('GET /billing/v1/{tenantUUID}/market/payouts_invoices/{payoutUUID}/download', () => {
  it('is a PDF of one page for a few leases, the same each time', async () => {
    const { uuid, number } = await payoutOf(2, '03')
    const [one, other] = [await download(uuid), await download(uuid)]
    expect(one.statusCode).toBe(200)
    expect(one.headers).toMatchObject({
      'content-type': 'application/pdf',
      'content-disposition': `attachment; filename="${number}.pdf"`,
    })
    expect(one.rawPayload.equals(other.rawPayload)).toBe(true)
    const text = textOf(one.rawPayload)
    for (const words of [
      'Sublet B.V.',
      'Payout statement',
      number,
      'Example Networks',
      '1 April 2025',
      '31 March 2025',
      '10.0.1.0/24',
      '-5.00',
      'USD 190.00',
      'On its way',
      'Page 1 of 1',
    ])
      expect(text).toContain(words)
  })

  it('goes on over pages, and sums up what is beyond a thousand leases', async () => {
    const { uuid } = await payoutOf(1_003, '05')
    const text = textOf((await download(uuid)).rawPayload)
    expect(text).toContain('and 3 more leases')
    expect(text).toContain('USD 95,285.00')
    expect(text).toMatch(/Page 28 of \d\d/)
  })

  it('is nobody else’s', async () => {
    const { uuid } = await payoutOf(1, '07')
    const stranger = await world.client(['billing'])
    expect((await download(uuid, stranger)).statusCode).toBe(404)
    expect((await download(newUuid())).statusCode).toBe(404)
  })
})
