import type { Insertable } from 'kysely'
import type { Context } from '../../kernel/context.ts'
import type { Db } from '../../kernel/db/pool.ts'
import type { NetworkSnapshotTable, NetworkSourceTable } from '../../kernel/db/rows.gen.ts'
import { writeFileOf } from './folder.store.ts'

/** Sources, the snapshot that serves for each, and its bytes. */

/** Small enough that a statement with one disturbs nobody, large enough that there are few. */
export const chunkBytes = 256 << 10

export interface Serving {
  readonly kind: string
  readonly name: string
  readonly snapshot: string
  readonly title: string
  readonly origin: string
  readonly url: string | null
  /** When the data was taken; of data that does not say, when its source was last seen. */
  readonly takenAt: Date
  readonly importedAt: Date
  readonly checkedAt: Date
  readonly freshSeconds: number | null
  readonly rows: number
  readonly refused: number
  readonly bytes: number
  readonly keptIn: 'database' | 'folder'
  readonly layout: string
  readonly sha256: Buffer
  readonly etag: string | null
  readonly lastModified: string | null
}

const serving = (db: Db) =>
  db
    .selectFrom('network_source as source')
    .innerJoin('network_snapshot as taken', 'taken.uuid', 'source.snapshot_uuid')
    .select([
      'source.kind',
      'source.name',
      'source.snapshot_uuid as snapshot',
      'taken.title',
      'taken.origin',
      'source.url',
      'taken.taken_at',
      'taken.dated',
      'taken.imported_at as importedAt',
      'source.checked_at as checkedAt',
      'source.fresh_seconds as freshSeconds',
      'taken.rows',
      'taken.refused',
      'taken.bytes',
      'taken.kept_in as keptIn',
      'taken.layout',
      'taken.sha256',
      'source.etag',
      'source.last_modified as lastModified',
    ])

type Selected = Awaited<ReturnType<ReturnType<typeof serving>['executeTakeFirstOrThrow']>>

const servingOf = ({ taken_at, dated, ...row }: Selected): Serving => ({
  ...row,
  takenAt: dated ? taken_at : row.checkedAt,
})

export async function listServing(db: Db): Promise<Serving[]> {
  return (await serving(db).orderBy('source.kind').orderBy('source.name').execute()).map(servingOf)
}

export async function findServing(db: Db, kind: string, name: string): Promise<Serving | undefined> {
  const row = await serving(db).where('source.kind', '=', kind).where('source.name', '=', name).executeTakeFirst()
  return row && servingOf(row)
}

/** The one that an address was last fetched for, whatever it turned out to be called. */
export async function findFetched(db: Db, kind: string, url: string): Promise<Serving | undefined> {
  const row = await serving(db).where('source.kind', '=', kind).where('source.url', '=', url).executeTakeFirst()
  return row && servingOf(row)
}

export type SnapshotRow = Insertable<NetworkSnapshotTable>

/** Kept, and not yet serving. */
export async function writeSnapshot(
  ctx: Pick<Context, 'db'>,
  row: SnapshotRow,
  packed: Uint8Array,
  folder: string | null,
): Promise<void> {
  await ctx.db.insertInto('network_snapshot').values(row).execute()
  if (folder === null) await writeChunks(ctx, row.uuid, packed)
  else await writeFileOf(folder, row.uuid, packed)
}

async function writeChunks(ctx: Pick<Context, 'db'>, snapshot: string, packed: Uint8Array): Promise<void> {
  for (let at = 0, number = 0; at < packed.length; at += chunkBytes, number++) {
    const bytes = Buffer.from(packed.buffer, packed.byteOffset + at, Math.min(chunkBytes, packed.length - at))
    await ctx.db.insertInto('network_snapshot_chunk').values({ snapshot_uuid: snapshot, number, bytes }).execute()
  }
}

/** One at a time, so that others get their turn. Null when the snapshot has been replaced while we read. */
export async function readChunks(db: Db, snapshot: string, size: number): Promise<Uint8Array<ArrayBuffer> | null> {
  const packed = new Uint8Array(size)
  for (let at = 0, number = 0; at < size; number++) {
    const chunk = await db
      .selectFrom('network_snapshot_chunk')
      .select('bytes')
      .where('snapshot_uuid', '=', snapshot)
      .where('number', '=', number)
      .executeTakeFirst()
    if (!chunk) return null
    packed.set(chunk.bytes, at)
    at += chunk.bytes.length
  }
  return packed
}

/** From now on this snapshot serves; returns the one that did before. */
export async function swapSnapshot(ctx: Context, source: Insertable<NetworkSourceTable>): Promise<string | null> {
  const { kind, name, ...rest } = source
  const before = await ctx.db
    .selectFrom('network_source')
    .select('snapshot_uuid')
    .where('kind', '=', kind)
    .where('name', '=', name)
    .forUpdate()
    .executeTakeFirst()
  await ctx.db
    .insertInto('network_source')
    .values(source)
    .onConflict((conflict) => conflict.columns(['kind', 'name']).doUpdateSet(rest))
    .execute()
  return before?.snapshot_uuid ?? null
}

export async function renewSource(
  ctx: Context,
  kind: string,
  name: string,
  seen: Partial<Insertable<NetworkSourceTable>>,
): Promise<void> {
  await ctx.db.updateTable('network_source').set(seen).where('kind', '=', kind).where('name', '=', name).execute()
}

export async function deleteSource(ctx: Context, kind: string, name: string): Promise<string | null> {
  const gone = await ctx.db
    .deleteFrom('network_source')
    .where('kind', '=', kind)
    .where('name', '=', name)
    .returning('snapshot_uuid')
    .executeTakeFirst()
  return gone?.snapshot_uuid ?? null
}

export async function deleteSnapshot(ctx: Context, uuid: string): Promise<void> {
  await ctx.db.deleteFrom('network_snapshot').where('uuid', '=', uuid).execute()
}

/** What was kept and never served: its import died, or failed at the last step. */
export async function forgetUnserved(ctx: Context, before: Date): Promise<void> {
  await ctx.db
    .deleteFrom('network_snapshot')
    .where('imported_at', '<', before)
    .where((eb) => eb('uuid', 'not in', eb.selectFrom('network_source').select('snapshot_uuid')))
    .execute()
}
