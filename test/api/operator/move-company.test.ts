import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createTenant, tenantStates } from '../../../src/identity/index.ts'
import { statusWith } from '../../support/oauth.ts'
import { type Office, onlyOperators, openOffice, outcomeOf, outcomesFor } from '../../support/portal.ts'
import { openWorld, type World } from '../../support/world.ts'

let world: World
let office: Office
let cautious: World
beforeAll(async () => {
  world = await openWorld()
  cautious = await openWorld({ beside: world, env: { SUBLET_AUTO_ACTIVATE: '0' } })
  office = await openOffice(world)
})
afterAll(async () => {
  await cautious.close()
  await world.close()
})

const move = (uuid: string, event: string, headers: Record<string, string> = office.operator, more: object = {}) =>
  world.call('POST', `/portal/operator/companies/${uuid}/status`, { headers, payload: { event, ...more } })
const newCompany = async () => (await cautious.change((ctx) => createTenant(ctx, { title: 'Moved' }))).uuid

const events = ['activate', 'suspend', 'restore', 'close'] as const
const wayTo = { pending: [], active: ['activate'], suspended: ['suspend'], closed: ['close'] } as const

describe('POST /portal/operator/companies/{companyUUID}/status', () => {
  const moves = tenantStates.states.flatMap((from) => events.map((event) => [from, event] as const))

  it.each(moves)('%s, %s: as the table of states says', async (from, event) => {
    const uuid = await newCompany()
    for (const step of wayTo[from]) await move(uuid, step)
    const to = tenantStates.next(from, event)
    const { status, body } = await move(uuid, event)
    expect([status, to === undefined ? body.code : body.data.status]).toEqual(
      to === undefined ? [422, 'tenant_move_forbidden'] : [200, to],
    )
    const { rows } = await world.house.pool.query('select status from tenant where uuid = $1', [uuid])
    expect(rows[0].status).toBe(to ?? from)
  })

  it('writes who did it and why into the audit log', async () => {
    const uuid = await newCompany()
    await move(uuid, 'activate')
    await move(uuid, 'suspend', office.operator, { reason: 'Spam from three blocks' })
    const { rows } = await world.house.pool.query(
      'select action, actor_kind, data from audit_entry where subject_uuid = $1 order by happened_at, uuid',
      [uuid],
    )
    expect(rows.slice(1)).toEqual([
      { action: 'tenant.activate', actor_kind: 'user', data: { from: 'pending', to: 'active' } },
      {
        action: 'tenant.suspend',
        actor_kind: 'user',
        data: { from: 'active', to: 'suspended', reason: 'Spam from three blocks' },
      },
    ])
  })

  it('soon ends tokens on every node, and restoring brings them back', async () => {
    const key = await world.key(await world.tenant())
    const token = await world.token(key)
    const nodes = [world, cautious]
    for (const node of nodes) expect(await statusWith(node, key.tenant, token)).toBe(200)
    await move(key.tenant, 'suspend')
    const soon = { interval: 50 }
    for (const node of nodes) await expect.poll(() => statusWith(node, key.tenant, token), soon).toBe(401)
    await move(key.tenant, 'restore')
    for (const node of nodes) await expect.poll(() => statusWith(node, key.tenant, token), soon).toBe(200)
  })

  it('suspends once when two operators do so at the same time', async () => {
    const uuid = await newCompany()
    const outcomes = await Promise.all([1, 2].map(async () => outcomeOf(await move(uuid, 'suspend'))))
    expect(outcomes.map(String).sort()).toEqual(['200', '422 tenant_move_forbidden'])
  })

  it('answers 404 for a company that does not exist', async () => {
    for (const uuid of ['019a8c1e-7b2f-7c3d-9e4f-5a6b7c8d9e0f', 'none'])
      expect(outcomeOf(await move(uuid, 'suspend'))).toBe('404 not_found')
  })

  it.each([{ event: 'promote' }, {}, { event: 'suspend', reason: '' }, { event: 'suspend', reason: 'x'.repeat(601) }])(
    'refuses %j',
    async (payload) => {
      const path = `/portal/operator/companies/${office.tenant}/status`
      const answer = await world.call('POST', path, { headers: office.operator, payload })
      expect(outcomeOf(answer)).toBe('422 invalid_fields')
    },
  )

  it('is for operators alone', async () => {
    const outcomes = await outcomesFor(office, async (headers) => move(await newCompany(), 'activate', headers))
    expect(outcomes).toEqual(onlyOperators)
  })
})
