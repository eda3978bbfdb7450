import { describe, expect, it } from 'vitest'
import { newUuid } from '../../../src/kernel/uuid.ts'
import { giveCredits, makeInvoice } from '../../support/market/invoicing.ts'
import { makeLease, makeOffer } from '../../support/market/market.ts'
import { earn, payOutAt } from '../../support/market/payouts.ts'
import { onlyOperators, outcomeOf, outcomesFor } from '../../support/portal.ts'
import { stageOffice } from '../../support/stages.ts'
import { statementsOf } from '../../support/statements.ts'

/** operatorShowCompany */

const { world, office } = await stageOffice({ env: { SUBLET_SANDBOX: '1' } })

const show = (uuid: string, headers: Record<string, string> = office.operator) =>
  world.call('GET', `/portal/operator/companies/${uuid}`, { headers })

let offers = 0

/** A company that leases so many blocks, and lists as many. */
async function busyCompany(many: number): Promise<string> {
  const [tenant, holder] = [await world.tenant('Busy'), await world.tenant('A holder', 'holder')]
  const theirs = await makeOffer(world, holder, { block: `45.${offers++}.0.0/16` })
  for (let i = 0; i < many; i++) {
    await makeLease(world, theirs, tenant, theirs.block.replace('.0.0/16', `.${i}.0/24`), { priceMinor: 10_000 })
    await makeOffer(world, tenant, { block: `46.${offers++}.0.0/16` })
    await makeInvoice(world, tenant, { paid: i % 2 === 0 })
  }
  return tenant
}

describe('GET /portal/operator/companies/{companyUUID}', () => {
  it('shows what a company leases, lists and owes, the newest first', async () => {
    const tenant = await busyCompany(7)
    await giveCredits(world, tenant, 2_550)
    const { status, body } = await show(tenant)
    expect(status).toBe(200)
    const { data } = body
    expect(data.balance).toEqual({
      credits: 25.5,
      credits_held: 0,
      unpaid: 300,
      unpaid_count: 3,
      earned: 0,
      payouts_pending: 0,
    })
    expect(data.leases).toMatchObject({ total: 7, running: 7, monthly: 700 })
    expect(data.leases.newest.map(({ block }: { block: string }) => block.split('.')[2])).toEqual([
      '6',
      '5',
      '4',
      '3',
      '2',
    ])
    expect(data.leases.newest[0]).toMatchObject({ status: 'active', monthly: 100 })
    expect(data.offers).toMatchObject({ total: 7, listed: 7 })
    expect(data.offers.newest).toHaveLength(5)
    expect(data.offers.newest[0]).toMatchObject({ status: 'validity_active', hidden: false, leases: 0, monthly: 0 })
    expect(data.invoices.total).toBe(7)
    expect(data.invoices.newest).toHaveLength(5)
    expect(data.invoices.newest[0]).toMatchObject({ status: 'paid', total: 100, corrects_invoice_uuid: null })
    expect(data.payouts).toEqual({ total: 0, newest: [] })
  })

  it('shows what a holder is owed: what was earned, and what waits to be sent', async () => {
    const holder = await world.tenant('Earner', 'holder')
    await earn(world, [{ holder, at: '2026-01-05T00:00:00Z', gross: 10_000 }])
    await payOutAt(world, '2026-02-01T00:00:00Z')
    await earn(world, [{ holder, at: '2026-02-05T00:00:00Z', gross: 2_000 }])
    const { data } = (await show(holder)).body
    expect(data.balance).toMatchObject({ earned: 19, payouts_pending: 95 })
    expect(data.payouts).toMatchObject({ total: 1, newest: [{ status: 'pending', amount: 95 }] })
  })

  it('has the same statements whatever its size, and at most a dozen', async () => {
    const [small, large] = [await busyCompany(1), await busyCompany(9)]
    const count = async (tenant: string) => (await statementsOf(() => show(tenant))).length
    await show(small)
    const few = await count(small)
    expect(few).toBeLessThanOrEqual(12)
    expect(await count(large)).toBe(few)
  })

  it('shows zeros of who is new, and nothing of who is nobody', async () => {
    const { data } = (await show(await world.tenant('New'))).body
    expect(data).toMatchObject({
      leases: { total: 0, running: 0, monthly: 0, newest: [] },
      offers: { total: 0, newest: [] },
      invoices: { total: 0, newest: [] },
    })
    expect(outcomeOf(await show(newUuid()))).toBe('404 not_found')
    expect(outcomeOf(await show('none'))).toBe('404 not_found')
  })

  it('is for operators alone', async () => {
    const tenant = await world.tenant('Looked at')
    expect(await outcomesFor(office, (headers) => show(tenant, headers))).toEqual(onlyOperators)
  })
})
