import { sql, type Selectable } from 'kysely'
import type { Context } from '../kernel/context.ts'
import type { TerminationRequestTable } from '../kernel/rows.gen.ts'

export type TerminationRequest = Selectable<TerminationRequestTable>

/** The one that is neither done nor refused nor withdrawn, of each of these subscriptions. */
export async function openRequestsOf(ctx: Context, subscriptions: readonly string[]): Promise<TerminationRequest[]> {
  const { rows } = await sql<TerminationRequest>`
    select * from termination_request
    where subscription_uuid = any(${[...subscriptions]}::uuid[]) and status in ('pending', 'approved')`.execute(ctx.db)
  return rows
}
