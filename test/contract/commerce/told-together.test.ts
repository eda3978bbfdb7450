import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { commerceEvents } from '../../../src/commerce/commerce.events.ts'
import { emitAll } from '../../../src/kernel/work/events.ts'
import { tellListeners } from '../../../src/kernel/work/outbox.ts'
import { statementsOf } from '../../support/statements.ts'
import { openWorld, type World } from '../../support/world.ts'

/** Many companies buy within a second: what follows is told to all of their people at once, and to each their own. */

let world: World
beforeAll(async () => {
  world = await openWorld()
  await world.runJobs()
})
afterAll(() => world.close())

const completed = (tenant: string, total: string) =>
  commerceEvents('order.completed', tenant, {
    uuid: randomUUID(),
    status: 'completed',
    expires_at: null,
    kind: 'purchase',
    total,
    currency: 'USD',
  })

const tenants = (many: number) => Promise.all(Array.from({ length: many }, (_, n) => world.tenant(`Company ${n}`)))

/** How many statements it takes to tell that these companies' orders are complete. */
async function told(companies: readonly string[]): Promise<number> {
  await world.change((ctx) =>
    emitAll(
      ctx,
      companies.map((tenant) => completed(tenant, '90.00')),
    ),
  )
  return (await statementsOf(() => tellListeners.run(world.ctx, {}))).length
}

it('reads no more often for many companies than for one', async () => {
  const one = await told(await tenants(1))
  expect(one).toBeGreaterThan(3)
  expect(await told(await tenants(20))).toBe(one)
})

it('tells each company of its own order, and whom it concerns', async () => {
  const [first, second] = [await world.tenant('First'), await world.tenant('Second')]
  const [owner, member, other] = [
    await world.person(first, 'owner'),
    await world.person(first, 'member'),
    await world.person(second, 'owner'),
  ]
  await world.person(second, 'viewer')
  await world.change((ctx) => emitAll(ctx, [completed(first, '1.00'), completed(second, '2.00')]))
  await tellListeners.run(world.ctx, {})
  const { rows } = await world.house.pool.query<{ recipient: string; tenant_uuid: string; subject: string }>(
    `select recipient, tenant_uuid, subject from mail
     where tenant_uuid in ($1, $2) and subject like 'Payment received%' order by subject, recipient`,
    [first, second],
  )
  const received = (total: string) => `Payment received for your order: USD ${total}`
  expect(rows).toEqual([
    ...[owner.email, member.email]
      .sort()
      .map((recipient) => ({ recipient, tenant_uuid: first, subject: received('1.00') })),
    { recipient: other.email, tenant_uuid: second, subject: received('2.00') },
  ])
})
