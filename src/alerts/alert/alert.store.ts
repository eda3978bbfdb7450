import type { Context } from '../../kernel/context.ts'
import type { Role } from '../../kernel/endpoint.ts'
import { uuidArray } from '../../kernel/db/arrays.ts'
import { query } from '../../kernel/db/query.ts'
import { newUuid } from '../../kernel/uuid.ts'
import type { Kind, MailWay } from '../kind.rules.ts'
import type { Alert, Happening } from './alert.rules.ts'

export interface AlertKey {
  readonly tenant: string
  readonly kind: Kind
  readonly cause: string
  /** Whom alone it concerns; null: everybody of the company. */
  readonly person: string | null
}

/** The alert as it was before, where one gathers already. */
interface Found {
  readonly uuid: string
  readonly began_at: Date
  readonly before: { readonly count: number; readonly happenings: readonly Happening[] } | null
}

interface GatheringRow {
  readonly uuid: string
  readonly began_at: Date
  readonly count: number
  readonly happenings: readonly Happening[]
}

/** Writes this one, or locks the one that gathers: whoever comes at the same time, here or on another node, waits. */
export async function lockGathering(
  ctx: Context,
  { tenant, kind, cause, person }: AlertKey,
  alert: Alert,
): Promise<Found> {
  const uuid = newUuid()
  const row = await query<GatheringRow>`
    insert into alert (uuid, tenant_uuid, kind, cause, person_uuid, severity, count, subject, body, lead, happenings,
      raised_at, began_at)
    values (${uuid}, ${tenant}, ${kind}, ${cause}, ${person}, ${alert.severity}, ${alert.count}, ${alert.subject},
      ${alert.body}, ${inJson(alert.lead)}, ${inJson(alert.happenings)}, ${ctx.now}, ${ctx.realNow})
    on conflict (tenant_uuid, cause, person_uuid) where told_at is null do update set cause = excluded.cause
    returning uuid, began_at, count, happenings`.only(ctx)
  return { ...row, before: row.uuid === uuid ? null : row }
}

export async function updateAlert(ctx: Context, uuid: string, alert: Alert): Promise<void> {
  await query`update alert set severity = ${alert.severity}, count = ${alert.count}, subject = ${alert.subject},
      body = ${alert.body}, lead = ${inJson(alert.lead)}, happenings = ${inJson(alert.happenings)}
    where uuid = ${uuid}`.ahead(ctx)
}

const inJson = (value: unknown): string | null => (value === null ? null : JSON.stringify(value))

/** In the inbox of whom it concerns of its company; what has grown since it was read is unread again. */
export async function enterInboxes(ctx: Context, alert: string): Promise<void> {
  await query`
    insert into alert_entry (alert_uuid, person_uuid, tenant_uuid, kind, raised_at)
    select a.uuid, m.person_uuid, a.tenant_uuid, a.kind, a.raised_at
    from alert a join membership m on m.tenant_uuid = a.tenant_uuid
    where a.uuid = ${alert} and (a.person_uuid is null or m.person_uuid = a.person_uuid)
    on conflict (alert_uuid, person_uuid) do update set read_at = null`.ahead(ctx)
}

interface GatheredRow extends AlertKey, Alert {
  readonly uuid: string
  readonly began_at: Date
}

/** One that has not been told yet. */
export async function lockUntold(ctx: Context, uuid: string): Promise<GatheredRow | undefined> {
  return query<GatheredRow>`
    select uuid, tenant_uuid as tenant, kind, cause, person_uuid as person, severity, count, subject, body, lead, happenings, began_at
    from alert where uuid = ${uuid} and told_at is null for update`.one(ctx)
}

/** News of this type that nobody has heard yet. */
export async function isNewsWaiting(ctx: Context, type: string): Promise<boolean> {
  const { waits } = await query<{ waits: boolean }>`
    select exists (select from outbox_event where tell_at is not null and type = ${type}) as waits`.only(ctx)
  return waits
}

interface ReaderRow {
  readonly uuid: string
  readonly email: string
  readonly role: Role
  /** Of the company. */
  readonly title: string
  readonly own: MailWay | null
  readonly company: MailWay | null
}

/** Who has it in the inbox, and what they and their company have chosen. */
export async function readersOf(ctx: Context, alert: string): Promise<ReaderRow[]> {
  return query<ReaderRow>`
    select p.uuid, p.email, m.role, t.title, c.mail as own, d.mail as company
    from alert_entry e
    join person p on p.uuid = e.person_uuid
    join membership m on m.tenant_uuid = e.tenant_uuid and m.person_uuid = e.person_uuid
    join tenant t on t.uuid = e.tenant_uuid
    left join alert_choice c on c.person_uuid = e.person_uuid and c.kind = e.kind
    left join alert_default d on d.tenant_uuid = e.tenant_uuid and d.kind = e.kind
    where e.alert_uuid = ${alert} order by m.created_at, p.uuid`.rows(ctx)
}

/** Told: nothing is added any more, and for these people it waits for the mail of a day. */
export async function closeAlert(ctx: Context, uuid: string, daily: readonly string[], digestAt: Date): Promise<void> {
  await query`update alert set told_at = ${ctx.realNow} where uuid = ${uuid}`.ahead(ctx)
  if (daily.length > 0)
    await query`update alert_entry set digest_at = ${digestAt}
      where alert_uuid = ${uuid} and person_uuid = any(${uuidArray(daily)})`.ahead(ctx)
}

/** What was read before the first of these times, and whatever is older than the second, is forgotten. */
export async function deleteOldAlerts(ctx: Context, read: Date, any: Date): Promise<void> {
  await query`delete from alert_entry e using alert a
    where a.uuid = e.alert_uuid and a.raised_at < ${read} and e.read_at is not null`.changed(ctx)
  await query`delete from alert a where raised_at < ${read} and (raised_at < ${any}
    or not exists (select from alert_entry e where e.alert_uuid = a.uuid))`.changed(ctx)
  await query`delete from alert_digest where sent_at < ${any}`.changed(ctx)
}
