import type { Context } from '../../kernel/context.ts'
import { query } from '../../kernel/db/query.ts'
import type { DigestLine } from './digest.rules.ts'

export const nextDigestDue = () => query<Date | null>`
  select min(digest_at) from alert_entry where digest_at is not null`

/** Those for whom something waits that is due. */
export async function peopleToDigest(ctx: Context, most: number): Promise<string[]> {
  const rows = await query<{ person_uuid: string }>`
    select distinct person_uuid from alert_entry where digest_at <= ${ctx.now} order by person_uuid limit ${most}`.rows(
    ctx,
  )
  return rows.map(({ person_uuid }) => person_uuid)
}

/** Whether this is the first of that day: a second one, on whichever node, waits until the first is over and is none. */
export async function lockDigest(ctx: Context, person: string, day: Date): Promise<boolean> {
  const made = await query`
    insert into alert_digest (person_uuid, day, sent_at)
    values (${person}, (${day}::timestamptz at time zone 'UTC')::date, ${ctx.now}) on conflict do nothing`.changed(ctx)
  return made === 1
}

/** What came too late for the mail of its day comes with the next. */
export async function postpone(ctx: Context, person: string, until: Date): Promise<void> {
  await query`update alert_entry set digest_at = ${until}
    where person_uuid = ${person} and digest_at <= ${ctx.now}`.changed(ctx)
}

interface TakenLine extends DigestLine {
  readonly read: boolean
}

/** They wait no longer. */
export async function takeWaiting(ctx: Context, person: string): Promise<TakenLine[]> {
  return query<TakenLine>`
    with taken as (update alert_entry set digest_at = null where person_uuid = ${person} and digest_at <= ${ctx.now}
      returning alert_uuid, read_at is not null as read)
    select t.title, a.severity, a.subject, a.raised_at, taken.read
    from taken join alert a on a.uuid = taken.alert_uuid join tenant t on t.uuid = a.tenant_uuid
    order by a.raised_at, a.uuid`.rows(ctx)
}

export async function addressOf(ctx: Context, person: string): Promise<string> {
  return (await query<{ email: string }>`select email from person where uuid = ${person}`.only(ctx)).email
}
