import { createHash } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import { basename } from 'node:path'
import type { Context } from '../../kernel/context.ts'
import { nameOf } from './import.rules.ts'
import type { KindName } from '../kinds.rules.ts'
import { keepPacked } from '../snapshot/snapshot.actions.ts'
import { gather } from '../reading/gather.ts'

/**
 * A small file that comes with the program, read by the reader that imports of its kind have. It never grows stale, and
 * an import of the same source takes its place.
 */
export async function keepFile(
  ctx: Context,
  kind: KindName,
  path: string,
  given: { readonly name?: string; readonly title: string; readonly takenAt?: Date },
): Promise<void> {
  const bytes = await readFile(path)
  const { source, takenAt = given.takenAt, packed, ...gathered } = await gather(kind, basename(path), () => once(bytes))
  const snapshot = {
    ...gathered,
    kind,
    name: nameOf(given.name ?? null, source),
    title: given.title,
    origin: `${given.title}, ${basename(path)}`,
    takenAt: takenAt ?? ctx.realNow,
    dated: takenAt !== undefined,
    sha256: createHash('sha256').update(bytes).digest(),
  }
  await keepPacked(ctx, snapshot, packed)
}

async function* once(bytes: Uint8Array): AsyncGenerator<Uint8Array> {
  yield bytes
}
