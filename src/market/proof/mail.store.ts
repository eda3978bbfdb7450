import { textArray } from '../../kernel/db/arrays.ts'
import { insertAll } from '../../kernel/db/bulk.ts'
import type { Context } from '../../kernel/context.ts'
import { formatPrefix, knownPrefix, type Prefix } from '../../kernel/ip/index.ts'
import { addSeconds } from '../../kernel/time.ts'
import { query } from '../../kernel/db/query.ts'
import { rememberedSeconds, type MailedCode } from './mail.rules.ts'

const lockFamily = 6115

/** Alone with these mailboxes until the transaction ends: what each was mailed of late. */
export async function lockMailboxes(
  ctx: Context,
  mailboxes: readonly string[],
): Promise<ReadonlyMap<string, readonly MailedCode[]>> {
  if (mailboxes.length === 0) return new Map()
  const wanted = textArray(mailboxes)
  await query`select pg_advisory_xact_lock(${lockFamily}, key)
    from (select distinct hashtext(mailbox) as key from unnest(${wanted}) as wanted (mailbox) order by key) as ordered`.changed(
    ctx,
  )
  const rows = await query<{ mailbox: string; letter: string; block: string; at: Date }>`
    select mailbox, mail_uuid as letter, block, mailed_at as at from proof_mail
    where mailbox = any(${wanted}) and mailed_at > ${oldest(ctx)} and mailed_at < ${soon(ctx)}`.rows(ctx)
  const codes = rows.map(({ block, ...code }) => ({ ...code, block: knownPrefix(block) }))
  return Map.groupBy(codes, ({ mailbox }) => mailbox)
}

export async function noteMailed(
  ctx: Context,
  codes: readonly { readonly letter: string; readonly mailbox: string; readonly block: Prefix }[],
): Promise<void> {
  const rows = codes.map(({ letter, mailbox, block }) => ({
    mail_uuid: letter,
    mailbox,
    block: formatPrefix(block),
    mailed_at: ctx.realNow,
  }))
  await insertAll(ctx, 'proof_mail', rows)
}

export async function forgetMailed(ctx: Context): Promise<void> {
  await query`delete from proof_mail where mailed_at <= ${oldest(ctx)}`.changed(ctx)
}

const oldest = (ctx: Context): Date => addSeconds(ctx.realNow, -rememberedSeconds)

/** Clocks of nodes differ a little. What lies further ahead was written before a clock was set back, and would count for too long. */
const soon = (ctx: Context): Date => addSeconds(ctx.realNow, 60)
