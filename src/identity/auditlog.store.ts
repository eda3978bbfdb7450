import type { Context } from '../kernel/context.ts'
import type { SortKey } from '../kernel/paging.ts'

export interface AuditRow {
  readonly uuid: string
  readonly happened_at: Date
  readonly actor_kind: string
  readonly actor_id: string
  readonly request_id: string
  readonly action: string
  readonly subject_kind: string
  readonly subject_uuid: string | null
  readonly data: unknown
}

export interface AuditQuery {
  readonly tenant: string
  readonly actions: readonly string[]
  readonly from: Date | null
  readonly to: Date | null
  readonly sort: readonly SortKey<'happened_at'>[]
  readonly perPage: number
  readonly offset: number
}

export async function listAuditEntries(ctx: Context, query: AuditQuery): Promise<{ rows: AuditRow[]; total: number }> {
  const { from, to, actions } = query
  const matching = ctx.db
    .selectFrom('audit_entry')
    .where('tenant_uuid', '=', query.tenant)
    .$if(actions.length > 0, (q) => q.where('action', 'in', [...actions]))
    .$if(from !== null, (q) => q.where('happened_at', '>=', from as Date))
    .$if(to !== null, (q) => q.where('happened_at', '<', to as Date))
  const direction = query.sort[0]?.descending === false ? 'asc' : 'desc'
  const rows = await matching
    .select([
      'uuid',
      'happened_at',
      'actor_kind',
      'actor_id',
      'request_id',
      'action',
      'subject_kind',
      'subject_uuid',
      'data',
    ])
    .orderBy('happened_at', direction)
    .orderBy('uuid', direction)
    .limit(query.perPage)
    .offset(query.offset)
    .execute()
  const { total } = await matching.select((eb) => eb.fn.countAll<number>().as('total')).executeTakeFirstOrThrow()
  return { rows, total }
}
