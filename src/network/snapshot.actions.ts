import { createHash } from 'node:crypto'
import { audit } from '../kernel/audit.ts'
import type { Context } from '../kernel/context.ts'
import { emit } from '../kernel/events.ts'
import { bump } from '../kernel/pulse.ts'
import { newUuid } from '../kernel/uuid.ts'
import { datasets, feed, type DatasetName } from './datasets.rules.ts'
import type { Collector, Dataset } from './datasets/dataset.ts'
import { writeFileOf } from './folder.store.ts'
import { kinds, onlySource, type FactOfKind, type KindName } from './kinds.rules.ts'
import { deleteSnapshot, insertSnapshot, swapSnapshot, writeChunks } from './snapshot.store.ts'
import { layout, pack } from './tables/columns.ts'

export interface NewSnapshot {
  readonly kind: KindName
  readonly name: string
  /** How sentences name it. */
  readonly title: string
  /** Where it came from. */
  readonly origin: string
  readonly takenAt: Date
  /** Whether the data itself says when it was taken. */
  readonly dated: boolean
  /** Seconds; null: it never grows stale. */
  readonly freshFor: number | null
  readonly rows: number
  readonly refused: number
  readonly refusals: readonly Refusal[]
  readonly sha256: Buffer
  readonly packed: Uint8Array
  readonly url?: string | null
  readonly etag?: string | null
  readonly lastModified?: string | null
}

/** A row that was left out. */
export interface Refusal {
  readonly where: string
  readonly why: string
}

/** The new data serves every node from the next request on; who depends on it hears of it. Returns its uuid. */
export async function replaceSnapshot(ctx: Context, given: NewSnapshot): Promise<string> {
  const { kind, name, takenAt, rows } = given
  const uuid = newUuid()
  const { config } = ctx.house
  const inFolder = config.snapshotStorage === 'files'
  await insertSnapshot(ctx, {
    uuid,
    kind,
    name,
    title: given.title,
    origin: given.origin,
    taken_at: takenAt,
    dated: given.dated,
    imported_at: ctx.realNow,
    rows,
    refused: given.refused,
    refusals: JSON.stringify(given.refusals),
    sha256: given.sha256,
    bytes: given.packed.length,
    layout,
    kept_in: inFolder ? 'folder' : 'database',
  })
  if (inFolder) await writeFileOf(config.snapshotDir, uuid, given.packed)
  else await writeChunks(ctx, uuid, given.packed)
  const before = await swapSnapshot(ctx, {
    kind,
    name,
    snapshot_uuid: uuid,
    fresh_seconds: given.freshFor,
    checked_at: ctx.realNow,
    url: given.url ?? null,
    etag: given.etag ?? null,
    last_modified: given.lastModified ?? null,
  })
  if (before !== null) await deleteSnapshot(ctx, before)
  await bump(ctx.db, 'network')
  const { dataset, area } = kinds[kind]
  const data = { kind, name, dataset, area, rows, taken_at: takenAt.toISOString() }
  await audit(ctx, { action: 'network.replaced', subject: { kind: 'network_snapshot', uuid }, tenant: null, data })
  await emit(ctx, { type: 'network.replaced', tenant: null, data: { ...data, snapshot_uuid: uuid } })
  return uuid
}

/** Facts that come from no file: the demo world's, and those of tests. Unless said otherwise they never grow stale. */
export async function keepFacts<K extends KindName>(
  ctx: Context,
  kind: K,
  facts: readonly FactOfKind<K>[],
  given: Partial<Pick<NewSnapshot, 'name' | 'title' | 'takenAt' | 'freshFor'>> = {},
): Promise<void> {
  const packed = await packFacts(kinds[kind].dataset, facts)
  const { name = onlySource, title = 'facts given by hand', takenAt = ctx.realNow, freshFor = null } = given
  await replaceSnapshot(ctx, {
    kind,
    name,
    title,
    origin: title,
    takenAt,
    dated: true,
    freshFor,
    rows: facts.length,
    refused: 0,
    refusals: [],
    sha256: createHash('sha256').update(packed).digest(),
    packed,
  })
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
