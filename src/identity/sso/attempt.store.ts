import type { Context } from '../../kernel/context.ts'
import { query } from '../../kernel/db/query.ts'
import type { SsoAttemptTable } from '../../kernel/db/rows.gen.ts'

export type Attempt = SsoAttemptTable

export async function insertAttempt(ctx: Context, attempt: Attempt): Promise<void> {
  const { digest, connection_uuid, browser_digest, return_to, test, expires_at } = attempt
  await query`insert into sso_attempt (digest, connection_uuid, browser_digest, return_to, test, expires_at)
    values (${digest}, ${connection_uuid}, ${browser_digest}, ${return_to}, ${test}, ${expires_at})`.changed(ctx)
}

export async function findAttempt(ctx: Context, digest: Buffer): Promise<Attempt | undefined> {
  return query<Attempt>`
    select * from sso_attempt where digest = ${digest} and expires_at > ${ctx.realNow}`.one(ctx)
}

/** Takes it, so that it works once. */
export async function takeAttempt(ctx: Context, digest: Buffer): Promise<boolean> {
  return (await query`delete from sso_attempt where digest = ${digest}`.changed(ctx)) === 1
}
