import type { Context } from '../../kernel/context.ts'
import { brokenConstraint } from '../../kernel/db/pool.ts'
import { query } from '../../kernel/db/query.ts'
import { invoicingProblem } from '../invoicing.problems.ts'

export interface CreditAccount {
  readonly total_minor: number
  readonly held_minor: number
  readonly updated_at: Date
}

export async function findCredits(ctx: Context, tenant: string): Promise<CreditAccount | undefined> {
  return query<CreditAccount>`
    select total_minor, held_minor, updated_at from credit_account where tenant_uuid = ${tenant}`.one(ctx)
}

/** What orders claim, use and give back of companies' credits; the database lets nobody claim more than there is. */
export async function changeCredits(
  ctx: Context,
  changes: readonly { readonly tenant: string; readonly total: number; readonly held: number }[],
): Promise<void> {
  const wanted = changes.filter(({ total, held }) => total !== 0 || held !== 0)
  // In one order, so that two batches do not wait for each other.
  for (const change of wanted.toSorted((a, b) => (a.tenant < b.tenant ? -1 : 1)))
    try {
      await changeAccount(ctx, change)
    } catch (error) {
      if (['credit_covers', 'credit_account_total_minor_check'].includes(brokenConstraint(error)))
        throw invoicingProblem('credits_insufficient')
      throw error
    }
}

async function changeAccount(
  ctx: Context,
  { tenant, total, held }: { readonly tenant: string; readonly total: number; readonly held: number },
): Promise<void> {
  await query`insert into credit_account (tenant_uuid, updated_at) values (${tenant}, ${ctx.now})
    on conflict (tenant_uuid) do nothing`.changed(ctx)
  await query`update credit_account set total_minor = total_minor + ${total}, held_minor = held_minor + ${held},
    updated_at = ${ctx.now} where tenant_uuid = ${tenant}`.changed(ctx)
}
