import { sql } from 'kysely'
import { audit, auditAll } from './audit.ts'
import type { Context } from './context.ts'
import type { Machine } from './machine.ts'
import { kernelProblem, type Problem } from './problems.ts'

/** The one way a status changes: a move its table allows, compare-and-set, with an audit row. */

export interface Move<State extends string, Event extends string> {
  readonly table: string
  readonly uuid: string
  readonly tenant: string | null
  readonly from: State
  readonly event: Event
  readonly data?: Record<string, unknown>
}

export async function move<State extends string, Event extends string>(
  ctx: Context,
  machine: Machine<State, Event>,
  { table, uuid, tenant, from, event, data }: Move<State, Event>,
  forbidden: (from: State, event: Event) => Problem,
): Promise<State> {
  const to = machine.next(from, event)
  if (to === undefined) throw forbidden(from, event)
  const { numAffectedRows } = await sql`
    update ${sql.table(table)} set status = ${to} where uuid = ${uuid} and status = ${from}`.execute(ctx.db)
  if (numAffectedRows !== 1n) throw kernelProblem('state_conflict')
  await audit(ctx, {
    action: `${machine.noun}.${event}`,
    subject: { kind: machine.noun, uuid },
    tenant,
    data: { ...data, from, to },
  })
  return to
}

/** The same event for many rows of a table, in two statements; all of them move or none. */
export async function moveAll<State extends string, Event extends string>(
  ctx: Context,
  machine: Machine<State, Event>,
  table: string,
  event: Event,
  rows: readonly Omit<Move<State, Event>, 'table' | 'event'>[],
): Promise<void> {
  if (rows.length === 0) return
  const moved = rows.map((row) => ({ ...row, to: machine.next(row.from, event) }))
  if (moved.some(({ to }) => to === undefined)) throw kernelProblem('state_conflict')
  const { numAffectedRows } = await sql`
    update ${sql.table(table)} set status = step.next
    from unnest(${moved.map(({ uuid }) => uuid)}::uuid[], ${moved.map(({ from }) => from)}::text[],
      ${moved.map(({ to }) => to)}::text[]) as step (subject, previous, next)
    where uuid = step.subject and status = step.previous`.execute(ctx.db)
  if (numAffectedRows !== BigInt(rows.length)) throw kernelProblem('state_conflict')
  await auditAll(
    ctx,
    moved.map(({ uuid, tenant, from, to, data }) => ({
      action: `${machine.noun}.${event}`,
      subject: { kind: machine.noun, uuid },
      tenant,
      data: { ...data, from, to },
    })),
  )
}
