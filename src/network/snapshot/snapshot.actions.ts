import { createHash } from 'node:crypto'
import { audit } from '../../kernel/audit.ts'
import type { Context } from '../../kernel/context.ts'
import { emit } from '../../kernel/work/events.ts'
import type { House } from '../../kernel/house.ts'
import { bump } from '../../kernel/pulse.ts'
import { newUuid } from '../../kernel/uuid.ts'
import { datasets, feed, type DatasetName, type Datasets } from '../datasets.rules.ts'
import type { Collector, Dataset, Parts } from '../datasets/dataset.ts'
import { kinds, onlySource, type KindName } from '../kinds.rules.ts'
import { networkAudit, networkEvents } from '../network.events.ts'
import { deleteSnapshot, swapSnapshot, writeSnapshot, type SnapshotRow } from './snapshot.store.ts'
import { layout, pack, type Parcel } from '../tables/columns.ts'

/** What is said about a snapshot, beside its bytes. */
interface NewSnapshot {
  readonly kind: KindName
  readonly name: string
  /** How sentences name it. */
  readonly title: string
  /** Where it came from. */
  readonly origin: string
  readonly takenAt: Date
  /** Whether the data itself says when it was taken. */
  readonly dated: boolean
  readonly rows: number
  readonly parts: Parts
  readonly refused: number
  readonly refusals: readonly Refusal[]
  readonly sha256: Buffer
  /** Of its bytes. */
  readonly size: number
}

/** A row that was left out. */
export interface Refusal {
  readonly where: string
  readonly why: string
}

/** How long a source's data counts, and what its server said of it. */
interface SourceTerms {
  /** Seconds; null: it never grows stale. */
  readonly freshFor: number | null
  readonly url: string | null
  readonly etag: string | null
  readonly lastModified: string | null
}

/** Null: snapshots are kept in the database. */
export const folderOf = ({ config }: Pick<House, 'config'>): string | null =>
  config.snapshotStorage === 'files' ? config.snapshotDir : null

export const snapshotRow = (ctx: Context, { takenAt, size, refusals, parts, ...given }: NewSnapshot): SnapshotRow => ({
  ...given,
  uuid: newUuid(),
  taken_at: takenAt,
  imported_at: ctx.realNow,
  refusals: JSON.stringify(refusals),
  parts: JSON.stringify(parts),
  bytes: size,
  layout,
  kept_in: folderOf(ctx.house) === null ? 'database' : 'folder',
})

/** What is kept serves every node from the next request on; who depends on it hears of it. */
export async function serveSnapshot(ctx: Context, row: SnapshotRow, terms: SourceTerms): Promise<void> {
  const { uuid, name, rows } = row
  const kind = row.kind as KindName
  const before = await swapSnapshot(ctx, {
    kind,
    name,
    snapshot_uuid: uuid,
    fresh_seconds: terms.freshFor,
    checked_at: ctx.realNow,
    url: terms.url,
    etag: terms.etag,
    last_modified: terms.lastModified,
  })
  if (before !== null) await deleteSnapshot(ctx, before)
  await bump(ctx.db, 'network')
  const { dataset, area } = kinds[kind]
  const data = { kind, name, dataset, area, rows, taken_at: row.taken_at }
  await audit(ctx, {
    action: networkAudit('network.replaced'),
    subject: { kind: 'network_snapshot', uuid },
    tenant: null,
    data,
  })
  const told = { ...data, taken_at: row.taken_at.toISOString(), snapshot_uuid: uuid }
  await emit(ctx, networkEvents('network.replaced', null, told))
}

/** Facts that come from no file: the demo world's, and those of tests. Unless said otherwise they never grow stale. */
export async function keepFacts<K extends KindName>(
  ctx: Context,
  kind: K,
  facts: readonly Datasets[(typeof kinds)[K]['dataset']]['fact'][],
  given: Partial<Pick<NewSnapshot, 'name' | 'title' | 'takenAt'> & Pick<SourceTerms, 'freshFor'>> = {},
): Promise<void> {
  const bytes = await packFacts(kinds[kind].dataset, facts)
  const { name = onlySource, title = 'facts given by hand', takenAt = ctx.realNow, freshFor = null } = given
  const about = { kind, name, title, origin: title, takenAt, dated: true }
  const sha256 = createHash('sha256').update(bytes).digest()
  const packed = { size: bytes.length, parts: [bytes] }
  await keepPacked(ctx, { ...about, rows: facts.length, parts: {}, refused: 0, refusals: [], sha256 }, packed, freshFor)
}

/** Kept and served in the caller's transaction: for what is small. */
export async function keepPacked(
  ctx: Context,
  given: Omit<NewSnapshot, 'size'>,
  packed: Parcel,
  freshFor: number | null = null,
): Promise<void> {
  const row = snapshotRow(ctx, { ...given, size: packed.size })
  await writeSnapshot(ctx, row, packed, folderOf(ctx.house))
  await serveSnapshot(ctx, row, { freshFor, url: null, etag: null, lastModified: null })
}

async function packFacts(name: DatasetName, facts: readonly unknown[]): Promise<Uint8Array> {
  // oxlint-disable typescript/no-unsafe-type-assertion -- the kind's table says which dataset takes which facts
  const dataset = (await datasets[name]()) as Dataset
  const take = feed[name] as (rows: Collector, fact: unknown) => void
  // oxlint-enable typescript/no-unsafe-type-assertion
  const rows = dataset.collect()
  for (const fact of facts) take(rows, fact)
  return pack(rows.finish())
}
