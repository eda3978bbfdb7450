import type { Context } from '../kernel/context.ts'
import type { Db } from '../kernel/db.ts'
import type { FactKind, Facts } from './facts.rules.ts'

export interface Snapshot<K extends FactKind = FactKind> {
  readonly kind: K
  readonly source: string
  readonly takenAt: Date
  readonly facts: readonly Facts[K][]
}

export async function loadSnapshots(db: Db): Promise<Snapshot[]> {
  const rows = await db.selectFrom('network_snapshot').selectAll().execute()
  return rows.map(({ kind, source, taken_at, facts }) => ({
    kind,
    source,
    takenAt: taken_at,
    facts: facts as Facts[FactKind][],
  }))
}

export async function writeSnapshot<K extends FactKind>(
  ctx: Context,
  { kind, source, takenAt, facts }: Snapshot<K>,
): Promise<void> {
  const row = { source, taken_at: takenAt, facts: JSON.stringify(facts) }
  await ctx.db
    .insertInto('network_snapshot')
    .values({ kind, ...row })
    .onConflict((conflict) => conflict.column('kind').doUpdateSet(row))
    .execute()
}
