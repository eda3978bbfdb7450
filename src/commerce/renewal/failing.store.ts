import type { Context } from '../../kernel/context.ts'
import { query } from '../../kernel/db/query.ts'
import type { failingSteps } from './period.rules.ts'

/** Subscriptions whose period is over and not paid for. */

/** As the index of failing steps has them: a lease that ends as it was meant to is among its steps, and none of these. */
export const failing = query`(
  select s.*, r.next_step, r.next_step_at from renewal_step r join subscription s on s.uuid = r.uuid
  where r.next_step in ('grace_first', 'grace_second', 'last_try', 'end') and r.next_step_at > s.period_end
    and s.status <> 'terminated') s`

interface FailedRenewal {
  readonly uuid: string
  readonly tenant_uuid: string
  readonly title: string
  readonly lease_uuid: string
  readonly name: string
  readonly price_minor: number
  readonly period_end: Date
  readonly next_step: (typeof failingSteps)[number]
  readonly next_step_at: Date
}

/** The first to end first, and how many there are. */
export async function failedRenewals(
  ctx: Context,
  most: number,
): Promise<{ readonly rows: readonly FailedRenewal[]; readonly total: number }> {
  const [rows, { total }] = await Promise.all([
    query<FailedRenewal>`
      select s.uuid, s.tenant_uuid, t.title, s.lease_uuid, s.name, s.price_minor, s.period_end, s.next_step, s.next_step_at
      from ${failing} join tenant t on t.uuid = s.tenant_uuid order by s.period_end, s.uuid limit ${most}`.rows(ctx),
    query<{ total: number }>`select count(*) as total from ${failing}`.only(ctx),
  ])
  return { rows, total }
}
