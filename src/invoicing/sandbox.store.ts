import { sql, type Selectable } from 'kysely'
import { steady } from '../kernel/bulk.ts'
import type { Context } from '../kernel/context.ts'
import type { SandboxChargeTable } from '../kernel/rows.gen.ts'

export type SandboxCharge = Selectable<SandboxChargeTable>

/** Written in transactions of its own, as by somebody else; a key that is known is not written again. */
export async function logCharges(ctx: Context, charges: readonly SandboxCharge[]): Promise<SandboxCharge[]> {
  if (charges.length === 0) return []
  const column = <K extends keyof SandboxCharge>(name: K) => charges.map((charge) => charge[name])
  const { rows } = await steady(
    { db: ctx.house.db },
    sql<SandboxCharge>`
    with asked as (
      select * from unnest(${column('key')}::text[], ${column('operation')}::text[], ${column('reference')}::text[],
        ${column('card')}::text[], ${column('amount_minor')}::bigint[], ${column('outcome')}::text[],
        ${column('failure')}::text[], ${column('happened_at')}::timestamptz[])
        as asked (key, operation, reference, card, amount_minor, outcome, failure, happened_at)
    ), fresh as (
      insert into sandbox_charge (key, operation, reference, card, amount_minor, outcome, failure, happened_at)
      select * from asked on conflict (key) do nothing returning *
    )
    select * from fresh union all
    select known.* from sandbox_charge known join asked on asked.key = known.key`,
  )
  return rows
}

export async function chargesOf(ctx: Context, reference: string): Promise<SandboxCharge[]> {
  return ctx.house.db
    .selectFrom('sandbox_charge')
    .selectAll()
    .where('reference', '=', reference)
    .orderBy('happened_at')
    .execute()
}
