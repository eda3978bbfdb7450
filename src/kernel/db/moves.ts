import { textArray } from './arrays.ts'
import { audit, auditAll } from '../audit.ts'
import { moveAction } from '../audit-action.ts'
import type { Context } from '../context.ts'
import { columnOf, many } from './insertion.ts'
import type { Machine } from '../machine.ts'
import { kernelProblem, type Problem } from '../problems.ts'
import { identifier, joined, query, type Query } from './query.ts'
import { columnTypes, type DB } from './rows.gen.ts'
import { changeSoon } from './together.ts'

/** The one way a status changes: a move its table allows, compare-and-set, with an audit row. */

interface Move<State extends string, Trigger extends string> {
  readonly table: string
  readonly uuid: string
  readonly tenant: string | null
  readonly from: State
  readonly trigger: Trigger
  readonly data?: Record<string, unknown>
}

export async function move<State extends string, Trigger extends string>(
  ctx: Context,
  machine: Machine<State, Trigger>,
  { table, uuid, tenant, from, trigger, data }: Move<State, Trigger>,
  forbidden: (from: State, trigger: Trigger) => Problem,
): Promise<State> {
  const to = machine.next(from, trigger)
  if (to === undefined) throw forbidden(from, trigger)
  await changeSoon(ctx, [table], updateOne(table, { uuid, from, to }), 1)
  await audit(ctx, {
    action: moveAction(machine, trigger),
    subject: { kind: machine.noun, uuid },
    tenant,
    data: { ...data, from, to },
  })
  return to
}

/** One of many moves, with the columns that change with it. */
interface BulkMove<State extends string> {
  readonly uuid: string
  readonly tenant: string | null
  readonly from: State
  readonly data?: Record<string, unknown>
  /** The same columns for all. */
  readonly set?: Readonly<Record<string, unknown>>
}

/** The same trigger for many rows of a table, in two statements; all of them move or none. */
export async function moveAll<State extends string, Trigger extends string>(
  ctx: Context,
  machine: Machine<State, Trigger>,
  table: string,
  trigger: Trigger,
  rows: readonly BulkMove<State>[],
): Promise<void> {
  if (rows.length === 0) return
  const moved = rows.map((row) => ({ ...row, to: next(machine, row.from, trigger) }))
  const [only, ...others] = moved
  const update = only && others.length === 0 ? updateOne(table, only) : updateMany(table, moved)
  if (rows.length < many) await changeSoon(ctx, [table], update, rows.length)
  else await update.changes(rows.length, ctx)
  await auditAll(
    ctx,
    moved.map(({ uuid, tenant, from, to, data }) => ({
      action: moveAction(machine, trigger),
      subject: { kind: machine.noun, uuid },
      tenant,
      data: { ...data, from, to },
    })),
  )
}

function next<State extends string, Trigger extends string>(
  machine: Machine<State, Trigger>,
  from: State,
  trigger: Trigger,
) {
  const to = machine.next(from, trigger)
  if (to === undefined) throw kernelProblem('state_conflict')
  return to
}

interface Step {
  readonly uuid: string
  readonly from: string
  readonly to: string
  readonly set?: Readonly<Record<string, unknown>>
}

const updateOne = (table: string, { uuid, from, to, set }: Step): Query<unknown> => {
  const values = Object.entries({ ...set, status: to }).map(
    ([column, value]) => query`${identifier(column)} = ${isJson(table, column) ? JSON.stringify(value) : value}`,
  )
  return query`update ${identifier(table)} set ${joined(values)} where uuid = ${uuid} and status = ${from}`
}

/** The driver would write a list as an array of the database's own. */
const isJson = (table: string, column: string): boolean =>
  (columnTypes as Readonly<Record<string, Readonly<Record<string, string>>>>)[table]?.[column] === 'jsonb'

const updateMany = (table: string, steps: readonly Step[]): Query<unknown> => {
  const columns = ['status', ...Object.keys(steps[0]?.set ?? {})]
  const written = steps.map(({ uuid, to, set }) => ({ ...set, uuid, status: to }))
  const given = ['uuid', ...columns]
  return query`update ${identifier(table)} as moving
    set ${joined(columns.map((column) => query`${identifier(column)} = moved.${identifier(column)}`))}
    from unnest(${joined(given.map((column) => columnOf(table as keyof DB, column, written)))},
      ${textArray(steps.map(({ from }) => from))}) as moved (${joined(given.map(identifier))}, previous)
    where moving.uuid = moved.uuid and moving.status = moved.previous`
}
