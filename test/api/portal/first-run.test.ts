import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { offerFirstRun } from '../../../src/identity/index.ts'
import { inTransaction } from '../../../src/kernel/context.ts'
import { seal } from '../../../src/kernel/secrets/sealing.ts'
import { outcomeOf } from '../../support/portal.ts'
import { openWorld, password, type World } from '../../support/world.ts'

/** portalFirstRun: the operator company and its first person, by the address that the terminal shows. */

let world: World
let other: World
beforeAll(async () => {
  world = await openWorld({ env: { SUBLET_DEMO: '0' } })
  other = await openWorld({ env: { SUBLET_DEMO: '0' }, beside: world })
})
afterAll(async () => {
  await other.close()
  await world.close()
})

const ticketOf = async (at = world, age = 0): Promise<string> => {
  const { ctx } = at
  return (await offerFirstRun({ ...ctx, realNow: new Date(ctx.realNow.getTime() - age) })) ?? ''
}
const wish = (ticket: string, email = 'ann@example.net') => ({
  ticket,
  company: { title: 'Our operations' },
  name: 'Ann Example',
  email,
  password,
})
const begin = (payload: Record<string, unknown>, at = world) => at.call('POST', '/portal/first-run', { payload })
const companies = async () => (await world.house.pool.query('select title, role, status from tenant')).rows

describe('the address of the first run', () => {
  it('does nothing when it is old, changed, or none of ours', async () => {
    const good = await ticketOf()
    const flipped = Buffer.from(good, 'base64url')
    flipped[flipped.length - 1] = (flipped.at(-1) ?? 0) ^ 1
    const sealed = await inTransaction(world.ctx, (tx) => seal(tx, 'something else'))
    for (const bad of [
      await ticketOf(world, 86_400_000),
      flipped.toString('base64url'),
      good.slice(0, -8),
      sealed.toString('base64url'),
      'x',
    ])
      expect(outcomeOf(await begin(wish(bad)))).toBe('422 first_run_over')
    expect(await companies()).toEqual([])
  })

  it('stays good when what was typed is not', async () => {
    const ticket = await ticketOf()
    expect(outcomeOf(await begin({ ...wish(ticket), password: 'short' }))).toBe('422 password_weak')
    expect(outcomeOf(await begin({ ...wish(ticket), name: 'http://a.example' }))).toBe('422 name_unacceptable')
    expect(outcomeOf(await begin({ ...wish(ticket), email: 'ann' }))).toBe('422 invalid_fields')
    expect(await companies()).toEqual([])
  })

  it('makes one operator company, however many use it at once and on whichever node', async () => {
    // Of another node: all of them have the same secret key.
    const [ticket, another] = [await ticketOf(), await ticketOf(other)]
    const outcomes = await Promise.all([
      begin(wish(another)),
      begin(wish(ticket, 'bob@example.net'), other),
      begin(wish(ticket, 'cid@example.net')),
    ])
    expect(outcomes.map((outcome) => String(outcomeOf(outcome))).toSorted()).toEqual([
      '204',
      '422 first_run_over',
      '422 first_run_over',
    ])
    expect(await companies()).toEqual([{ title: 'Our operations', role: 'operator', status: 'active' }])
    expect(outcomeOf(await begin(wish(ticket, 'dan@example.net')))).toBe('422 first_run_over')
    expect(await offerFirstRun(world.ctx)).toBeNull()
  })

  it('leaves an operator who can sign in, and an entry in the log', async () => {
    const { rows } = await world.house.pool.query<{ email: string }>('select email from person')
    expect(rows).toHaveLength(1)
    const headers = await world.signIn(rows[0]?.email ?? '')
    expect((await world.call('GET', '/portal/me', { headers })).body.data.person.operator).toBe(true)
    const log = await world.house.pool.query(
      `select action, actor_id from audit_entry where action ~ '^(tenant|member)[.]' order by uuid`,
    )
    expect(log.rows).toEqual(
      ['tenant.created', 'tenant.activate', 'member.added'].map((action) => ({ action, actor_id: 'first run' })),
    )
  })
})
