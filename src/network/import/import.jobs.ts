import type { Context } from '../../kernel/context.ts'
import { enqueue, job } from '../../kernel/work/jobs.ts'
import { sweepFolder } from '../snapshot/folder.store.ts'
import { abandonDead, runImport, type Wanted } from './import.actions.ts'
import { isDue } from './import.rules.ts'
import { forgetImports, ImportLocks, lastTry } from './import.store.ts'
import { noted } from './importing.actions.ts'
import { showFeeds } from '../feed/feed.actions.ts'
import { forgetUnserved, listServing } from '../snapshot/snapshot.store.ts'

const rememberDays = 90
const unservedHours = 3

/** Sweeps away what dead imports have left, and has imported what is due: most of the time nothing is. */
export const noticeDueSources = job({
  name: 'notice_due_sources',
  run: async (ctx) => {
    await abandonDead(ctx)
    await forgetImports(ctx, new Date(ctx.realNow.getTime() - rememberDays * 86_400_000))
    await forgetUnserved(ctx, new Date(ctx.realNow.getTime() - unservedHours * 3_600_000))
    await sweep(ctx)
    if ((await due(ctx)).length > 0) await enqueue(ctx, importDueSources, {}, { key: importDueSources.name })
  },
})

/** What SUBLET_SOURCES names and operators have added, one after the other, each when its time has come. */
export const importDueSources = job({
  name: 'import_due_sources',
  lane: 'imports',
  run: async (ctx) => {
    const locks = await ImportLocks.open(ctx.house)
    try {
      if (!(await locks.take('network imports that are due'))) return
      for (const wanted of await due(ctx)) await noted(ctx, () => runImport(ctx, wanted))
    } finally {
      await locks.close()
    }
  },
})

async function due(ctx: Context): Promise<Wanted[]> {
  const found: (Wanted & { at: number })[] = []
  for (const source of await showFeeds(ctx)) {
    if (source.pausedAt !== null) continue
    const { kind, name, url } = source
    const last = await lastTry(ctx.db, kind, url)
    const tried = last ? { at: last.asked_at, failed: last.status !== 'done' } : null
    if (isDue(source, tried, ctx.realNow, ctx.house.config.publicUrl))
      found.push({ kind, from: url, name, force: false, at: tried?.at.getTime() ?? 0 })
  }
  return found.sort((a, b) => a.at - b.at)
}

async function sweep(ctx: Context): Promise<void> {
  const { snapshotStorage, snapshotDir } = ctx.house.config
  if (snapshotStorage !== 'files') return
  const serving = new Set((await listServing(ctx.db)).map(({ snapshot }) => snapshot))
  await sweepFolder(snapshotDir, serving, ctx.realNow)
}
