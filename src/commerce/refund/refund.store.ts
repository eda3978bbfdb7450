import { uuidArray } from '../../kernel/db/arrays.ts'
import type { Context } from '../../kernel/context.ts'
import type { LeaseTable, LetterTable } from '../../kernel/db/rows.gen.ts'
import { query } from '../../kernel/db/query.ts'

/** What was bought with an invoice and is still there. */

type BoughtLetter = Pick<LetterTable, 'uuid' | 'block' | 'asn' | 'status'> & { readonly found: number }

/** As `revokeLettersOfOrder` would find them; of many the first. */
export function liveLetters(ctx: Context, order: string, most: number): Promise<BoughtLetter[]> {
  return query<BoughtLetter>`
    select uuid, block, asn, status, count(*) over () as found
    from letter where order_uuid = ${order} and status in ('pending', 'active')
    order by block, uuid limit ${most}`.rows(ctx)
}

type PaidLease = Pick<LeaseTable, 'uuid' | 'block'> & {
  readonly next_due_at: Date | null
  readonly committed_until: Date | null
  readonly found: number
}

export function runningLeases(ctx: Context, leases: readonly string[], most: number): Promise<PaidLease[]> {
  return query<PaidLease>`
    select l.uuid, l.block, t.next_due_at, c.ends_at as committed_until, count(*) over () as found
    from lease l left join lease_term t on t.uuid = l.uuid
      left join lateral (
        select max(ends_at) as ends_at from commitment where lease_uuid = l.uuid and status = 'active'
      ) c on true
    where l.uuid = any(${uuidArray(leases)}) and l.status <> 'terminated'
    order by l.block, l.uuid limit ${most}`.rows(ctx)
}

/** Its order becomes refunded with it, unless it has become something else. */
export async function isCompleted(ctx: Context, order: string): Promise<boolean> {
  const found = await query<{ status: string }>`select status from sales_order where uuid = ${order}`.one(ctx)
  return found?.status === 'completed'
}
