import type { Context } from '../../kernel/context.ts'
import { query } from '../../kernel/db/query.ts'

/** When the last period or commitment that runs on the offer ends; null when nothing runs. */
export async function lastEnd(ctx: Context, offer: string): Promise<Date | null> {
  const rows = await query<{ ends_at: Date | null }>`
    select greatest(
      (select max(t.next_due_at) from lease l join lease_term t on t.uuid = l.uuid
        where l.offer_uuid = ${offer} and l.status in ('pending', 'active', 'suspended')),
      (select max(ends_at) from commitment where offer_uuid = ${offer} and status = 'active')) as ends_at`.rows(ctx)
  return rows[0]?.ends_at ?? null
}

/** No live lease of the offer renews past that; one that ends earlier anyway still does. */
export async function expireLeases(ctx: Context, offer: string, at: Date): Promise<void> {
  await query`update lease set expires_at = ${at} where offer_uuid = ${offer}
    and status in ('pending', 'active', 'suspended') and (expires_at is null or expires_at > ${at})`.changed(ctx)
}

/** Nobody waits for a code any more, and none would be taken; what proved it is no longer looked at. */
export async function dropCode(ctx: Context, offer: string): Promise<void> {
  await query`update ownership_proof set next_look_at = null,
      code_digest = case when status = 'pending' then null else code_digest end,
      expires_at = case when status = 'pending' then null else expires_at end
    where offer_uuid = ${offer}`.changed(ctx)
}
