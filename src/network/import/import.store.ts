import type { PoolClient } from 'pg'
import { textArray } from '../../kernel/db/arrays.ts'
import type { Context } from '../../kernel/context.ts'
import type { Db } from '../../kernel/db/db.ts'
import { nothing, query } from '../../kernel/db/query.ts'
import type { House } from '../../kernel/house.ts'
import type { NetworkImportTable } from '../../kernel/db/rows.gen.ts'

/** The history of imports, and the locks that keep them apart. */

export type Import = NetworkImportTable

type NewImport = Omit<
  Import,
  | 'started_at'
  | 'ended_at'
  | 'bytes_read'
  | 'bytes_total'
  | 'rows'
  | 'refused'
  | 'refusals'
  | 'unchanged'
  | 'failure'
  | 'snapshot_uuid'
>

export async function insertImport(ctx: Context, row: NewImport): Promise<Import> {
  return query<Import>`
    insert into network_import
      (uuid, kind, asked_name, name, origin, status, forced, trial, actor_kind, actor_id, asked_at, refusals)
    values (${row.uuid}, ${row.kind}, ${row.asked_name}, ${row.name}, ${row.origin}, ${row.status}, ${row.forced},
      ${row.trial}, ${row.actor_kind}, ${row.actor_id}, ${row.asked_at}, '[]')
    returning *`.only(ctx)
}

export async function findImport(db: Db, uuid: string): Promise<Import | undefined> {
  return query<Import>`select * from network_import where uuid = ${uuid}`.one({ db })
}

export async function noteProgress(
  ctx: Context,
  uuid: string,
  { bytes_read, bytes_total, rows }: Pick<Import, 'bytes_read' | 'bytes_total' | 'rows'>,
): Promise<void> {
  await query`update network_import set bytes_read = ${bytes_read}, bytes_total = ${bytes_total}, rows = ${rows}
    where uuid = ${uuid} and status = 'running'`.changed(ctx)
}

export async function listRunning(db: Db): Promise<Import[]> {
  return query<Import>`select * from network_import where status = 'running' order by asked_at, uuid`.rows({ db })
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
  const ofKind = kind.length === 0 ? nothing : query`and kind = any(${textArray(kind)})`
  const inStatus = status.length === 0 ? nothing : query`and status = any(${textArray(status)})`
  const matching = query`from network_import where true ${ofKind} ${inStatus}`
  const rows = await query<Import>`
    select * ${matching} order by asked_at desc, uuid desc limit ${perPage} offset ${offset}`.planned(ctx)
  const [counted] = await query<{ total: number }>`select count(*) as total ${matching}`.planned(ctx)
  return { rows, total: counted?.total ?? 0 }
}

/** The last time an address was fetched for a kind, to be kept. */
export async function lastTry(db: Db, kind: string, origin: string): Promise<Import | undefined> {
  return query<Import>`
    select * from network_import where kind = ${kind} and origin = ${origin} and not trial
    order by asked_at desc limit 1`.one({ db })
}

export async function forgetImports(ctx: Context, before: Date): Promise<void> {
  await query`delete from network_import where ended_at < ${before}`.changed(ctx)
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
