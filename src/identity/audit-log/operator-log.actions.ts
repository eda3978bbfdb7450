import type { Context } from '../../kernel/context.ts'
import { pageMeta, pageOf } from '../../kernel/db/paging.ts'
import { addDays } from '../../kernel/time.ts'
import { entryAnswer } from './audit-log.actions.ts'
import { allEntriesInBatches, listAllEntries, type NamedAuditRow, type OperatorLogWish } from './operator-log.store.ts'

interface OperatorLogQuery {
  readonly filter?: {
    readonly company?: string
    readonly action?: string[]
    readonly date_from?: number
    readonly date_to?: number
  }
}

/** Nobody reads through years of every company's doings unless they say so. */
const usualDays = 92

/** What the list and the file are of alike. */
function wishOf(ctx: Context, { filter }: OperatorLogQuery): OperatorLogWish {
  const { company = null, action: actions = [], date_from, date_to } = filter ?? {}
  // What is written at this moment is among it.
  const to = date_to === undefined ? addDays(ctx.realNow, 1) : new Date(date_to * 1_000)
  const from = date_from === undefined ? sinceUsual(ctx, to) : new Date(date_from * 1_000)
  return { company, actions, from, to }
}

export async function showAllLogs(
  ctx: Context,
  query: OperatorLogQuery & { readonly page?: number; readonly per_page?: number },
) {
  const page = pageOf(query, 25)
  const { rows, total } = await listAllEntries(ctx, { ...wishOf(ctx, query), ...page })
  return { data: rows.map(namedEntry), meta: pageMeta(page, rows.length, total) }
}

export const allLogsWhole = (ctx: Context, query: OperatorLogQuery) => allEntriesInBatches(ctx, wishOf(ctx, query))

const sinceUsual = ({ realNow }: Context, to: Date): Date => {
  const since = addDays(to < realNow ? to : realNow, -usualDays)
  return since.getTime() < 0 ? new Date(0) : since
}

function namedEntry(row: NamedAuditRow) {
  const entry = entryAnswer(row)
  return {
    ...entry,
    company: row.tenant_uuid === null ? null : { uuid: row.tenant_uuid, title: row.company ?? '' },
    actor: { ...entry.actor, name: row.actor_name },
  }
}
