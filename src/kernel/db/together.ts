import { ahead, gatherAtCommit } from './at-commit.ts'
import type { Db } from './db.ts'
import { insertion, type Columns } from './insertion.ts'
import { identifier, joined, query, type Query } from './query.ts'
import type { DB } from './rows.gen.ts'

/**
 * Writes that need no answer, in one statement (ADR 122): rows that are put off to the end of their transaction, and
 * changes that are put off until something else is said in it. In one statement nobody sees what the others of it write,
 * so a table is in it once; constraints are looked at when all of it is written.
 */

/** How rows of one table that were put off become fewer; the same for all of a table. */
export type Join<R> = (rows: readonly R[]) => readonly R[]

export interface PutOffRow {
  readonly table: keyof DB
  readonly row: Columns
  readonly join: Join<Columns>
}

interface PutOffChange {
  readonly change: Query<unknown>
  /** Told how many rows it changed; throws where that forbids the commit. */
  readonly check: ((changed: number) => void) | null
}

type PutOff = PutOffRow | PutOffChange

/** Names every table that it changes or reads: none of them may have been changed by another that is put off with it. */
export function changeSoon(
  { db }: { readonly db: Db },
  tables: readonly string[],
  change: Query<unknown>,
  check: PutOffChange['check'] = null,
): Promise<void> {
  return gatherAtCommit(db, together, [{ change, check }], { tables, how: 'changed' })
}

const isRow = (put: PutOff): put is PutOffRow => 'row' in put

export function together(put: readonly PutOff[]): { ahead(source: { readonly db: Db }): Promise<void> } {
  const insertions = insertionsOf(put.filter(isRow), put.length)
  const changes = put.filter((one): one is PutOffChange => !isRow(one))
  if (changes.length === 0) return oneOf(insertions)
  const names = changes.map((_, i) => identifier(`change_${i}`))
  const parts = changes.map(({ change }, i) => query`${names[i]} as (${change} returning true)`)
  // Asked for, they are made in this order; the rows come after them.
  const counts = names.map((name) => query`(select count(*) from ${name}) as ${name}`)
  const said = query<Readonly<Record<string, number>>>`
    with ${joined([...parts, ...insertions.map(named)])} select ${joined(counts)}`
  const checks = changes.some(({ check }) => check !== null)
  if (!checks) return said
  const check = ([changed]: readonly Readonly<Record<string, number>>[]) => {
    for (const [i, one] of changes.entries()) one.check?.(changed?.[`change_${i}`] ?? 0)
  }
  return { ahead: (source) => ahead(source.db, said.rows(source), check) }
}

function insertionsOf(put: readonly PutOffRow[], ofAll: number): Query<unknown>[] {
  const alike = Map.groupBy(put, ({ table, row }) => [table, ...Object.keys(row)].join())
  return [...alike.values()].flatMap((of) => {
    const [first] = of
    return first ? insertion(first.table, first.join(of.map(({ row }) => row)), ofAll) : []
  })
}

const named = (part: Query<unknown>, i: number): Query<unknown> => query`${identifier(`part_${i}`)} as (${part})`

function oneOf(insertions: readonly Query<unknown>[]): Query<unknown> {
  const [only, ...others] = insertions
  return only && others.length === 0 ? only : query`with ${joined(insertions.map(named))} select`
}
