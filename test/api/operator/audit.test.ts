import { describe, expect, it } from 'vitest'
import { invariants } from '../../../src/app/invariants.ts'
import { earn, payOutAt } from '../../support/market/payouts.ts'
import { onlyOperators, outcomesFor } from '../../support/portal.ts'
import { stageOffice } from '../../support/stages.ts'

const { world, office } = await stageOffice()

const read = (headers: Record<string, string> = office.operator) => world.call('GET', '/portal/audit', { headers })

describe('GET /portal/audit', () => {
  it('shows every promise and that it is kept', async () => {
    const { status, body } = await read()
    expect(status).toBe(200)
    expect(body.data.ok).toBe(true)
    expect(body.data.promises.map(({ name }: { name: string }) => name)).toEqual(invariants.map(({ name }) => name))
    expect(body.data.promises[0]).toMatchObject({
      ok: true,
      checked: expect.any(Number),
      area: 'Activity log',
      breaches: [],
      found: 0,
      note: expect.stringContaining('hash'),
      milliseconds: expect.any(Number),
    })
  })

  it('names what is broken', async () => {
    const holder = await world.tenant('A holder', 'holder')
    await earn(world, [{ holder, at: '2026-01-05T00:00:00Z', gross: 10_000 }])
    await payOutAt(world, '2026-02-01T00:00:00Z')
    await world.house.pool.query('update earning set gross_minor = gross_minor + 1 where tenant_uuid = $1', [holder])
    const { data } = (await read()).body
    expect(data.ok).toBe(false)
    const broken = data.promises.filter(({ ok }: { ok: boolean }) => !ok)
    expect(broken.flatMap(({ breaches }: { breaches: string[] }) => breaches)).toContainEqual(
      expect.stringMatching(/^PAY-2026-000001 says/),
    )
  })

  it('counts all of what it says a hundred of', async () => {
    const holder = await world.tenant('A holder of much', 'holder')
    const sales = Array.from({ length: 120 }, () => ({ holder, at: '2026-03-05T00:00:00Z', gross: 10_000 }))
    await earn(world, sales)
    await world.house.pool.query('alter table invoice disable trigger user')
    await world.house.pool.query(`update invoice set number = number || 'x' where issued_at > '2026-03-01'`)
    await world.house.pool.query('alter table invoice enable trigger user')
    const { data } = (await read()).body
    const told = data.promises.find(({ name }: { name: string }) => name.startsWith('an invoice is numbered by'))
    expect(told).toMatchObject({ ok: false, area: 'Invoices and ledger', found: 120 })
    expect(told.breaches).toHaveLength(100)
  })

  it('is for operators alone', async () => {
    expect(await outcomesFor(office, read)).toEqual(onlyOperators)
  })
})
