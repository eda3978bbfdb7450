import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { machines } from '../../../src/app/machines.ts'
import { tenantStates } from '../../../src/identity/index.ts'
import { move } from '../../../src/kernel/db/moves.ts'
import { kernelProblem } from '../../../src/kernel/problems.ts'
import { openWorld, type World } from '../../support/world.ts'

let world: World
let tenant: string
beforeAll(async () => {
  world = await openWorld()
})
beforeEach(async () => {
  tenant = await world.tenant()
})
afterAll(() => world.close())

type Status = (typeof tenantStates.states)[number]
type Trigger = Parameters<typeof tenantStates.can>[1]

const forbidden = (from: string, trigger: string) => kernelProblem('invalid_fields', { message: `${from} ${trigger}` })

const attempt = (from: Status, trigger: Trigger, data?: Record<string, unknown>) =>
  world.change((ctx) =>
    move(
      ctx,
      tenantStates,
      { table: 'tenant', uuid: tenant, tenant, from, trigger, ...(data ? { data } : {}) },
      forbidden,
    ),
  )

async function status(): Promise<string | undefined> {
  const { rows } = await world.house.pool.query<{ status: string }>('select status from tenant where uuid = $1', [
    tenant,
  ])
  return rows[0]?.status
}

async function entries(action: string) {
  const { rows } = await world.house.pool.query<{ data: unknown; actor_id: string; subject_uuid: string }>(
    'select data, actor_id, subject_uuid from audit_entry where action = $1 and subject_uuid = $2',
    [action, tenant],
  )
  return rows
}

describe('a move', () => {
  it('changes the status and leaves an audit entry that says from, to and why', async () => {
    expect(await attempt('active', 'suspend', { reason: 'unpaid' })).toBe('suspended')
    expect(await status()).toBe('suspended')
    expect(await entries('tenant.suspend')).toEqual([
      { data: { from: 'active', to: 'suspended', reason: 'unpaid' }, actor_id: 'test', subject_uuid: tenant },
    ])
  })

  it('that the table does not have is refused in the words of its slice, and changes nothing', async () => {
    await expect(attempt('active', 'restore')).rejects.toThrow('active restore')
    expect([await status(), await entries('tenant.restore')]).toEqual(['active', []])
  })

  it('from a state that is no longer is a lost race', async () => {
    await expect(attempt('suspended', 'restore')).rejects.toMatchObject({
      row: { code: 'state_conflict', status: 409 },
    })
    expect([await status(), await entries('tenant.restore')]).toEqual(['active', []])
  })

  it('is made by one of many who try at once', async () => {
    const tries = await Promise.allSettled(Array.from({ length: 6 }, () => attempt('active', 'suspend')))
    expect(tries.filter(({ status }) => status === 'fulfilled')).toHaveLength(1)
    expect(await entries('tenant.suspend')).toHaveLength(1)
  })

  it('of nothing is a lost race, too', async () => {
    const nowhere = { table: 'tenant', uuid: '00000000-0000-7000-8000-000000000000', tenant: null } as const
    const moved = world.change((ctx) =>
      move(ctx, tenantStates, { ...nowhere, from: 'active', trigger: 'close' }, forbidden),
    )
    await expect(moved).rejects.toMatchObject({ row: { code: 'state_conflict' } })
  })
})

describe('every state table', () => {
  it('is known to the database, state by state, where its table has a status', async () => {
    for (const { noun, states } of machines) {
      const { rows } = await world.house.pool.query<{ definition: string }>(
        `select pg_get_constraintdef(oid) as definition from pg_constraint
         where contype = 'c' and conrelid = to_regclass($1) and pg_get_constraintdef(oid) like 'CHECK ((status = ANY (ARRAY[%'`,
        [noun],
      )
      const allowed = [...(rows[0]?.definition ?? '').matchAll(/'([a-z_]+)'::text/g)].map((match) => match[1] ?? '')
      expect([noun, allowed.toSorted()]).toEqual([noun, states.toSorted()])
    }
  })

  it('can reach each of its states, and names only states it has', () => {
    for (const { initial, moves, states, noun } of machines) {
      const reached = new Set([initial])
      for (const state of reached) for (const to of Object.values(moves[state] ?? {})) if (to) reached.add(to)
      expect([noun, [...reached].toSorted()]).toEqual([noun, states.toSorted()])
    }
  })
})
