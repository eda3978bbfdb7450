import { describe, expect, it } from 'vitest'
import { onlyOperators, outcomeOf, outcomesFor } from '../../support/portal.ts'
import { stageOffice } from '../../support/stages.ts'

const { world, office } = await stageOffice()

const grant = (payload: object, tenant = office.tenant, headers: Record<string, string> = office.operator) =>
  world.call('POST', `/portal/operator/companies/${tenant}/credits`, { headers, payload })

const entriesOf = async (tenant: string) =>
  (
    await world.house.pool.query(
      `select account, tenant_uuid, amount_minor from ledger_entry where transfer_uuid in
        (select transfer_uuid from ledger_entry where tenant_uuid = $1) order by transfer_uuid, position`,
      [tenant],
    )
  ).rows

describe('POST /portal/operator/companies/{companyUUID}/credits', () => {
  it('gives credits, in the ledger as what the marketplace spent and owes', async () => {
    const tenant = await world.tenant()
    const { status, body } = await grant({ amount: 12.5, reason: 'for the outage', more: 1 }, tenant)
    expect([status, body.data]).toEqual([
      201,
      expect.objectContaining({ available_balance: 12.5, total_balance: 12.5 }),
    ])
    expect((await grant({ amount: '0.5', reason: 'again' }, tenant)).body.data.total_balance).toBe(13)
    expect(await entriesOf(tenant)).toEqual([
      { account: 'grants', tenant_uuid: null, amount_minor: 1_250 },
      { account: 'credit', tenant_uuid: tenant, amount_minor: -1_250 },
      { account: 'grants', tenant_uuid: null, amount_minor: 50 },
      { account: 'credit', tenant_uuid: tenant, amount_minor: -50 },
    ])
  })

  it('is written down with its reason, and told', async () => {
    const tenant = await world.tenant()
    await grant({ amount: 1, reason: 'a gift' }, tenant)
    const { rows } = await world.house.pool.query(
      `select a.action, a.actor_kind, a.data, e.type from audit_entry a join outbox_event e on e.tenant_uuid = a.tenant_uuid
        where a.tenant_uuid = $1 and a.action = 'credits.granted' and e.type = 'credits.granted'`,
      [tenant],
    )
    expect(rows).toEqual([
      {
        action: 'credits.granted',
        actor_kind: 'user',
        data: { amount: '1.00', currency: 'USD', reason: 'a gift' },
        type: 'credits.granted',
      },
    ])
  })

  it.each([
    [{ amount: 0, reason: 'x' }, 'amount'],
    [{ amount: -1, reason: 'x' }, 'amount'],
    [{ amount: 0.001, reason: 'x' }, 'amount'],
    [{ amount: 1e-9, reason: 'x' }, 'amount'],
    [{ amount: 10_000_001, reason: 'x' }, 'amount'],
    [{ amount: 'much', reason: 'x' }, 'amount'],
    [{ amount: null, reason: 'x' }, 'amount'],
    [{ reason: 'x' }, 'amount'],
    [{ amount: 5 }, 'reason'],
    [{ amount: 5, reason: '' }, 'reason'],
    [{ amount: 5, reason: 'x'.repeat(601) }, 'reason'],
  ])('refuses %j, and nothing changes', async (payload, field) => {
    const tenant = await world.tenant()
    const { status, body } = await grant(payload, tenant)
    expect([status, Object.keys(body.errors)]).toEqual([422, [field]])
    expect(await entriesOf(tenant)).toEqual([])
  })

  it('refuses a company that is not there', async () => {
    const nobody = '019a8c1e-7b2f-7c3d-9e4f-5a6b7c8d9e0f'
    expect(outcomeOf(await grant({ amount: 5, reason: 'x' }, nobody))).toBe('404 not_found')
    expect(outcomeOf(await grant({ amount: 5, reason: 'x' }, 'none'))).toBe('404 not_found')
  })

  it('is for operators', async () => {
    expect(await outcomesFor(office, (headers) => grant({ amount: 5, reason: 'x' }, office.tenant, headers))).toEqual({
      ...onlyOperators,
      operator: 201,
    })
  })
})
