import { sql } from 'kysely'
import { uuidArray } from '../kernel/arrays.ts'
import type { Context } from '../kernel/context.ts'

/** What a forecast begins with, and what it finds in its own transaction. */

/** Live subscriptions that the company pays for or earns with, those together that fall due together. */
export async function subscriptionsConcerning(ctx: Context, tenant: string, most: number): Promise<string[]> {
  const { rows } = await sql<{ uuid: string }>`
    select uuid from (
      select uuid from subscription where tenant_uuid = ${tenant}
      union
      select uuid from subscription where holder_uuid = ${tenant}
    ) concerned join renewal_step using (uuid) where next_step_at is not null
    order by next_step_at, uuid limit ${most}`.execute(ctx.db)
  return rows.map((row) => row.uuid)
}

/** When each of these takes its next step; those that have ended are not among them. */
export async function stepsOf(
  ctx: Context,
  uuids: readonly string[],
): Promise<{ readonly uuid: string; readonly next_step_at: Date }[]> {
  const { rows } = await sql<{ uuid: string; next_step_at: Date }>`
    select uuid, next_step_at from subscription join renewal_step using (uuid)
    where uuid = any(${uuidArray(uuids)}) and next_step_at is not null order by next_step_at, name, uuid`.execute(
    ctx.db,
  )
  return rows
}

/** The period that runs, by subscription. */
export async function runningPeriods(ctx: Context, uuids: readonly string[]): Promise<Map<string, number>> {
  const { rows } = await sql<{ uuid: string; period_number: number }>`
    select uuid, period_number from subscription where uuid = any(${uuidArray(uuids)})`.execute(ctx.db)
  return new Map(rows.map(({ uuid, period_number }) => [uuid, period_number]))
}

/** What was billed after these periods. */
const billedAfter = (periods: ReadonlyMap<string, number>) => sql`
  (select b.subscription_uuid, b.invoice_uuid from unnest(${uuidArray([...periods.keys()])}, ${[...periods.values()]}::int[])
    as begun (subscription, period)
    join billed_period b on b.subscription_uuid = begun.subscription and b.position > begun.period)`

/** A renewal that was paid for. */
export interface ComingCharge {
  readonly at: Date
  readonly subscription: string
  readonly lease: string
  readonly name: string
  readonly sub_total: number
  readonly tax: number
  readonly total: number
}

export async function chargesAfter(
  ctx: Context,
  tenant: string,
  periods: ReadonlyMap<string, number>,
): Promise<ComingCharge[]> {
  const { rows } = await sql<ComingCharge>`
    select i.paid_at as at, s.uuid as subscription, s.lease_uuid as lease, s.name, i.sub_total_minor as sub_total,
      i.tax_minor as tax, i.total_minor as total
    from ${billedAfter(periods)} b join invoice i on i.uuid = b.invoice_uuid
    join subscription s on s.uuid = b.subscription_uuid
    where i.tenant_uuid = ${tenant} order by i.paid_at, s.name, s.uuid`.execute(ctx.db)
  return rows
}

export interface ComingEarning {
  readonly at: Date
  readonly lease: string
  readonly name: string
  readonly gross: number
  readonly commission: number
}

export async function earningsAfter(
  ctx: Context,
  tenant: string,
  periods: ReadonlyMap<string, number>,
): Promise<ComingEarning[]> {
  const { rows } = await sql<ComingEarning>`
    select e.earned_at as at, e.subject_uuid as lease, e.name, e.gross_minor as gross, e.commission_minor as commission
    from ${billedAfter(periods)} b join earning e on e.invoice_uuid = b.invoice_uuid
    where e.tenant_uuid = ${tenant} order by e.earned_at, e.name, e.uuid`.execute(ctx.db)
  return rows
}
