import type { Context } from '../../kernel/context.ts'
import type { Session } from '../../kernel/endpoint.ts'
import { counted, pageOfList } from '../../kernel/db/pages.ts'
import type { Page } from '../../kernel/db/paging.ts'
import { all, query } from '../../kernel/db/query.ts'
import type { AlertLead, Severity } from '../alert/alert.rules.ts'
import type { Kind } from '../kind.rules.ts'

interface EntryRow {
  readonly uuid: string
  readonly kind: Kind
  readonly severity: Severity
  readonly subject: string
  readonly body: string
  readonly count: number
  readonly lead: AlertLead | null
  readonly raised_at: Date
  readonly read_at: Date | null
  readonly tenant_uuid: string
  readonly title: string
  readonly customer_number: number
}

export interface EntryFilter {
  readonly status?: 'unread' | 'read' | undefined
  readonly kind?: Kind | undefined
  readonly company?: string | undefined
}

/** Whose they are; of a session that is for one company only, what is of that company. */
type Reader = Pick<Session, 'userUuid' | 'only'>

/** Nothing is shown of a company that wants a second factor of somebody who has none; who it vouches for needs none. */
const readBy = ({ userUuid, only }: Reader) =>
  query`e.person_uuid = ${userUuid} and case when ${only}::uuid is not null then e.tenant_uuid = ${only}
    else e.tenant_uuid not in (
      select m.tenant_uuid from membership m
      where m.person_uuid = ${userUuid} and lacks_second_factor(m.person_uuid, m.tenant_uuid)) end`

const matching = (reader: Reader, { status, kind, company }: EntryFilter) =>
  all([
    readBy(reader),
    ...(status === undefined ? [] : [status === 'unread' ? query`e.read_at is null` : query`e.read_at is not null`]),
    ...(kind === undefined ? [] : [query`e.kind = ${kind}`]),
    ...(company === undefined ? [] : [query`e.tenant_uuid = ${company}`]),
  ])

const columns = query`a.uuid, a.kind, a.severity, a.subject, a.body, a.count, a.lead, e.raised_at, e.read_at,
  e.tenant_uuid, t.title, t.customer_number
  from alert_entry e join alert a on a.uuid = e.alert_uuid join tenant t on t.uuid = e.tenant_uuid`

/** Newest first. */
export async function listEntries(
  ctx: Context,
  reader: Reader,
  filter: EntryFilter,
  page: Page,
): Promise<{ rows: EntryRow[]; total: number }> {
  const wanted = matching(reader, filter)
  return pageOfList(ctx, page, {
    keys: [query`e.raised_at`, query`e.alert_uuid`].map((by) => ({ by, descending: true })),
    total: counted(query<{ total: number }>`select count(*) as total from alert_entry e where ${wanted}`),
    rows: (asked, { order, most, skip }) =>
      query<EntryRow>`select ${columns} where ${wanted} ${order} limit ${most} offset ${skip}`.planned(asked),
  })
}

export async function findEntry(ctx: Context, reader: Reader, alert: string): Promise<EntryRow | undefined> {
  return query<EntryRow>`select ${columns} where ${readBy(reader)} and e.alert_uuid = ${alert}`.one(ctx)
}

/** Up to so many: more nobody counts. */
export async function countUnread(ctx: Context, reader: Reader, most: number): Promise<number> {
  const row = await query<{ unread: number }>`
    select count(*) as unread from (
      select from alert_entry e where ${readBy(reader)} and e.read_at is null limit ${most}) counted`.one(ctx)
  return row?.unread ?? 0
}

/** Whether there is such an entry. */
export async function setRead(ctx: Context, reader: Reader, alert: string, at: Date | null): Promise<boolean> {
  const changed = await query`
    update alert_entry e set read_at = case when ${at}::timestamptz is null then null else coalesce(read_at, ${at}) end
    where ${readBy(reader)} and e.alert_uuid = ${alert}`.changed(ctx)
  return changed === 1
}

/** How many were unread. */
export async function readAll(ctx: Context, reader: Reader, filter: EntryFilter): Promise<number> {
  return query`update alert_entry e set read_at = ${ctx.now}
    where ${matching(reader, { ...filter, status: 'unread' })}`.changed(ctx)
}
