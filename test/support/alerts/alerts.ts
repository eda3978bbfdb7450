import { commerceEvents } from '../../../src/commerce/commerce.events.ts'
import { emitAll } from '../../../src/kernel/work/events.ts'
import type { News } from '../../../src/kernel/work/event-table.ts'
import { newUuid } from '../../../src/kernel/uuid.ts'
import { marketEvents } from '../../../src/market/index.ts'
import { prefixesEvents } from '../../../src/prefixes/index.ts'
import type { World } from '../world.ts'

/** News that people are alerted to, for tests of what becomes of them. */

const block = (n: number): string => `45.${Math.floor(n / 256)}.${n % 256}.0/24`

export const offMarket = (tenant: string, n: number): News =>
  marketEvents('offer.invalidated', tenant, {
    uuid: newUuid(),
    block: block(n),
    status: 'validity_invalid',
    reasons: [`On a list since ${n}.`],
  })

export const hijacked = (tenant: string, prefix: string): News =>
  prefixesEvents('prefixes.health_changed', tenant, {
    critical: 1,
    better: 0,
    prefixes: [{ block: prefix, from: 'ok', to: 'critical', why: `${prefix} is announced by AS64666.` }],
  })

const subscription = (n: number) =>
  ({
    uuid: newUuid(),
    block: block(n),
    order_uuid: newUuid(),
    amount: '100.00',
    currency: 'USD',
    period_end: '2026-12-01T00:00:00Z',
    next_step: null,
    next_step_at: null,
  }) as const

export const unpaid = (tenant: string, n: number): News =>
  commerceEvents('subscription.payment_failed', tenant, { ...subscription(n), step: 'due', failure: 'declined' })

export const suspended = (tenant: string, n: number): News =>
  commerceEvents('subscription.suspended', tenant, subscription(n))

/** It has happened; nobody has heard of it yet. */
export const happen = (world: World, ...news: readonly News[]): Promise<void> =>
  world.change((ctx) => emitAll(ctx, news))

/** It has happened, and everybody knows. */
export async function tell(world: World, ...news: readonly News[]): Promise<void> {
  await happen(world, ...news)
  await world.runJobs()
}

/** A company of which nobody has been told yet that it may act. */
export async function quietCompany(world: World, title?: string): Promise<string> {
  const tenant = await world.tenant(title)
  await world.runJobs()
  return tenant
}
