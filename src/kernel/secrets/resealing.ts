import { setTimeout as pause } from 'node:timers/promises'
import { KeyMissing } from './box.ts'
import { stopwatch } from '../clock.ts'
import { inTransaction, type Context } from '../context.ts'
import { identifier, joined, nothing, query, type Query } from '../db/query.ts'
import { StartRefusal } from '../refusal.ts'
import type { SealedColumn } from './sealing.ts'

/**
 * Seals anew whatever another key has sealed, a few rows at a time, beside those who work with them: a row that changed
 * meanwhile is left as it is, one that is locked is passed over, and all are looked for again until none is left.
 */

const batch = 200

type Row = Record<string, unknown> & { readonly sealed: Buffer }

export async function resealAll(
  ctx: Context,
  columns: readonly SealedColumn[],
  key: string,
  say: (line: string) => void,
): Promise<number> {
  let total = 0
  for (const column of columns) {
    const told = everySecond((done) => say(`${column.table}: ${done} of ${column.column} sealed anew`))
    let done = 0
    for (;;) {
      const changed = await resealOnce(ctx, column, key, (some) => told((done += some)))
      if (!(await anyLeft(ctx, column, key))) break
      // What is left is locked by somebody, for no longer than a request takes.
      if (changed === 0) await pause(200)
    }
    say(`${column.table}: ${done} of ${column.column} sealed anew, none left`)
    total += done
  }
  return total
}

function everySecond(tell: (done: number) => void): (done: number) => void {
  let said = stopwatch()
  return (done) => {
    if (stopwatch() - said < 1_000) return
    said = stopwatch()
    tell(done)
  }
}

/** Once through the table, in the order of its key; returns how many were sealed anew. */
async function resealOnce(
  ctx: Context,
  column: SealedColumn,
  key: string,
  tell: (some: number) => void,
): Promise<number> {
  let total = 0
  for (let last: Row | undefined; ;) {
    const rows = await others(ctx, column, key, last)
    last = rows.at(-1)
    if (!last) return total
    const done = await resealRows(ctx, column, key, rows)
    tell(done)
    total += done
  }
}

async function resealRows(ctx: Context, column: SealedColumn, key: string, rows: readonly Row[]): Promise<number> {
  const { box } = ctx.house
  const exchanges = rows.map((row) => exchange(column, row, box.seal(opened(ctx, column, row.sealed), key)))
  return inTransaction(ctx, async (within) => {
    const done = await Promise.all(exchanges.map((one) => one.changed(within)))
    return done.reduce((sum, changed) => sum + changed, 0)
  })
}

function opened({ house: { box } }: Context, { table, column }: SealedColumn, sealed: Buffer): string {
  try {
    return box.open(sealed)
  } catch (error) {
    if (!(error instanceof KeyMissing)) throw error
    throw new StartRefusal(
      `A value of ${table}.${column} fits none of the secret keys given: no key is forgotten; give the one it was sealed with, and run this again.`,
    )
  }
}

const isOther = ({ column }: SealedColumn, key: string) =>
  query`substring(${identifier(column)} from 1 for 8) <> ${Buffer.from(key, 'hex')}`

async function others(ctx: Context, of: SealedColumn, key: string, after: Row | undefined): Promise<Row[]> {
  const place = joined(of.key.map(identifier))
  const further = after ? query`and (${place}) > (${joined(of.key.map((name) => query`${after[name]}`))})` : nothing
  return query<Row>`
    select ${place}, ${identifier(of.column)} as sealed from ${identifier(of.table)}
    where ${isOther(of, key)} ${further} order by ${place} limit ${batch}`.rows(ctx)
}

function exchange({ table, key, column }: SealedColumn, row: Row, fresh: Buffer): Query<unknown> {
  const [from, sealed] = [identifier(table), identifier(column)]
  const here = joined(
    key.map((name) => query`${identifier(name)} = ${row[name]}`),
    ' and ',
  )
  return query`update ${from} set ${sealed} = ${fresh} where ${here} and exists (
    select from ${from} where ${here} and ${sealed} = ${row.sealed} for update skip locked)`
}

async function anyLeft(ctx: Context, of: SealedColumn, key: string): Promise<boolean> {
  const rows = await query<{ left: boolean }>`
    select exists (select from ${identifier(of.table)} where ${isOther(of, key)}) as left`.rows(ctx)
  return rows[0]?.left ?? false
}
