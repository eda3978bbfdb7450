import { pathOf } from '../../identity/index.ts'
import type { Context } from '../../kernel/context.ts'
import type { Session } from '../../kernel/endpoint.ts'
import { pageMeta, pageOf } from '../../kernel/db/paging.ts'
import { kernelProblem } from '../../kernel/problems.ts'
import { toUnix } from '../../kernel/time.ts'
import { countUnread, findEntry, listEntries, readAll, setRead, type EntryFilter } from './inbox.store.ts'

/** A person's own notifications, of all companies that the session is for. */

type Entry = Awaited<ReturnType<typeof listEntries>>['rows'][number]

const shown = ({ subject, body, lead, tenant_uuid, title, customer_number, raised_at, read_at, ...entry }: Entry) => ({
  ...entry,
  title: subject,
  text: body,
  lead: lead && { label: lead.label, path: pathOf(customer_number, lead.page) },
  company: { uuid: tenant_uuid, title },
  raised_at: toUnix(raised_at),
  read_at: toUnix(read_at),
})

interface Asked {
  readonly page?: number
  readonly per_page?: number
  readonly filter?: EntryFilter
}

export async function showInbox(ctx: Context, reader: Session, asked: Asked) {
  const page = pageOf(asked, 25)
  const { rows, total } = await listEntries(ctx, reader, asked.filter ?? {}, page)
  return { data: rows.map(shown), meta: pageMeta(page, rows.length, total) }
}

export const mostCounted = 100

export const unreadOf = (ctx: Context, reader: Session): Promise<number> => countUnread(ctx, reader, mostCounted)

export async function markRead(ctx: Context, reader: Session, alert: string, read: boolean) {
  if (!(await setRead(ctx, reader, alert, read ? ctx.now : null))) throw kernelProblem('not_found')
  const entry = await findEntry(ctx, reader, alert)
  if (!entry) throw kernelProblem('not_found')
  return shown(entry)
}

export const markAllRead = (ctx: Context, reader: Session, filter: EntryFilter): Promise<number> =>
  readAll(ctx, reader, filter)
