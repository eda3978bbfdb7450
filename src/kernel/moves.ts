import { sql } from 'kysely'
import { audit } from './audit.ts'
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
