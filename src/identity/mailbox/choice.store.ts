import type { Context } from '../../kernel/context.ts'
import { query } from '../../kernel/db/query.ts'
import type { Topic } from './topic.rules.ts'

/** News that people do not want to be mailed. */

export async function mutedBy(ctx: Context, person: string): Promise<Set<string>> {
  const rows = await query<{ topic: string }>`select topic from mail_muted where person_uuid = ${person}`.rows(ctx)
  return new Set(rows.map(({ topic }) => topic))
}

/** Whether that is another choice than before. */
export async function setMuted(ctx: Context, person: string, topic: Topic, muted: boolean): Promise<boolean> {
  const change = muted
    ? query`insert into mail_muted (person_uuid, topic, muted_at) values (${person}, ${topic}, ${ctx.realNow})
        on conflict do nothing`
    : query`delete from mail_muted where person_uuid = ${person} and topic = ${topic}`
  return (await change.changed(ctx)) === 1
}

/** What the ticket of a mail is for. */
export async function findMailTicket(
  ctx: Context,
  ticket: string,
): Promise<{ readonly person_uuid: string; readonly topic: string } | undefined> {
  return query<{ person_uuid: string; topic: string }>`
    select person_uuid, topic from mail where ticket = ${ticket}`.one(ctx)
}

/** How many there are of each status. */
export async function countMail(ctx: Context): Promise<Map<string, number>> {
  const rows = await query<{ status: string; n: number }>`select status, count(*) as n from mail group by 1`.rows(ctx)
  return new Map(rows.map(({ status, n }) => [status, n]))
}
