import { kernelProblem } from '../problems.ts'
import { ahead, gatherAtCommit, writeWithCommit } from './at-commit.ts'
import type { Db } from './db.ts'
import { insertion, layoutOf, type Columns, type Fill } from './insertion.ts'
import { sqlState } from './outage.ts'
import { identifier, joined, query, raw, type Query } from './query.ts'
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
  /** How many rows it must change, else somebody else was first; null: as many as there are. */
  readonly wanted: number | null
}

/** Something that is known only when it is written, such as the next number: rows of the same statement have it. */
interface PutOffName {
  /** `insert … returning`, or the like. */
  readonly take: Query<unknown>
  /** What stands for it in a row, which nobody can guess, and what is written there, of the row that was returned. */
  readonly stands: ReadonlyMap<string, Query<unknown>>
}

type PutOff = PutOffRow | PutOffChange | PutOffName

/** Names every table that it changes or reads: none of them may have been changed by another that is put off with it. */
export function changeSoon(
  { db }: { readonly db: Db },
  tables: readonly string[],
  change: Query<unknown>,
  wanted: PutOffChange['wanted'] = null,
): Promise<void> {
  return gatherAtCommit(db, together, [{ change, wanted }], { tables, how: 'changed' })
}

/** Taken right before the commit, with the rows that have it: others may wait for theirs until the transaction ends. */
export function takeAtCommit({ db }: { readonly db: Db }, name: PutOffName): Promise<void> {
  return writeWithCommit(db, together, [name])
}

const isRow = (put: PutOff): put is PutOffRow => 'row' in put
const isName = (put: PutOff): put is PutOffName => 'take' in put
const isChange = (put: PutOff): put is PutOffChange => 'change' in put

export function together(put: readonly PutOff[]): { ahead(source: { readonly db: Db }): Promise<void> } {
  const [changes, names, rows] = [put.filter(isChange), put.filter(isName), put.filter(isRow)]
  const insertions = insertionsOf(rows, put.length, names)
  const [only, ...others] = insertions
  if (only && others.length + changes.length + names.length === 0) return only
  const parts = [
    ...changes.map(({ change }) => query`${change} returning true`).map(as('change')),
    ...names.map(({ take }) => take).map(as('name')),
    ...insertions.map(as('part')),
  ]
  if (changes.length === 0) return query`with ${joined(parts)} select`
  // Asked for, they are made in this order; the rows come after them.
  const counts = changes.map(({ wanted }, i) => {
    const count = query`(select count(*) from ${identifier(`change_${i}`)})`
    return wanted === null ? count : query`exactly(${count}, ${wanted})`
  })
  const said = query`with ${joined(parts)} select ${joined(counts)}`
  return { ahead: (source) => ahead(source.db, said.rows(source).catch(refuse)) }
}

/** What `exactly` says in the database, so that a commit may leave with what would forbid it. */
const miscounted = 'SU001'

function refuse(error: unknown): never {
  throw sqlState(error) === miscounted ? kernelProblem('state_conflict') : error
}

const as =
  (name: string) =>
  (part: Query<unknown>, i: number): Query<unknown> =>
    query`${identifier(`${name}_${i}`)} as (${part})`

function insertionsOf(put: readonly PutOffRow[], ofAll: number, names: readonly PutOffName[]): Query<unknown>[] {
  const alike = Map.groupBy(put, ({ table, row }) => layoutOf(table, row))
  const [size, fill] = names.length === 0 ? [ofAll] : [0, filledBy(names)]
  return [...alike.values()].flatMap((of) => {
    const [first] = of
    return first ? insertion(first.table, first.join(of.map(({ row }) => row)), size, fill) : []
  })
}

/** Each name that stands in a text of rows gives way to what it stands for. */
function filledBy(names: readonly PutOffName[]): Fill {
  const stands = names.flatMap(({ stands }, i) =>
    [...stands].map(([token, value]) => ({ token, value: query`(select ${value} from ${identifier(`name_${i}`)})` })),
  )
  return (text, type) => {
    const standing = stands.filter(({ token }) => text.includes(token))
    if (standing.length === 0) return null
    const filled = standing.reduce(
      (before, { token, value }) => query`replace(${before}, ${token}, ${value})`,
      query`${text}`,
    )
    return query`${filled}::${raw(type)}`
  }
}
