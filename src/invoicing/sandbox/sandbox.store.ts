import { textArray, timeArray, wholeArray } from '../../kernel/db/arrays.ts'
import type { Context } from '../../kernel/context.ts'
import type { SandboxChargeTable } from '../../kernel/db/rows.gen.ts'
import { nothing, query } from '../../kernel/db/query.ts'

export type SandboxCharge = SandboxChargeTable

/** What it answered under a key. */
export type SandboxAnswer = Pick<SandboxCharge, 'key' | 'reference' | 'outcome' | 'failure'>

/**
 * Outside of a transaction the disk is not waited for: whoever asked writes down the answer a moment later, and is on the
 * disk only with all that was written before. What is lost with its payment still begun is asked, and answered, again.
 */
const hastily = query`, set_config('synchronous_commit', 'off', true)`

/** A key that is known is not written again, and what it answered first is returned. */
export async function logCharges(
  { db }: Pick<Context, 'db'>,
  charges: readonly SandboxCharge[],
): Promise<SandboxAnswer[]> {
  if (charges.length === 0) return []
  const column = <K extends keyof SandboxCharge>(name: K) => charges.map((charge) => charge[name])
  const rows = await query<SandboxAnswer>`
    with asked as (
      select asked.* from unnest(${textArray(column('key'))}, ${textArray(column('operation'))}, ${textArray(column('reference'))},
        ${textArray(column('card'))}, ${wholeArray(column('amount_minor'))}, ${textArray(column('outcome'))},
        ${textArray(column('failure'))}, ${timeArray(column('happened_at'))})
        as asked (key, operation, reference, card, amount_minor, outcome, failure, happened_at)
        ${db.isTransaction ? nothing : hastily}
    ), fresh as (
      insert into sandbox_charge (key, operation, reference, card, amount_minor, outcome, failure, happened_at)
      select * from asked on conflict (key) do nothing returning key, reference, outcome, failure
    )
    select * from fresh union all
    select known.key, known.reference, known.outcome, known.failure from sandbox_charge known join asked on asked.key = known.key`.rows(
    { db },
  )
  return rows
}

export async function chargesOf({ db }: Pick<Context, 'db'>, references: readonly string[]): Promise<SandboxCharge[]> {
  return query<SandboxCharge>`select * from sandbox_charge where reference = any(${textArray(references)})`.rows({ db })
}

/** The same, while nobody else adds to them: the second step and its cancellation exclude each other. */
export async function lockCharges(
  { db }: Pick<Context, 'db'>,
  references: readonly string[],
): Promise<SandboxCharge[]> {
  await query`
    select from sandbox_charge where reference = any(${textArray(references)}) order by key for update`.changed({ db })
  return chargesOf({ db }, references)
}
