import type { Context } from '../../kernel/context.ts'
import { query } from '../../kernel/db/query.ts'
import type { RdapAnswerTable, RdapBootstrapTable } from '../../kernel/db/rows.gen.ts'
import { addDays, addSeconds } from '../../kernel/time.ts'

export type RdapAnswerRow = RdapAnswerTable

/** What was said last of exactly this block; a failure is nothing that was said. */
export async function lastAnswer(ctx: Context, block: string): Promise<RdapAnswerRow | undefined> {
  return query<RdapAnswerRow>`select * from rdap_answer where block = ${block} and outcome <> 'failed'
    order by asked_at desc limit 1`.one(ctx)
}

/** Whether asking has failed within the last so many seconds, and how. */
export async function lastFailure(ctx: Context, block: string, seconds: number): Promise<RdapAnswerRow | undefined> {
  return query<RdapAnswerRow>`select * from rdap_answer where block = ${block} and outcome = 'failed'
    and asked_at > ${addSeconds(ctx.realNow, -seconds)} order by asked_at desc limit 1`.one(ctx)
}

export async function keepAnswer(ctx: Context, row: RdapAnswerRow): Promise<void> {
  await query`insert into rdap_answer (uuid, block, outcome, url, fault, detail, body, asked_at)
    values (${row.uuid}, ${row.block}, ${row.outcome}, ${row.url}, ${row.fault}, ${row.detail}, ${row.body},
      ${row.asked_at})`.changed(ctx)
}

export async function forgetFailures(ctx: Context): Promise<void> {
  await query`delete from rdap_answer where outcome = 'failed' and asked_at < ${addDays(ctx.realNow, -30)}`.changed(ctx)
}

export async function pauseHost(ctx: Context, host: string, until: Date): Promise<void> {
  await query`insert into rdap_pause (host, until) values (${host}, ${until})
    on conflict (host) do update set until = greatest(rdap_pause.until, excluded.until)`.changed(ctx)
}

/** Until when a host wants to be left alone, if it does. */
export async function pausedUntil(ctx: Context, host: string): Promise<Date | null> {
  const row = await query<{ until: Date }>`select until from rdap_pause where host = ${host}`.one(ctx)
  return row && row.until > ctx.realNow ? row.until : null
}

export type FetchedBootstrap = RdapBootstrapTable

export async function fetchedBootstrap(ctx: Context): Promise<FetchedBootstrap | undefined> {
  return query<FetchedBootstrap>`select * from rdap_bootstrap where file = 'ipv4'`.one(ctx)
}

/** Never an older one in place of a newer. */
export async function keepBootstrap(ctx: Context, publication: Date, content: string): Promise<void> {
  await query`insert into rdap_bootstrap (file, publication, content, fetched_at)
    values ('ipv4', ${publication}, ${content}, ${ctx.realNow})
    on conflict (file) do update set
      publication = excluded.publication, content = excluded.content, fetched_at = excluded.fetched_at
    where rdap_bootstrap.publication <= excluded.publication`.changed(ctx)
}
