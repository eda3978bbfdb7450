import type { AuditAction } from './audit-action.ts'
import { insertLater } from './db/bulk.ts'
import type { Context } from './context.ts'
import { newUuid } from './uuid.ts'
import type { Db } from './db/db.ts'
import { query } from './db/query.ts'
import type { AuditDeedTable } from './db/rows.gen.ts'

/** Who did what when, written in the transaction of what was done and sealed into a hash chain soon after. */

interface AuditEntry {
  readonly action: AuditAction
  readonly subject: { readonly kind: string; readonly uuid: string | null }
  /** The company whose log shows it; the context's unless said otherwise. */
  readonly tenant?: string | null
  /** Never secrets: the log is kept for good. */
  readonly data?: Record<string, unknown>
}

export function audit(ctx: Context, entry: AuditEntry): Promise<void> {
  return auditAll(ctx, [entry])
}

/** Written with whatever else its transaction has put off: what it says in one company's log is one row (ADR 120). */
export function auditAll(ctx: Context, entries: readonly AuditEntry[]): Promise<void> {
  return insertLater(
    ctx,
    'audit_deed',
    entries.map((entry): Deed => ({
      uuid: newUuid(),
      tenant_uuid: entry.tenant === undefined ? ctx.tenant : entry.tenant,
      happened_at: ctx.realNow,
      actor_kind: ctx.actor.kind,
      actor_id: ctx.actor.id,
      request_id: ctx.requestId,
      action: entry.action,
      subject_kind: entry.subject.kind,
      subject_uuid: entry.subject.uuid,
      data: entry.data ?? {},
      also: null,
      entries: 1,
    })),
    deedsOf,
  )
}

type Deed = Omit<AuditDeedTable, 'position' | 'hash'>

/** No row becomes larger than it can be read at once. */
const mostTogether = 32

/** Those by one in one log at one moment are a deed. What happened to a company is looked up by it, and stands alone. */
function deedsOf(rows: readonly Deed[]): Deed[] {
  const alike = Map.groupBy(rows, (row) =>
    [row.tenant_uuid, row.happened_at.getTime(), row.actor_kind, row.actor_id, row.request_id].join(),
  )
  return [...alike.values()].flatMap((of) => {
    const alone = of.filter(({ subject_kind }) => subject_kind === 'tenant')
    const others = of.filter(({ subject_kind }) => subject_kind !== 'tenant')
    const parts = Array.from({ length: Math.ceil(others.length / mostTogether) }, (_, i) =>
      others.slice(i * mostTogether, (i + 1) * mostTogether),
    )
    return [...alone, ...parts.flatMap(deedOf)]
  })
}

function deedOf([first, ...others]: readonly Deed[]): Deed[] {
  if (!first) return []
  if (others.length === 0) return [first]
  const also = others.map(({ uuid, action, subject_kind, subject_uuid, data }) => ({
    uuid,
    action,
    subject_kind,
    subject_uuid,
    data,
  }))
  return [{ ...first, also, entries: 1 + also.length }]
}

/** Seals everything that is committed and not yet sealed; returns how many. */
export async function sealAudit(db: Db): Promise<number> {
  const batch = 1_000
  for (let total = 0; ;) {
    const [row] = await query<{ sealed: number }>`select audit_seal(${batch}) as sealed`.rows({ db })
    const sealed = row?.sealed ?? 0
    total += sealed
    if (sealed < batch) return total
  }
}

export interface ChainReport {
  readonly sealed: number
  readonly unsealed: number
  /** Positions whose hash does not follow from the entry and its predecessor, or that are missing. */
  readonly broken: readonly number[]
  readonly head: string | null
}

/** So many entries are walked in one statement, that none takes longer than a statement may. */
const stretch = 20_000

/** Re-derives every hash from the entries themselves. */
export async function checkChain(db: Db): Promise<ChainReport> {
  const [end] = await query<{ last: number | null }>`select max(position) as last from audit_deed`.rows({ db })
  const last = end?.last ?? 0
  const broken: number[] = []
  for (let from = 0; from < last && broken.length < mostBroken; from += stretch) broken.push(...(await walk(db, from)))
  const [counts] = await query<{ sealed: number; unsealed: number; head: Buffer | null }>`
    select count(position) as sealed, count(*) - count(position) as unsealed,
      (select hash from audit_deed where position is not null order by position desc limit 1) as head
    from audit_deed`.rows({ db })
  const { sealed = 0, unsealed = 0, head = null } = counts ?? {}
  return { sealed, unsealed, broken: broken.slice(0, mostBroken), head: head?.toString('hex') ?? null }
}

const mostBroken = 20

/** Those of a stretch that do not follow from their predecessor, which is looked at with them. */
async function walk(db: Db, from: number): Promise<number[]> {
  const rows = await query<{ position: number }>`
    select position from (
      select entry.position, entry.hash, lag(entry.position) over chain as before,
        audit_hash(coalesce(lag(entry.hash) over chain, '\\x'), entry) as expected
      from audit_deed entry where entry.position between ${from} and ${from + stretch}
      window chain as (order by entry.position)
    ) walked where position > ${from} and (hash <> expected or position <> coalesce(before, 0) + 1)
    order by position limit ${mostBroken}`.rows({ db })
  return rows.map(({ position }) => position)
}
