import type { Insertable, Selectable } from 'kysely'
import type { PoolClient } from 'pg'
import type { Context } from '../../kernel/context.ts'
import type { Db } from '../../kernel/db/pool.ts'
import type { House } from '../../kernel/house.ts'
import type { NetworkImportTable } from '../../kernel/db/rows.gen.ts'

/** The history of imports, and the locks that keep them apart. */

export type Import = Selectable<NetworkImportTable>

export async function insertImport(ctx: Context, row: Insertable<NetworkImportTable>): Promise<Import> {
  return ctx.db.insertInto('network_import').values(row).returningAll().executeTakeFirstOrThrow()
}

export async function findImport(db: Db, uuid: string): Promise<Import | undefined> {
  return db.selectFrom('network_import').selectAll().where('uuid', '=', uuid).executeTakeFirst()
}

export async function noteProgress(
  ctx: Context,
  uuid: string,
  progress: Pick<Import, 'bytes_read' | 'bytes_total' | 'rows'>,
): Promise<void> {
  await ctx.db
    .updateTable('network_import')
    .set(progress)
    .where('uuid', '=', uuid)
    .where('status', '=', 'running')
    .execute()
}

export async function listRunning(db: Db): Promise<Import[]> {
  return db
    .selectFrom('network_import')
    .selectAll()
    .where('status', '=', 'running')
    .orderBy('asked_at')
    .orderBy('uuid')
    .execute()
}

export interface ImportQuery {
  readonly kind: readonly string[]
  readonly status: readonly Import['status'][]
  readonly perPage: number
  readonly offset: number
}

export async function listImports(
  ctx: Context,
  { kind, status, perPage, offset }: ImportQuery,
): Promise<{ rows: Import[]; total: number }> {
  const matching = ctx.db
    .selectFrom('network_import')
    .$if(kind.length > 0, (q) => q.where('kind', 'in', [...kind]))
    .$if(status.length > 0, (q) => q.where('status', 'in', [...status]))
  const rows = await matching
    .selectAll()
    .orderBy('asked_at', 'desc')
    .orderBy('uuid', 'desc')
    .limit(perPage)
    .offset(offset)
    .execute()
  const { total } = await matching.select((eb) => eb.fn.countAll<number>().as('total')).executeTakeFirstOrThrow()
  return { rows, total }
}

/** The last time an address was tried for a kind. */
export async function lastTry(db: Db, kind: string, origin: string): Promise<Import | undefined> {
  return db
    .selectFrom('network_import')
    .selectAll()
    .where('kind', '=', kind)
    .where('origin', '=', origin)
    .orderBy('asked_at', 'desc')
    .limit(1)
    .executeTakeFirst()
}

export async function forgetImports(ctx: Context, before: Date): Promise<void> {
  await ctx.db.deleteFrom('network_import').where('ended_at', '<', before).execute()
}

/** Locks of a connection of their own: whoever dies lets go of them. */
export class ImportLocks {
  readonly #client: PoolClient
  readonly #held: string[] = []

  private constructor(client: PoolClient) {
    this.#client = client
  }

  static async open({ pool }: House): Promise<ImportLocks> {
    return new ImportLocks(await pool.connect())
  }

  /** False when somebody else has it. */
  async take(words: string): Promise<boolean> {
    if (this.#held.includes(words)) return true
    const { rows } = await this.#client.query<{ taken: boolean }>(
      'select pg_try_advisory_lock(hashtextextended($1, 11)) as taken',
      [words],
    )
    const taken = rows[0]?.taken ?? false
    if (taken) this.#held.push(words)
    return taken
  }

  async close(): Promise<void> {
    try {
      for (const words of this.#held)
        await this.#client.query('select pg_advisory_unlock(hashtextextended($1, 11))', [words])
      this.#client.release()
    } catch {
      // The connection is lost, and the locks with it.
      this.#client.release(true)
    }
  }
}

/** Of a source; without a name it is that of all imports of the kind that let the file tell. */
export const lockOf = (kind: string, name: string | null): string => `network import ${kind} ${name ?? ''}`
