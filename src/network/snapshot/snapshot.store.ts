import type { Context } from '../../kernel/context.ts'
import type { Db } from '../../kernel/db/db.ts'
import { query } from '../../kernel/db/query.ts'
import type { NetworkSnapshotTable, NetworkSourceTable } from '../../kernel/db/rows.gen.ts'
import type { Parcel } from '../tables/columns.ts'
import type { Parts } from '../datasets/dataset.ts'
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
  readonly parts: Parts
  readonly refused: number
  readonly bytes: number
  readonly keptIn: 'database' | 'folder'
  readonly layout: string
  readonly sha256: Buffer
  readonly etag: string | null
  readonly lastModified: string | null
}

interface ServingRow extends Omit<Serving, 'takenAt'> {
  readonly taken_at: Date
  readonly dated: boolean
}

const columns = query`
  source.kind, source.name, source.snapshot_uuid as snapshot, taken.title, taken.origin, source.url, taken.taken_at,
  taken.dated, taken.imported_at as "importedAt", source.checked_at as "checkedAt",
  source.fresh_seconds as "freshSeconds", taken.rows, taken.parts, taken.refused, taken.bytes, taken.kept_in as "keptIn",
  taken.layout, taken.sha256, source.etag, source.last_modified as "lastModified"`
const serving = query`
  select ${columns} from network_source source join network_snapshot taken on taken.uuid = source.snapshot_uuid`

const servingOf = ({ taken_at, dated, ...row }: ServingRow): Serving => ({
  ...row,
  takenAt: dated ? taken_at : row.checkedAt,
})

export async function listServing(db: Db): Promise<Serving[]> {
  return (await query<ServingRow>`${serving} order by source.kind, source.name`.rows({ db })).map(servingOf)
}

export async function findServing(db: Db, kind: string, name: string): Promise<Serving | undefined> {
  const row = await query<ServingRow>`${serving} where source.kind = ${kind} and source.name = ${name}`.one({ db })
  return row && servingOf(row)
}

/** The one that an address was last fetched for, whatever it turned out to be called. */
export async function findFetched(db: Db, kind: string, url: string): Promise<Serving | undefined> {
  const row = await query<ServingRow>`${serving} where source.kind = ${kind} and source.url = ${url}`.one({ db })
  return row && servingOf(row)
}

export type SnapshotRow = NetworkSnapshotTable

/** Kept, and not yet serving. */
export async function writeSnapshot(
  ctx: Pick<Context, 'db'>,
  row: SnapshotRow,
  packed: Parcel,
  folder: string | null,
): Promise<void> {
  await query`
    insert into network_snapshot (uuid, kind, name, title, origin, taken_at, dated, imported_at, rows, parts, refused,
      refusals, sha256, bytes, layout, kept_in)
    values (${row.uuid}, ${row.kind}, ${row.name}, ${row.title}, ${row.origin}, ${row.taken_at}, ${row.dated},
      ${row.imported_at}, ${row.rows}, ${row.parts}, ${row.refused}, ${row.refusals}, ${row.sha256}, ${row.bytes}, ${row.layout},
      ${row.kept_in})`.changed(ctx)
  if (folder === null) await writeChunks(ctx, row.uuid, packed)
  else await writeFileOf(folder, row.uuid, packed.parts)
}

async function writeChunks(ctx: Pick<Context, 'db'>, snapshot: string, packed: Parcel): Promise<void> {
  let number = 0
  for (const bytes of chunksOf(packed))
    await query`insert into network_snapshot_chunk (snapshot_uuid, number, bytes)
      values (${snapshot}, ${number++}, ${bytes})`.changed(ctx)
}

/** All of one size but the last, however the parts are cut. A chunk is good until the next one is asked for. */
function* chunksOf({ size, parts }: Parcel): Generator<Buffer> {
  const chunk = Buffer.allocUnsafe(Math.min(chunkBytes, size))
  let filled = 0
  for (const part of parts)
    for (let at = 0; at < part.length;) {
      const taken = part.subarray(at, at + chunk.length - filled)
      chunk.set(taken, filled)
      at += taken.length
      filled += taken.length
      if (filled < chunk.length) continue
      yield chunk
      filled = 0
    }
  if (filled > 0) yield chunk.subarray(0, filled)
}

/** One at a time, so that others get their turn. Null when the snapshot has been replaced while we read. */
export async function readChunks(db: Db, snapshot: string, size: number): Promise<Uint8Array<ArrayBuffer> | null> {
  const packed = new Uint8Array(size)
  for (let at = 0, number = 0; at < size; number++) {
    const chunk = await query<{ bytes: Buffer }>`
      select bytes from network_snapshot_chunk where snapshot_uuid = ${snapshot} and number = ${number}`.one({ db })
    if (!chunk) return null
    packed.set(chunk.bytes, at)
    at += chunk.bytes.length
  }
  return packed
}

type Source = NetworkSourceTable

/** From now on this snapshot serves; returns the one that did before. */
export async function swapSnapshot(ctx: Context, source: Source): Promise<string | null> {
  const { kind, name, snapshot_uuid, fresh_seconds, checked_at, url, etag, last_modified } = source
  const before = await query<{ snapshot_uuid: string }>`
    select snapshot_uuid from network_source where kind = ${kind} and name = ${name} for update`.one(ctx)
  await query`
    insert into network_source (kind, name, snapshot_uuid, fresh_seconds, checked_at, url, etag, last_modified)
    values (${kind}, ${name}, ${snapshot_uuid}, ${fresh_seconds}, ${checked_at}, ${url}, ${etag}, ${last_modified})
    on conflict (kind, name) do update set snapshot_uuid = excluded.snapshot_uuid,
      fresh_seconds = excluded.fresh_seconds, checked_at = excluded.checked_at, url = excluded.url,
      etag = excluded.etag, last_modified = excluded.last_modified`.changed(ctx)
  return before?.snapshot_uuid ?? null
}

export async function renewSource(
  ctx: Context,
  kind: string,
  name: string,
  { checked_at, fresh_seconds }: Pick<Source, 'checked_at' | 'fresh_seconds'>,
): Promise<void> {
  await query`update network_source set checked_at = ${checked_at}, fresh_seconds = ${fresh_seconds}
    where kind = ${kind} and name = ${name}`.changed(ctx)
}

export async function deleteSource(ctx: Context, kind: string, name: string): Promise<string | null> {
  const [gone] = await query<{ snapshot_uuid: string }>`
    delete from network_source where kind = ${kind} and name = ${name} returning snapshot_uuid`.rows(ctx)
  return gone?.snapshot_uuid ?? null
}

export async function deleteSnapshot(ctx: Context, uuid: string): Promise<void> {
  await query`delete from network_snapshot where uuid = ${uuid}`.changed(ctx)
}

/** What was kept and never served: its import died, or failed at the last step. */
export async function forgetUnserved(ctx: Context, before: Date): Promise<void> {
  await query`delete from network_snapshot where imported_at < ${before}
    and uuid not in (select snapshot_uuid from network_source)`.changed(ctx)
}
