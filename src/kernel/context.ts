import { writeNow } from './db/at-commit.ts'
import { realNow } from './clock.ts'
import type { Db } from './db/db.ts'
import { transaction } from './db/pool.ts'
import type { House } from './house.ts'
import { newUuid } from './uuid.ts'

/** Who acts: recorded with every audited change. */
export interface Actor {
  readonly kind: 'key' | 'user' | 'system'
  readonly id: string
}

/** One request, job or command: a single now, one database handle, and who acts for which company. */
export interface Context {
  readonly house: House
  readonly db: Db
  /** Business time; a sandbox may move it. */
  readonly now: Date
  /** Security time; always real. */
  readonly realNow: Date
  readonly requestId: string
  readonly actor: Actor
  /** The company the path names, already checked against the caller; null where there is none. */
  readonly tenant: string | null
  /** What happens is no news: it is history that is written down. */
  readonly quiet?: true
}

export const system = (id: string): Actor => ({ kind: 'system', id })

export function contextOf(house: House, given: { actor: Actor; requestId?: string; tenant?: string | null }): Context {
  return {
    house,
    db: house.db,
    now: house.clock.now(),
    realNow: realNow(),
    requestId: given.requestId ?? newUuid(),
    actor: given.actor,
    tenant: given.tenant ?? null,
  }
}

/** The same context inside one transaction. Within another one, what it has written is there for whoever comes after. */
export async function inTransaction<T>(ctx: Context, work: (ctx: Context) => Promise<T>): Promise<T> {
  if (!ctx.db.isTransaction) return transaction(ctx.db, (tx) => work({ ...ctx, db: tx }))
  const result = await work(ctx)
  await writeNow(ctx.db)
  return result
}

/** The company of a request whose route names one. */
export function tenantOf(ctx: Context): string {
  if (ctx.tenant === null) throw new Error('this endpoint names no tenant')
  return ctx.tenant
}
