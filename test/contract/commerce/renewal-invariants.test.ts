import { afterAll, beforeAll, expect, it } from 'vitest'
import { renewalInvariants } from '../../../src/commerce/index.ts'
import { runRenewals } from '../../../src/commerce/renewal/renewal.actions.ts'
import { requestTermination } from '../../../src/commerce/termination/termination.actions.ts'
import { addSeconds } from '../../../src/kernel/time.ts'
import { query, raw } from '../../../src/kernel/db/query.ts'
import { at } from '../../support/market/renewals.ts'
import { makeSubscription, type MadeSubscription } from '../../support/market/subscriptions.ts'
import { openWorld, type World } from '../../support/world.ts'

/** Each promise about renewals is broken by hand, once, and the audit says so. */

let world: World
let made: MadeSubscription
beforeAll(async () => {
  world = await openWorld({ env: { SUBLET_SANDBOX: '1' } })
  const lessee = await world.tenant()
  made = await makeSubscription(world, { lessee, block: '45.8.0.0/24', months: 12 })
  await runRenewals(at(world, addSeconds(made.period_end, -48 * 3_600)))
  await runRenewals(at(world, addSeconds(made.period_end, -12 * 3_600)))
  const waiting = await makeSubscription(world, { lessee, block: '45.8.1.0/24' })
  await runRenewals(at(world, addSeconds(waiting.period_end, -48 * 3_600)))
  const wish = { type: 'immediate' as const, reason: 'moving', details: null, useAgain: null }
  await requestTermination(world.ctx, lessee, waiting.uuid, wish, async () => undefined)
})
afterAll(() => world.close())

/** What the audit finds after a change that is then undone. */
async function breachesAfter(...changes: readonly string[]): Promise<string[]> {
  const found: string[] = []
  await world
    .change(async (ctx) => {
      for (const change of ['set session_replication_role = replica', ...changes]) await raw(change).planned(ctx)
      for (const invariant of renewalInvariants)
        if ((await invariant.check(ctx)).breaches.length > 0) found.push(invariant.name)
      await query`set session_replication_role = origin`.planned(ctx)
      throw new Error('undone')
    })
    .catch((error: Error) => {
      if (error.message !== 'undone') throw error
    })
  return found
}

it('finds nothing where nothing is broken', async () => {
  expect(await breachesAfter()).toEqual([])
  for (const invariant of renewalInvariants.slice(0, 4))
    expect((await invariant.check(world.ctx)).checked).toBeGreaterThan(0)
})

const tile = 'the billed periods of a subscription follow each other without gap or overlap, up to the one that runs'
const agree = 'a subscription and its lease have the same status, company and end of the period'

it.each([
  [
    'a period that is missing',
    [`delete from billed_period where position = 2`],
    [tile, 'every renewal that is completed was paid in full and has its period'],
  ],
  [
    'a period that is too short',
    [`update billed_period set ends_at = ends_at - interval '1 hour' where position = 1`],
    [tile],
  ],
  [
    'an invoice that is not paid',
    [`update invoice set status = 'unpaid' where status = 'paid'`],
    ['every billed period has an invoice that was paid, or paid and refunded'],
  ],
  ['a lease that is suspended alone', [`update lease set status = 'suspended'`], [agree]],
  [
    'a lease that is due on another day',
    [`update lease_term set next_due_at = next_due_at + interval '1 day'`],
    [agree],
  ],
  [
    'a step that nobody takes',
    [`update renewal_step set next_step_at = '2001-01-01'`],
    ['no step of a renewal is overdue by more than a day'],
  ],
  [
    'a subscription without a next step',
    [`update renewal_step set next_step = null, next_step_at = null`],
    ['a subscription has a next step exactly while it runs'],
  ],
  [
    'an order for a period that is not the next',
    [`update sales_order set period_start = '2001-01-01' where status = 'pending_payment'`],
    [
      'every renewal order that waits is for the next period of a running subscription, and is billed once that has begun',
    ],
  ],
  [
    'a renewal that was not paid',
    [`update payment set status = 'declined' where status = 'succeeded'`],
    ['every renewal that is completed was paid in full and has its period'],
  ],
  [
    'a commitment of a lease that is over',
    [`update lease set status = 'terminated' where uuid in (select lease_uuid from commitment)`],
    [agree, 'no commitment outlives its lease'],
  ],
  [
    'a request to end what is over',
    [
      `update subscription set status = 'terminated', terminated_at = now()`,
      `update renewal_step set next_step = null, next_step_at = null`,
      `update lease set status = 'terminated'`,
      `update commitment set status = 'completed'`,
      `update sales_order set status = 'cancelled' where status = 'pending_payment'`,
    ],
    ['a termination that is open is of a subscription that runs'],
  ],
])('finds %s', async (_, changes, breaches) => {
  expect(await breachesAfter(...changes)).toEqual(breaches)
})
